import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newAreaState } from '#shared/watch/watchArea.ts';
import type { KeptArea } from '#worker/watch/book/WatchLedger.ts';
import { WatchedArea } from '#worker/watch/WatchedArea.ts';

const START = Date.UTC(2026, 6, 1, 12);
const KEPT: KeptArea = {
  book: 'b',
  id: 'a',
  body: {
    name: 'Лагер',
    kind: 'site',
    shape: { type: 'Point', coordinates: [23.32, 42.7] },
    ringsKm: [30, 16, 10],
    dwellMin: 30,
    least: 1,
  },
  revision: 1,
  replayed: true,
  state: newAreaState(),
  writtenMs: 0,
};
const area = (kept = KEPT) => new WatchedArea(kept, 60_000);
const strike = (ordinal: number, longitude: number, atMs: number) => ({
  id: `s${ordinal}`,
  ordinal,
  longitude,
  latitude: 42.7,
  atMs,
});

test('a strike has its distance from the shape and its bearing from the middle; one beyond the outer ring is none', () => {
  const near = area().near([strike(1, 23.44, START), strike(2, 23.8, START), strike(3, 23.2, START)]);
  expect(near).toEqual([
    { ordinal: 1, atMs: START, km: 9.81, bearing: 90 },
    { ordinal: 3, atMs: START, km: 9.81, bearing: 270 },
  ]);
});

test('strikes that are left out because a newer one was nearer change neither levels nor what follows', () => {
  const told = fc.array(
    fc.record({ longitude: fc.double({ min: 23.32, max: 23.7, noNaN: true }), ageS: fc.nat(300) }),
    { minLength: 1, maxLength: 30 },
  );
  fc.assert(
    fc.property(told, fc.constantFrom(1, 3), (strikes, least) => {
      const sparing = area({ ...KEPT, body: { ...KEPT.body, least } });
      const whole = area({ ...KEPT, body: { ...KEPT.body, least } });
      const none = area({ ...KEPT, body: { ...KEPT.body, least } });
      strikes.forEach(({ longitude, ageS }, index) => {
        const nowMs = START + index * 5_000;
        const pulse = {
          epoch: 'e',
          seq: index,
          watermarkMs: nowMs - 1_000,
          providerNowMs: nowMs,
          gaps: [],
          gapsCut: false,
        };
        const one = [strike(index + 1, longitude, nowMs - ageS * 1_000)];
        const sighting = { pulse, heardMs: nowMs, replayed: true, nowMs };
        sparing.kept = sparing.step({ ...sighting, strikes: sparing.near(one) }).kept;
        whole.kept = whole.step({ ...sighting, strikes: none.near(one) }).kept;
        expect(sparing.kept.state).toEqual(whole.kept.state);
      });
    }),
    { numRuns: 500 },
  );
});
