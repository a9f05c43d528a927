import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AreaState, NearStrike } from '#shared/watch/AreaState.ts';
import { newAreaState, watchArea } from '#shared/watch/watchArea.ts';
import { packState, unpackState } from '#worker/watch/book/WatchLedger.ts';

const START = Date.UTC(2026, 6, 1, 12);
const MINUTE = 60_000;
const STEP_MS = 10_000;
const MOST_BYTES = 16_000;

/** The longest body: 200 corners, and a name of eighty characters of four bytes. */
const BODY = JSON.stringify({
  name: '⚡️'.repeat(80),
  kind: 'personal',
  shape: { type: 'Polygon', coordinates: [Array.from({ length: 201 }, () => [23.3219, 42.7009])] },
  ringsKm: [59.99, 59.99, 59.99],
  dwellMin: 59.5,
  least: 20,
  approachOnly: true,
});
const bytesOf = (state: AreaState) => new TextEncoder().encode(BODY + packState(state)).length;

const rules = fc.record({
  shape: fc.constant({ type: 'Point' as const, coordinates: [23.32, 42.7] as [number, number] }),
  ringsKm: fc.constantFrom([60, 60, 60] as const, [60, 60, 1] as const, [60, 30, 10] as const, [30, 16, 10] as const),
  dwellMs: fc.constantFrom(10 * MINUTE, 30 * MINUTE, 60 * MINUTE),
  settleMs: fc.constant(MINUTE),
  least: fc.constantFrom(1, 2, 20),
  approachOnly: fc.boolean(),
});
/** A storm for some minutes: strikes an hour, from one distance to another. 114 an hour are 19 in ten minutes. */
const spell = fc.record({
  minutes: fc.integer({ min: 1, max: 80 }),
  anHour: fc.oneof(
    { weight: 1, arbitrary: fc.constant<number>(100_000) },
    { weight: 4, arbitrary: fc.constantFrom<number>(6, 114, 600) },
  ),
  fromKm: fc.nat(60),
  toKm: fc.nat(60),
  blind: fc.boolean(),
});
type Spell = typeof spell extends fc.Arbitrary<infer Value> ? Value : never;

/** The largest row that the area has through the spells, one after the other. */
function largestRow(area: Parameters<typeof watchArea>[0], spells: readonly Spell[]): number {
  let [state, nowMs, ordinal, watermarkMs, largest, owed] = [newAreaState(), START, 9_000_000, START, 0, 0];
  for (const { minutes, anHour, fromKm, toKm, blind } of spells) {
    // At 100,000 an hour, three minutes fill all that there is to fill.
    const [beginMs, endMs] = [nowMs, nowMs + (anHour > 600 ? Math.min(minutes, 3) : minutes) * MINUTE];
    for (; nowMs < endMs; nowMs += STEP_MS) {
      const strikes: NearStrike[] = [];
      for (owed += (anHour * STEP_MS) / 3_600_000; owed >= 1; owed -= 1) {
        const km = fromKm + ((toKm - fromKm) * (nowMs - beginMs)) / (endMs - beginMs) + (strikes.length % 100) / 100;
        // Between two strikes near the area many fall elsewhere.
        ordinal += 97;
        strikes.push({ ordinal, atMs: nowMs - strikes.length, km: Math.round(km * 100) / 100, bearing: 359 });
      }
      if (!blind) watermarkMs = nowMs - STEP_MS;
      const pulse = {
        epoch: '0'.repeat(32),
        seq: ordinal,
        watermarkMs,
        providerNowMs: nowMs,
        gaps: [],
        gapsCut: false,
      };
      state = watchArea(area, state, { strikes, pulse, heardMs: nowMs, replayed: true, nowMs }).state;
      if (strikes.length > 0) largest = Math.max(largest, bytesOf(state));
    }
  }
  return largest;
}

test('[WA16] the row of an area stays below 16 kB whatever falls: every rule, blind or not, at up to 100,000 strikes an hour', () =>
  fc.assert(
    fc.property(rules, fc.array(spell, { minLength: 1, maxLength: 4 }), (area, spells) => {
      expect(largestRow(area, spells)).toBeLessThanOrEqual(MOST_BYTES);
    }),
    { numRuns: 30 },
  ));

test('[WA16] the row of an area stays below 16 kB while a storm moves off, one strike short of the number that is wanted, unseen', () => {
  const area = {
    shape: { type: 'Point' as const, coordinates: [23.32, 42.7] as [number, number] },
    ringsKm: [60, 60, 1] as const,
    dwellMs: 60 * MINUTE,
    settleMs: MINUTE,
    least: 20,
    approachOnly: true,
  };
  const leaving = { minutes: 80, anHour: 113, fromKm: 0, toKm: 60, blind: true };
  const largest = largestRow(area, [leaving, leaving, leaving]);
  expect(largest).toBeGreaterThan(9_000);
  expect(largest).toBeLessThanOrEqual(MOST_BYTES);
});

test('a state is read as it was written', () => {
  const strike = fc.record({ ordinal: fc.nat(), atMs: fc.nat(), km: fc.nat(60), bearing: fc.nat(359) });
  const waiting = fc.array(fc.tuple(fc.nat(), fc.nat()));
  fc.assert(
    fc.property(fc.array(strike), waiting, waiting, (front, watch, warning) => {
      const state: AreaState = { ...newAreaState(), front, waiting: [watch, warning], grid: [[1, 2, 3]], epoch: 'e' };
      expect(unpackState(packState(state))).toEqual(state);
    }),
  );
});
