import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pairs } from '#tests/support/pairs.ts';
import { KEPT_CAMP } from '#tests/support/watch/campBody.ts';
import { LiveArea } from '#worker/watch/LiveArea.ts';

const START = Date.UTC(2026, 6, 1, 12);
const area = (kept = KEPT_CAMP) => new LiveArea(kept, 60_000);
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

test('which strikes are left out of a batch changes nothing, in whichever order they come, for points and polygons', () => {
  const told = fc.array(
    fc.record({
      longitude: fc.double({ min: 22.9, max: 23.8, noNaN: true }),
      latitude: fc.double({ min: 42.4, max: 43, noNaN: true }),
      ageS: fc.nat(20),
    }),
    { minLength: 1, maxLength: 40 },
  );
  const square = pairs('23.3,42.68 23.36,42.68 23.36,42.72 23.3,42.72 23.3,42.68');
  const shapes = fc.constantFrom(KEPT_CAMP.body.shape, {
    type: 'Polygon' as const,
    coordinates: [square] as [typeof square],
  });
  const pulse = { epoch: 'e', seq: 1, watermarkMs: START - 1_000, providerNowMs: START, gaps: [], gapsCut: false };
  fc.assert(
    fc.property(told, shapes, fc.constantFrom(1, 3), (strikes, shape, least) => {
      const kept = { ...KEPT_CAMP, body: { ...KEPT_CAMP.body, shape, least } };
      const batch = strikes.map(({ ageS, ...at }, index) => ({
        ...strike(index + 1, 0, START - ageS * 1_000),
        ...at,
      }));
      const stepped = (near: ReturnType<LiveArea['near']>) =>
        area(kept).step({ strikes: near, pulse, heardMs: START, replayed: true, nowMs: START }).kept.state;
      const whole = batch.flatMap((one) => area(kept).near([one]));
      expect(stepped(area(kept).near(batch))).toEqual(stepped(whole));
      expect(stepped(area(kept).near(batch.toReversed()))).toEqual(stepped(whole));
    }),
    { numRuns: 500 },
  );
});

test('strikes that are left out because a newer one was nearer change neither levels nor what follows', () => {
  const told = fc.array(
    fc.record({ longitude: fc.double({ min: 23.32, max: 23.7, noNaN: true }), ageS: fc.nat(300) }),
    { minLength: 1, maxLength: 30 },
  );
  fc.assert(
    fc.property(told, fc.constantFrom(1, 3), (strikes, least) => {
      const sparing = area({ ...KEPT_CAMP, body: { ...KEPT_CAMP.body, least } });
      const whole = area({ ...KEPT_CAMP, body: { ...KEPT_CAMP.body, least } });
      const none = area({ ...KEPT_CAMP, body: { ...KEPT_CAMP.body, least } });
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
