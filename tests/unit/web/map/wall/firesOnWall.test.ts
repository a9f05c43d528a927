import { expect, test } from 'vitest';
import type { FireBody, FiresBody } from '#shared/fires/FiresBody.ts';
import { ringOfBox } from '#shared/geo/shape/Shape.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { firesOnWall, inArea } from '#web/map/wall/firesOnWall.ts';

const NOW_MS = Date.UTC(2026, 6, 20, 15);
const iso = (hoursAgo: number) => new Date(NOW_MS - hoursAgo * HOUR_MS).toISOString();
const BOX = { west: 24, south: 42, east: 25, north: 43 };

const fire = (hoursAgo: number, told: Partial<FireBody> = {}): FireBody => ({
  ...{ id: 'f', latitude: 42.5, longitude: 24.5, firstSeen: iso(hoursAgo), lastSeen: iso(hoursAgo), frpMw: 5 },
  ...{ static: false, state: 'none', chance: 0, candidates: [], ...told },
});
const seen = (...hoursAgo: (number | null)[]): FiresBody['sources'] =>
  hoursAgo.map((hours) => ({ satellite: 's', newest: hours === null ? null : iso(hours), state: 'fresh' }));
const told = (fires: FireBody[], sources = seen(2, 3), more: Partial<FiresBody> = {}) =>
  firesOnWall({ fires, sources, ...more }, inArea([], BOX), NOW_MS);

test('fires of the last day in the area are counted, those likely lightning and static sources apart', () => {
  const fires = [
    fire(1),
    fire(2, { state: 'likely', chance: 0.7 }),
    fire(3, { static: true }),
    fire(23, { longitude: 25.1 }),
    fire(25, { state: 'likely' }),
  ];
  const expected = { fires: 2, likely: 1, fixed: 1, atLeast: false, kind: 'fresh', newestMs: NOW_MS - 2 * HOUR_MS };
  expect(told(fires)).toEqual(expected);
});

test('a satellite ages by the clock, whatever was said of it when it was asked', () => {
  expect(told([], seen(2, 8))).toMatchObject({ kind: 'part', fires: 0 });
  expect(told([], seen(7, 8))).toMatchObject({ kind: 'late' });
  expect(told([], seen(13, null))).toMatchObject({ kind: 'dead', newestMs: NOW_MS - 13 * HOUR_MS });
  expect(told([], seen(null))).toMatchObject({ kind: 'none' });
});

test('only a wall whose area reaches there says that nothing is known of the south', () => {
  const south = { below: 36.5, newest: iso(13), state: 'fresh' as const };
  const kindOf = (box: typeof BOX) =>
    firesOnWall({ fires: [], sources: seen(2), south }, inArea([], box), NOW_MS)?.kind;
  expect([BOX, { ...BOX, south: 35 }].map(kindOf)).toEqual(['fresh', 'part']);
});

test('nothing is said where nobody tells of fires', () => {
  expect(told([fire(1)], [])).toBeUndefined();
});

test('a list that goes on after fires of the last day holds at least so many', () => {
  const goesOn = { next: '/api/v1/fires?cursor=x' };
  expect(told([fire(1), fire(2)], undefined, goesOn)).toMatchObject({ fires: 2, atLeast: true });
  expect(told([fire(1), fire(30)], undefined, goesOn)).toMatchObject({ fires: 1, atLeast: false });
  expect(told([fire(1), fire(2)])).toMatchObject({ fires: 2, atLeast: false });
});

test('an outline holds what lies within a pixel of it, wherever the map looks', () => {
  const square = (box: typeof BOX) => ({ type: 'Polygon', coordinates: [ringOfBox(box)] }) as const;
  const { holds, south } = inArea([square(BOX), square({ ...BOX, west: 26, east: 27 })], undefined);
  const at = (longitude: number) => holds({ latitude: 42.5, longitude });
  expect([24.5, 25.01, 25.05, 26.5].map(at)).toEqual([true, true, false, true]);
  expect(south).toBe(42);
  expect(inArea([], undefined).holds({ latitude: 42, longitude: 24 })).toBe(false);
});
