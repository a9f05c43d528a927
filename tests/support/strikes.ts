import * as fc from 'fast-check';
import { HOME_BOX } from '#shared/geo/BBox.ts';
import { seededRandom } from '#shared/numbers.ts';
import { type NumberedStrike, type StrikeDetail, someDetail } from '#shared/strike.ts';

/** Strikes numbered `first`, `first + 1`, … a second apart, over Sofia unless `changes` say otherwise. */
export function numberedStrikes(first: number, count: number, changes: Partial<NumberedStrike> = {}): NumberedStrike[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `strike-${first + index}`,
    latitude: 42.7,
    longitude: 23.3,
    atMs: Date.UTC(2026, 6, 1, 12) + (first + index) * 1_000,
    ordinal: first + index,
    ...changes,
  }));
}

/** Strikes of a span that ends at `toMs`: at home, on its edges and around it. Each seed has its own. */
export function strikesAroundHome(
  count: number,
  seed: number,
  { toMs, spanMs }: { readonly toMs: number; readonly spanMs: number },
): NumberedStrike[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index) => ({
    id: `s${seed}-${index}`,
    ordinal: seed * 100_000 + index + 1,
    longitude: index % 50 === 0 ? HOME_BOX.east : 11 + random() * 22,
    latitude: 33 + random() * 16,
    atMs: toMs - Math.floor(random() * spanMs),
  }));
}

const amount = (most: number) => fc.integer({ min: -10 * most, max: 10 * most }).map((tenths) => tenths / 10);

/** Any details that a source may report of a strike, at least one. */
const detail: fc.Arbitrary<StrikeDetail> = fc
  .record(
    {
      type: fc.constantFrom('ground' as const, 'cloud' as const),
      currentKa: amount(300),
      multiplicity: fc.integer({ min: 0, max: 20 }),
      ellipse: fc.record({ semiMajorKm: fc.nat(90), semiMinorKm: fc.nat(9), azimuth: fc.nat(3599).map((z) => z / 10) }),
    },
    { requiredKeys: [] },
  )
  .filter((reported) => Object.keys(reported).length > 0);

/** Numbered strikes of which some have a detail, all have, or none has. */
export const detailedStrikes: fc.Arbitrary<NumberedStrike[]> = fc
  .array(fc.option(detail, { nil: undefined }), { minLength: 1, maxLength: 30 })
  .map((details) =>
    numberedStrikes(1, details.length).map((strike, index) => {
      const strikeDetail = details[index];
      return strikeDetail ? { ...strike, detail: strikeDetail } : strike;
    }),
  );

const MINUTE_MS = 60_000;

/** A storm of the hour before `nowMs` over the middle of home: `strikes` of them, the same ones each time, by age. */
export function hourStorm(nowMs: number, strikes: number) {
  const random = seededRandom(160);
  return Array.from({ length: strikes }, (_, index) => ({
    id: `s${index}`,
    longitude: 20 + random() * 6,
    latitude: 40 + random() * 4,
    atMs: nowMs - 45 * MINUTE_MS + Math.floor((index / strikes) * 44 * MINUTE_MS),
  }));
}

/** The details that columns of a stream or a slice hold, as a reader decodes them; undefined for a strike without any. */
export function detailsOfColumns(
  { g = [], i = [], m = [], a = [], b = [], z = [] }: Partial<Record<string, readonly (number | null)[]>>,
  length: number,
): (StrikeDetail | undefined)[] {
  const at = (column: readonly (number | null)[], row: number) => column[row] ?? undefined;
  return Array.from({ length }, (_, row) => {
    const [semiMajorKm, semiMinorKm, azimuth] = [at(a, row), at(b, row), at(z, row)];
    const whole = semiMajorKm !== undefined && semiMinorKm !== undefined && azimuth !== undefined;
    const [ground, currentKa, multiplicity] = [at(g, row), at(i, row), at(m, row)];
    return someDetail({
      ...(ground === undefined ? {} : { type: ground === 1 ? 'ground' : 'cloud' }),
      ...(currentKa === undefined ? {} : { currentKa }),
      ...(multiplicity === undefined ? {} : { multiplicity }),
      ...(whole ? { ellipse: { semiMajorKm, semiMinorKm, azimuth } } : {}),
    }).detail;
  });
}
