import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type BBox, bboxContains, boxAround } from '#shared/geo/BBox.ts';
import { distanceKm } from '#shared/geo/geodesy.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { emptyArchive } from '#tests/isolate/testEnv.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { strikePage } from '#worker/archive/strikePage.ts';
import type { PagePosition } from '#worker/archive/windowQuery.ts';
import { seededRandom } from '#worker/dev/simulator/sky/seededRandom.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FROM_MS = Date.UTC(2026, 6, 1);
const SKY: BBox = { west: 8, south: 30, east: 36, north: 52 };
const STRIKES = 6_000;

let archive: StrikeArchive;
let strikes: readonly NumberedStrike[];

const cornerOf = (storm: number) => [8 + ((storm * 7) % 26), 30 + ((storm * 5) % 20)] as const;

/** Strikes of a month: storms, each in a corner of its own for some hours, drizzle between, many in the same second. */
function sky(): NumberedStrike[] {
  const random = seededRandom(3);
  return Array.from({ length: STRIKES }, (_, index) => {
    const storm = index % 3 === 0 ? undefined : Math.floor(index / 500);
    const [west, south] = storm === undefined ? [8, 30] : cornerOf(storm);
    const [width, height, fromMs, lengthMs] =
      storm === undefined ? [28, 22, FROM_MS, 31 * DAY_MS] : [0.6, 0.6, FROM_MS + storm * 2 * DAY_MS, 5 * HOUR_MS];
    return {
      id: `s${((index * 7_919) % STRIKES).toString(36)}`,
      ordinal: index + 1,
      longitude: west + random() * width,
      latitude: south + random() * height,
      atMs: Math.floor((fromMs + random() * lengthMs) / 10_000) * 10_000,
    };
  });
}

beforeAll(async () => {
  archive = new StrikeArchive(await emptyArchive());
  strikes = sky();
  for (let at = 0; at < STRIKES; at += 1_000) await archive.insert(strikes.slice(at, at + 1_000), at + 1_000);
});

const newestFirst = (a: NumberedStrike, b: NumberedStrike) => b.atMs - a.atMs || (a.id < b.id ? 1 : -1);

function span(min: number, max: number, least: number) {
  return fc
    .tuple(fc.double({ min, max, noNaN: true }), fc.double({ min, max, noNaN: true }))
    .map(([a, b]) => [Math.min(a, b), Math.max(a, b) + least] as const);
}

const boxes = fc
  .tuple(span(SKY.west, SKY.east, 1e-9), span(SKY.south, SKY.north, 1e-9))
  .map(([[west, east], [south, north]]) => ({ west, south, east, north }));
/** As thin as the attack's: the index cells of 20 degrees, and hardly a strike. */
const thinBoxes = fc
  .double({ min: SKY.south, max: SKY.north, noNaN: true })
  .map((south) => ({ west: 10, south, east: 30, north: south + 1e-3 }));

/** Through the middle of a storm, between its strikes. */
const slits = fc.tuple(fc.nat(11), fc.integer({ min: 50, max: 550 })).map(([storm, thousandths]) => {
  const [west, base] = cornerOf(storm);
  const south = base + thousandths / 1_000;
  return { west, south, east: west + 0.6, north: south + 1e-6 };
});

describe('a window of the archive', () => {
  test('[AP2] page by page is brute force’s answer, for any box, span, size of page and allowance of work', async () => {
    const any = {
      bbox: fc.oneof(boxes, thinBoxes, slits),
      times: span(FROM_MS - DAY_MS, FROM_MS + 32 * DAY_MS, 1),
      limit: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constant(10_000)),
      maxRowsRead: fc.oneof(fc.integer({ min: 2, max: 300 }), fc.constant(40_000)),
    };
    let emptyPages = 0;
    await fc.assert(
      fc.asyncProperty(fc.record(any), async ({ bbox, times, limit, maxRowsRead }) => {
        const [fromMs, toMs] = times.map(Math.floor) as [number, number];
        const inside = strikes.filter(
          ({ longitude, latitude, atMs }) => bboxContains(bbox, longitude, latitude) && atMs >= fromMs && atMs < toMs,
        );
        // Beyond some pages there is nothing new to see.
        const expected = inside.sort(newestFirst).slice(0, 40 * limit);
        const found: NumberedStrike[] = [];
        let before: PagePosition | undefined;
        do {
          const query = { bbox, fromMs, toMs, before, limit };
          const page = await strikePage(query, (...look) => archive.window(...look), maxRowsRead);
          found.push(...page.strikes);
          before = page.next;
          if (before && page.strikes.length === 0) emptyPages += 1;
        } while (before && found.length < expected.length);
        expect(found.slice(0, expected.length)).toEqual(expected);
        if (before === undefined) expect(found).toEqual(inside);
      }),
      { numRuns: 60, seed: 11 },
    );
    expect(emptyPages).toBeGreaterThan(0);
  });

  test('[AP8] around a place is brute force’s answer, by the great circle', async () => {
    const any = {
      latitude: fc.double({ min: 30.5, max: 50.5, noNaN: true }),
      longitude: fc.double({ min: 8.5, max: 34.5, noNaN: true }),
      radiusKm: fc.double({ min: 0.1, max: 100, noNaN: true }),
    };
    let found = 0;
    await fc.assert(
      fc.asyncProperty(fc.record(any), async ({ radiusKm, ...middle }) => {
        const bbox = boxAround(middle, radiusKm);
        const circle = { ...middle, radiusKm };
        const query = { bbox, circle, fromMs: FROM_MS, toMs: FROM_MS + 32 * DAY_MS, before: undefined, limit: 10_000 };
        const page = await strikePage(query, (...look) => archive.window(...look));
        const expected = strikes.filter((strike) => distanceKm(middle, strike) <= radiusKm).sort(newestFirst);
        expect(page.strikes).toEqual(expected);
        found += expected.length;
      }),
      { numRuns: 60, seed: 4 },
    );
    expect(found).toBeGreaterThan(500);
  });
});
