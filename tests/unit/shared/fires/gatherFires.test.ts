import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gatherFires } from '#shared/fires/gatherFires.ts';
import { type Hotspot, hotspotKey } from '#shared/fires/Hotspot.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { aHotspot, SEEN_MS } from './aHotspot.ts';

const keyed = (...fires: readonly (readonly Hotspot[])[]) =>
  new Map(
    fires.flatMap((hotspots) => hotspots.map((one) => [hotspotKey(one), hotspotKey(hotspots[0] ?? one)] as const)),
  );
const ids = (hotspots: readonly Hotspot[], known?: ReadonlyMap<string, string>) =>
  gatherFires(hotspots, known).map(({ id }) => id);

describe('hotspots make fires', () => {
  test.each([
    ['edges 0.9 km apart', aHotspot(1.3), 1],
    ['edges 1.1 km apart', aHotspot(1.5), 2],
    ['71 hours apart', aHotspot(0, 0, 71), 1],
    ['73 hours apart', aHotspot(0, 0, 73), 2],
    ['the same pixel, by the satellite that comes 50 minutes later', aHotspot(0.1, 0, 50 / 60, 'suomi-npp'), 1],
  ])('%s', (_, other, count) => {
    expect(gatherFires([aHotspot(), other])).toHaveLength(count);
  });

  test('a wide pixel of MODIS reaches further than its middle', () => {
    expect(gatherFires([aHotspot(), { ...aHotspot(3.4, 0, 0, 'modis'), scanKm: 4.8 }])).toHaveLength(1);
  });

  test('passes are sightings of one fire: power is that of the newest pass, the place that of the first', () => {
    const [fire] = gatherFires([
      ...[aHotspot(0, 0), aHotspot(0.5, 0)],
      ...[aHotspot(1, 0, 12), aHotspot(1.2, 0, 12), aHotspot(1.4, 0, 12)],
    ]);
    expect(fire).toMatchObject({ firstSeenMs: SEEN_MS, lastSeenMs: SEEN_MS + 12 * HOUR_MS, frpMw: 15 });
    expect(fire?.longitude).toBeCloseTo((aHotspot(0).longitude + aHotspot(0.5).longitude) / 2, 9);
  });

  test('fires that grow together keep the older id', () => {
    const [left, right, bridge] = [aHotspot(0), aHotspot(2.4, 0, 1), aHotspot(1.2, 0, 6)];
    expect(ids([left, right])).toEqual([hotspotKey(left), hotspotKey(right)]);
    expect(ids([left, right, bridge], keyed([left], [right]))).toEqual([hotspotKey(left)]);
  });

  test('a hotspot that is older and comes later changes no id', () => {
    const [told, late] = [aHotspot(0), aHotspot(0.4, 0, -2, 'suomi-npp')];
    expect(ids([told, late])).toEqual([hotspotKey(late)]);
    expect(ids([told, late], keyed([told]))).toEqual([hotspotKey(told)]);
  });

  test('of a fire that falls apart, only the part with the oldest hotspot keeps the id', () => {
    const [left, right] = [aHotspot(0), aHotspot(2.4, 0, 1)];
    expect(ids([left, right], keyed([left, right]))).toEqual([hotspotKey(left), hotspotKey(right)]);
  });
});

describe('neither order nor repetition changes anything', () => {
  const hotspot = fc
    .tuple(
      fc.integer({ min: -12, max: 12 }),
      fc.integer({ min: -12, max: 12 }),
      fc.integer({ min: 0, max: 200 }),
      fc.constantFrom('noaa-20' as const, 'modis' as const),
    )
    .map(([east, north, hours, satellite]) => aHotspot(east * 0.7, north * 0.7, hours, satellite));
  const hotspots = fc.array(hotspot, { minLength: 1, maxLength: 40 });

  test('of hotspots that are gathered at once', () => {
    const shuffled = hotspots.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: 2 * all.length })),
    );
    fc.assert(
      fc.property(shuffled, ([all, again]) => {
        expect(gatherFires(again)).toEqual(gatherFires(all));
      }),
    );
  });

  test('of hotspots that come pass by pass, each gathered with what was known before', () => {
    fc.assert(
      fc.property(hotspots, (all) => {
        const byTime = all.toSorted((a, b) => (hotspotKey(a) < hotspotKey(b) ? -1 : 1));
        let known = new Map<string, string>();
        for (const count of byTime.keys()) {
          const fires = gatherFires(byTime.slice(0, count + 1), known);
          known = new Map(fires.flatMap((fire) => fire.hotspots.map((one) => [hotspotKey(one), fire.id] as const)));
        }
        expect(gatherFires(all, known)).toEqual(gatherFires(all));
      }),
      { numRuns: 50 },
    );
  });
});
