import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { readCsv } from '#shared/csv.ts';
import { formatHoldover, HoldoverBody, holdoverBody } from '#shared/fires/HoldoverBody.ts';
import { cornersOfCell, type HoldoverList, holdoverList } from '#shared/fires/holdover.ts';
import { HOLDOVER, unseenShare } from '#shared/fires/survival.ts';
import { distanceKm } from '#shared/geo/geodesy.ts';
import type { Strike } from '#shared/strike.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';
import type { Span } from '#shared/time/spans.ts';

const NOW_MS = Date.parse('2026-07-20T06:00:00Z');

/** In a square that has no other flash, so many squares to the east of the first. */
const aFlash = (id: string, hours: number, east = 0, more: Partial<Strike> = {}): Strike => ({
  ...{ id, latitude: 42.003, longitude: 24.003 + east * 0.0243, atMs: NOW_MS - hours * HOUR_MS },
  ...more,
});

function listOf(strikes: readonly Strike[]): HoldoverList {
  const work = holdoverList(strikes, NOW_MS);
  for (;;) {
    const piece = work.next();
    if (piece.done) return piece.value;
  }
}

const cellAt = (east: number) => listOf([aFlash('', 1, east)]).cells[0]?.id;

describe('unseen starts', () => {
  test('of one flash are one in 840 times what the curves leave: Mediterranean, cautious, and a fifth of the way between', () => {
    const low = unseenShare(HOLDOVER.mediterranean, 24) / 840;
    const high = unseenShare(HOLDOVER.cautious, 24) / 840;
    const { all } = listOf([aFlash('a', 24)]);
    expect(all.low).toBeCloseTo(low, 9);
    expect(all.high).toBeCloseTo(high, 9);
    expect(all.expected).toBeCloseTo(0.8 * low + 0.2 * high, 9);
  });

  test('sum up over cells, which come by what is expected: a fresh flash before ten of three days ago', () => {
    const old = Array.from({ length: 10 }, (_, index) => aFlash(`o${index}`, 72 + index, 3));
    const list = listOf([...old, aFlash('a', 10)]);
    expect(list.cells.map(({ id, flashes }) => [id, flashes])).toEqual([
      [cellAt(3), 10],
      [cellAt(0), 1],
    ]);
    const fresh = listOf([...old, aFlash('f', 0.5)]);
    expect(fresh.cells[0]).toMatchObject({ id: cellAt(0), newestMs: NOW_MS - HOUR_MS / 2 });
    expect(list.all.expected).toBeCloseTo(
      list.cells.reduce((sum, { expected }) => sum + expected, 0),
      12,
    );
    expect(listOf([aFlash('a', 10), ...old.toReversed()])).toEqual(list);
  });

  test('of the strokes of one flash are those of one flash, shared by the cells that it struck', () => {
    const strokes = [0, 1].map((east) => aFlash(`s${east}`, 10 - (east * 50) / HOUR_MS, east));
    const list = listOf(strokes);
    expect(list.flashes).toBe(1);
    expect(list.cells).toHaveLength(2);
    expect(list.all.expected).toBeCloseTo(listOf([aFlash('a', 10)]).all.expected, 7);
  });

  test('are none of a flash in a cloud', () => {
    expect(listOf([aFlash('a', 10, 0, { detail: { type: 'cloud' } })]).cells).toEqual([]);
  });

  test('of any strike lie in the cell that holds it, whose middle is at most 1.5 km away', () =>
    fc.assert(
      fc.property(
        fc.double({ min: 34, max: 48, noNaN: true }),
        fc.double({ min: 13, max: 31, noNaN: true }),
        (latitude, longitude) => {
          const [cell] = listOf([aFlash('a', 1, 0, { latitude, longitude })]).cells;
          expect(distanceKm({ latitude, longitude }, cell ?? { latitude: 0, longitude: 0 })).toBeLessThan(1.5);
          const [southWest, , northEast] = cornersOfCell({ latitude, longitude });
          const [[west = 180, south = 90] = [], [east = -180, north = -90] = []] = [southWest, northEast];
          expect(longitude > west - 1e-5 && longitude < east + 1e-5).toBe(true);
          expect(latitude > south - 1e-5 && latitude < north + 1e-5).toBe(true);
        },
      ),
    ));

  test('are listed for the 2,000 cells where the most are expected, and told of all', () => {
    const hours = Array.from({ length: 2_500 }, (_, east) => 1 + east / 100);
    const list = listOf(hours.map((hour, east) => aFlash(String(east), hour, east)));
    expect(list).toMatchObject({ found: 2_500, flashes: 2_500 });
    expect(list.cells.map(({ newestMs }) => (NOW_MS - newestMs) / HOUR_MS)).toEqual(
      hours.slice(0, 2_000).map((hour) => expect.closeTo(hour, 6)),
    );
    expect(list.all.expected).toBeGreaterThan(list.cells.reduce((sum, { expected }) => sum + expected, 0));
  });

  test('of 80,000 strokes are reckoned in pieces of some thousand', () => {
    const strikes = Array.from({ length: 80_000 }, (_, index) => aFlash(String(index), index / 2_000, index % 20_000));
    const work = holdoverList(strikes, NOW_MS);
    let pieces = 1;
    let piece = work.next();
    for (; !piece.done; piece = work.next()) pieces += 1;
    expect(pieces).toBeGreaterThanOrEqual(40);
  });
});

const facts = (more: object = {}) => ({
  ...{ nowMs: NOW_MS, days: 3, edgeMs: NOW_MS - 3 * DAY_MS, radius50Km: 2 },
  extent: { completeToMs: NOW_MS - 10_000, unread: [] as Span[] },
  ...more,
});
const told = (more: object = {}) => holdoverBody(listOf([aFlash('a', 20), aFlash('b', 10, 2)]), facts(more));

describe('the list as it is told', () => {
  test('keeps to its schema', () => {
    expect(v.is(HoldoverBody, told())).toBe(true);
    expect(told().cells.map(({ id }) => id)).toEqual([cellAt(2), cellAt(0)]);
  });

  test('says at least where time was not read, not searched, or is not known to be read', () => {
    expect(told().atLeast).toBe(false);
    const gap: Span = [NOW_MS - 2 * HOUR_MS, NOW_MS - HOUR_MS];
    expect(told({ extent: { completeToMs: NOW_MS, unread: [gap] } }).atLeast).toBe(true);
    expect(told({ extent: { completeToMs: NOW_MS - HOUR_MS, unread: [] } }).atLeast).toBe(true);
    expect(told({ extent: { completeToMs: null, unread: [] } }).atLeast).toBe(true);
    expect(told({ edgeMs: NOW_MS - DAY_MS })).toMatchObject({ atLeast: true, searched: { cut: true } });
  });

  test('is GeoJSON of closed counter-clockwise squares around the middle of each cell, and says that it is no protection', () => {
    const { type, features, note } = JSON.parse(formatHoldover('geojson', told()).body);
    expect(type).toBe('FeatureCollection');
    expect(note).toContain('Not for the protection of life or property');
    expect(features).toHaveLength(2);
    for (const { geometry, properties } of features) {
      const [ring] = geometry.coordinates;
      expect(ring).toHaveLength(5);
      expect(ring[4]).toEqual(ring[0]);
      expect((ring[0][0] + ring[2][0]) / 2).toBeCloseTo(properties.longitude, 4);
      expect((ring[0][1] + ring[2][1]) / 2).toBeCloseTo(properties.latitude, 4);
      const area = ring
        .slice(1)
        .reduce(
          (sum: number, [x, y]: number[], at: number) => sum + ring[at][0] * (y ?? 0) - (x ?? 0) * ring[at][1],
          0,
        );
      expect(area).toBeGreaterThan(0);
    }
  });

  test('is CSV with a row for each cell, by rank', () => {
    const { cells } = told();
    const read: (readonly string[])[] = [];
    readCsv(formatHoldover('csv', told()).body, ',', { rows: 10_000, fields: 20 }, (row) => read.push(row));
    const [head, ...rows] = read;
    expect(head).toEqual(['rank', 'id', 'latitude', 'longitude', 'flashes', 'newest', 'expected', 'low', 'high']);
    expect(rows).toEqual(
      cells.map(({ id, latitude, longitude, flashes, newest, expected, low, high }, at) =>
        [at + 1, id, latitude, longitude, flashes, newest, expected, low, high].map(String),
      ),
    );
  });
});
