import { describe, expect, test } from 'vitest';
import { KM_PER_DEGREE } from '#shared/geo/geodesy.ts';
import { type KeptCell, matchKept } from '#worker/nowcast/KeptCells.ts';

const AT_MS = Date.UTC(2026, 6, 1, 12);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A place so many kilometres east and north of one at 42° N 23° E. */
function place(eastKm: number, northKm: number) {
  const latitude = 42 + northKm / KM_PER_DEGREE;
  return { latitude, longitude: 23 + eastKm / (KM_PER_DEGREE * Math.cos((latitude * Math.PI) / 180)) };
}
const kept = (id: number, eastKm: number, northKm: number, [eastKmH, northKmH] = [0, 0]): KeptCell => {
  return { id, ...place(eastKm, northKm), eastKmH, northKmH, bornMs: AT_MS - id * HOUR_MS };
};
const match = (found: readonly [number, number, number][], cells: readonly KeptCell[], minutes = 0) =>
  [
    ...matchKept(
      found.map(([id, east, north]) => ({ id, ...place(east, north) })),
      { atMs: AT_MS - minutes * MINUTE_MS, nextId: 50, cells },
      AT_MS,
    ),
  ].map(([id, old]) => [id, old.id]);

describe('cells after a restart', () => {
  test('[NC2] are the ones that were told where they should be by now', () => {
    // 60 km/h to the east for ten minutes.
    const before = [kept(1, 0, 0, [60, 0]), kept(2, 10, 0)];
    expect(match([[50, 10.5, 0]], before.slice(0, 1), 10)).toEqual([[50, 1]]);
    expect(match([[51, 11, 3]], before, 0)).toEqual([[51, 2]]);
    const cells = [kept(2, 0, 0)];
    const former = matchKept([{ id: 50, ...place(0, 0) }], { atMs: AT_MS, nextId: 50, cells }, AT_MS);
    expect(former.get(50)).toEqual({ id: 2, bornMs: AT_MS - 2 * HOUR_MS });
  });

  test('[NC2] are matched one to one, the nearest first', () => {
    const before = [kept(1, 0, 0), kept(2, 12, 0)];
    const found: [number, number, number][] = [
      [50, 7, 0],
      [51, 10, 0],
      [52, 0.5, 0],
    ];
    expect(match(found, before)).toEqual([
      [52, 1],
      [51, 2],
    ]);
  });

  test('[NC2] are new where none was told within 15 km, or only longer ago than a replay reaches', () => {
    expect(match([[50, 15.5, 0]], [kept(1, 0, 0)])).toEqual([]);
    expect(match([[50, 14.5, 0]], [kept(1, 0, 0)])).toEqual([[50, 1]]);
    expect(match([[50, 0, 0]], [kept(1, 0, 0)], 31)).toEqual([]);
  });
});
