import * as v from 'valibot';
import { expect, test } from 'vitest';
import { FiresBody } from '#shared/fires/FiresBody.ts';
import { WholeFireBody } from '#shared/fires/WholeFireBody.ts';
import { HOME_BOX } from '#shared/geo/Areas.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { aHotspot } from '#tests/unit/shared/fires/aHotspot.ts';
import type { KeptFire } from '#worker/fires/FireTable.ts';
import type { KeptHotspot, SourceRows } from '#worker/fires/HotspotTable.ts';
import { fireBody, firesContext, wholeFireBody } from '#worker/routes/fires/firesBody.ts';

const NOW_MS = Date.UTC(2026, 6, 20, 18);
const FLARE: KeptFire = {
  ...{ id: 'flare', latitude: 42.123456789, longitude: 24, firstSeenMs: NOW_MS - 9e8, lastSeenMs: NOW_MS - 6e6 },
  ...{ frpMw: 5.256, isStatic: true, state: 'none', chance: 0, candidates: [] },
};
const ROWS: SourceRows = {
  satellites: [{ satellite: 'modis', newestMs: null, cause: 'never read' }],
  southMs: NOW_MS - 13 * HOUR_MS,
};
const AREAS = { home: HOME_BOX, coverage: HOME_BOX };

test('a static source is told as one', () => {
  expect(fireBody(FLARE)).toMatchObject({ latitude: 42.12346, static: true, frpMw: 5.26 });
  expect(fireBody({ ...FLARE, isStatic: false })).toMatchObject({ static: false });
});

test('fires of a simulated sky are said to be simulated, those of a real one are not', () => {
  const bodyOf = (source: 'live' | 'simulated') =>
    v.parse(FiresBody, {
      fires: [fireBody(FLARE)],
      ...firesContext(ROWS, { source, fires: undefined, areas: AREAS }, NOW_MS),
    });
  expect(bodyOf('simulated')).toHaveProperty('simulated', true);
  expect(bodyOf('live')).not.toHaveProperty('simulated');
});

test('the south is told of where files of its own are read for it', () => {
  const southOf = (mapKey: string | undefined, south: number) => {
    const areas = { ...AREAS, home: { ...HOME_BOX, south } };
    return firesContext(ROWS, { source: 'live', fires: { baseUrl: '', mapKey }, areas }, NOW_MS).south;
  };
  expect(southOf(undefined, 34)).toEqual({ below: 36.5, newest: '2026-07-20T05:00:00Z', state: 'dead' });
  expect([southOf('key', 34), southOf(undefined, 40)]).toEqual([undefined, undefined]);
});

test('a fire whole has its newest hotspots and what each pass saw, and says if there are more', () => {
  const spot = (hoursAgo: number): KeptHotspot => ({
    ...{ ...aHotspot(), atMs: NOW_MS - hoursAgo * HOUR_MS, frpMw: 1.006, isDay: false },
    ...{ fire: 'flare', withdrawn: hoursAgo === 3 },
  });
  const spots = [spot(2), spot(2), spot(3), spot(9)];
  const bodyOf = (most: number) => v.parse(WholeFireBody, wholeFireBody(FLARE, spots, most, 'simulated'));
  expect(bodyOf(4)).toMatchObject({
    ...{ id: 'flare', static: true, state: 'none', cut: false, simulated: true },
    sightings: [
      { at: '2026-07-20T16:00:00Z', satellite: 'noaa-20', hotspots: 2, frpMw: 2.01 },
      { at: '2026-07-20T15:00:00Z', hotspots: 1 },
      { at: '2026-07-20T09:00:00Z', hotspots: 1 },
    ],
  });
  expect(bodyOf(4).hotspots.map(({ withdrawn }) => withdrawn)).toEqual([false, false, true, false]);
  expect(bodyOf(4).hotspots[0]).toMatchObject({ at: '2026-07-20T16:00:00Z', confidence: 'nominal', day: false });
  expect(bodyOf(3)).toMatchObject({ cut: true, sightings: { length: 2 }, hotspots: { length: 3 } });
});
