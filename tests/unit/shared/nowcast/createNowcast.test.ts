import { describe, expect, test } from 'vitest';
import type { Stroke } from '#shared/nowcast/cells/FlashWindow.ts';
import { createPlane } from '#shared/nowcast/cells/plane.ts';
import { createNowcast, type RunningNowcast } from '#shared/nowcast/createNowcast.ts';
import { forecastAt } from '#shared/nowcast/place/forecastAt.ts';
import { decodeCells, encodeCells } from '#shared/wire/cellsEvent.ts';
import { CENTRE, type MovingCell, strokesOf } from './movingCell.ts';

const MINUTE_MS = 60_000;
const plane = createPlane(CENTRE);
const storm: MovingCell = { from: { xKm: 0, yKm: 0 }, east: 40, north: 30, perMinute: 2, spreadKm: 0.5 };

function run(
  minutes: number,
  strokes: (minute: number) => readonly Stroke[],
  nowcast = createNowcast(CENTRE),
): RunningNowcast {
  for (let minute = 0; minute < minutes; minute += 1) nowcast.tick((minute + 1) * MINUTE_MS, strokes(minute));
  return nowcast;
}

describe('a storm that moves straight on', () => {
  test.each([1, 2, 3, 4, 5])(
    'has its speed within 10 % and its heading within 10° after 15 min at 2 flashes a minute (%i)',
    (seed) => {
      const [cell] = run(15, (minute) => strokesOf({ ...storm, seed }, minute)).cells();
      const speed = Math.hypot(cell?.eastKmH ?? 0, cell?.northKmH ?? 0);
      expect(Math.abs(speed - 50)).toBeLessThan(5);
      const heading = (Math.atan2(cell?.northKmH ?? 0, cell?.eastKmH ?? 0) * 180) / Math.PI;
      expect(Math.abs(heading - (Math.atan2(30, 40) * 180) / Math.PI)).toBeLessThan(10);
      expect(cell?.showArrow).toBe(true);
    },
  );

  test('keeps its number, and has a past path', () => {
    const nowcast = run(40, (minute) => strokesOf(storm, minute));
    expect(nowcast.cells().map(({ id }) => id)).toEqual([1]);
    expect(nowcast.reports()[0]?.track).toHaveLength(3);
    expect(nowcast.reports()[0]?.ageMinutes).toBeGreaterThan(35);
  });

  test('is gone ten minutes after its last flash', () => {
    const nowcast = run(15, (minute) => strokesOf(storm, minute));
    for (let minute = 15; minute < 26; minute += 1) nowcast.tick((minute + 1) * MINUTE_MS, []);
    expect(nowcast.cells()).toEqual([]);
  });

  test('comes to a place ahead of it: approaching, with a time and a range around it', () => {
    const nowcast = run(20, (minute) => strokesOf({ ...storm, perMinute: 6, spreadKm: 3 }, minute));
    const [cell] = nowcast.storms();
    const ahead = { xKm: (cell?.xKm ?? 0) + 24, yKm: (cell?.yKm ?? 0) + 18 };
    const { latitude, longitude } = plane.toDegrees(ahead);
    const answer = nowcast.at(latitude, longitude);
    expect(answer.state).toBe('approaching');
    expect(answer.etaMin).toBeGreaterThan(10);
    expect(answer.etaMin).toBeLessThan(30);
    const [from, to] = answer.range80 ?? [0, 0];
    expect(from).toBeLessThan(answer.etaMin ?? 0);
    expect(to).toBeGreaterThan(answer.etaMin ?? 0);
    expect(answer.p60).toBeGreaterThanOrEqual(answer.p30);
  });

  test('moves away from a place behind it, and says no time there', () => {
    const nowcast = run(30, (minute) => strokesOf({ ...storm, perMinute: 6, spreadKm: 3 }, minute));
    const [cell] = nowcast.storms();
    const { latitude, longitude } = plane.toDegrees({ xKm: (cell?.xKm ?? 0) - 30, yKm: (cell?.yKm ?? 0) - 22 });
    const answer = nowcast.at(latitude, longitude);
    expect(answer.state).toBe('away');
    expect(answer.etaMin).toBeUndefined();
  });
});

test('a storm that stands still gets no arrow, and nothing is said to approach', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const still = { ...storm, east: 0, north: 0, spreadKm: 4, seed };
    const nowcast = run(45, (minute) => strokesOf(still, minute));
    expect(nowcast.cells().map(({ showArrow }) => showArrow)).toEqual([false]);
    const { latitude, longitude } = plane.toDegrees({ xKm: 30, yKm: 0 });
    expect(nowcast.at(latitude, longitude).state).toBe('unclear');
  }
});

test('where a storm splits, the larger part keeps the number, and the other moves on as it did', () => {
  const large = { ...storm, perMinute: 6, spreadKm: 1 };
  const nowcast = run(50, (minute) => [
    ...strokesOf(large, minute),
    ...strokesOf({ ...large, perMinute: 3, seed: 2, from: { xKm: 0, yKm: Math.min(0, 20 - minute) } }, minute),
  ]);
  const cells = nowcast.cells().toSorted((a, b) => a.id - b.id);
  expect(cells.map(({ id }) => id)).toEqual([1, 2]);
  expect(cells[1]?.eastKmH).toBeGreaterThan(25);
});

test('where two storms become one, the number of the larger stays', () => {
  const large = { ...storm, perMinute: 6, spreadKm: 1 };
  const nowcast = run(40, (minute) => [
    ...strokesOf(large, minute),
    ...strokesOf({ ...large, perMinute: 2, seed: 2, from: { xKm: 0, yKm: Math.min(0, minute - 25) } }, minute),
  ]);
  expect(nowcast.cells()).toHaveLength(1);
  expect([1, 2]).toContain(nowcast.cells()[0]?.id);
});

test('the same strikes at the same minutes give the same answers', () => {
  const once = run(30, (minute) => strokesOf({ ...storm, spreadKm: 3 }, minute));
  const again = run(30, (minute) => strokesOf({ ...storm, spreadKm: 3 }, minute));
  expect(again.reports()).toEqual(once.reports());
  expect(again.at(42.2, 22.2)).toEqual(once.at(42.2, 22.2));
});

test('a sky without strikes is quiet, not safe: the chance is nought and no cell is told', () => {
  const nowcast = run(3, () => []);
  expect(nowcast.cells()).toEqual([]);
  expect(nowcast.at(42, 22)).toEqual({ state: 'quiet', p30: 0, p60: 0 });
});

test('a device that holds the event and the strikes comes to the answer of the server', () => {
  const strokes = Array.from({ length: 30 }, (_, minute) => strokesOf({ ...storm, perMinute: 5, spreadKm: 3 }, minute));
  const nowcast = run(30, (minute) => strokes[minute] ?? []);
  const event = encodeCells({ atMs: 30 * MINUTE_MS, cells: nowcast.reports(), odds: nowcast.learnt().odds });
  for (const [xKm, yKm] of [
    [45, 30],
    [0, 40],
    [-30, -20],
    [20, 15],
  ] as const) {
    const place = plane.toDegrees({ xKm, yKm });
    const server = nowcast.at(place.latitude, place.longitude);
    const device = forecastAt(place, decodeCells(event), strokes.flat());
    expect(device.state).toBe(server.state);
    expect(Math.abs(device.p30 - server.p30)).toBeLessThan(0.03);
    expect(Math.abs(device.p60 - server.p60)).toBeLessThan(0.03);
    expect(Math.abs((device.etaMin ?? 0) - (server.etaMin ?? 0))).toBeLessThan(3);
  }
});

const START_MS = Date.UTC(2026, 6, 1, 12);

/** Six flashes in the minute before `minute`, around a cell that drifts to the east. */
const strikesOf = (minute: number, latitude = 42) =>
  Array.from({ length: 6 }, (_, index) => ({
    latitude: latitude + (index % 3) * 0.01,
    longitude: 23 + minute * 0.008 + Math.floor(index / 3) * 0.01,
    atMs: START_MS + (minute - 1) * MINUTE_MS + index * 9_000,
  }));

test('[NC2] a cell that was given back its old id keeps it, its flashes and its motion; new ones get other ids', () => {
  const [renamed, plain] = [
    createNowcast({ latitude: 42, longitude: 23 }, 40),
    createNowcast({ latitude: 42, longitude: 23 }, 40),
  ];
  const both = [renamed, plain];
  for (let minute = 1; minute <= 10; minute += 1) {
    for (const nowcast of both) nowcast.tick(START_MS + minute * MINUTE_MS, strikesOf(minute));
  }
  expect(renamed.reports().map(({ id }) => id)).toEqual([40]);
  renamed.rename(new Map([[40, { id: 7, bornMs: START_MS - 60 * MINUTE_MS }]]));
  expect(renamed.reports()).toMatchObject([{ id: 7, ageMinutes: 70 }]);
  expect(new Set(renamed.carried().map(({ cell }) => cell))).toEqual(new Set([7]));
  for (let minute = 11; minute <= 15; minute += 1) {
    const strikes = [...strikesOf(minute), ...strikesOf(minute, 44)];
    for (const nowcast of both) nowcast.tick(START_MS + minute * MINUTE_MS, strikes);
  }
  expect(renamed.reports().map(({ id }) => id)).toEqual([7, 41]);
  expect(renamed.reports().map(({ id, ageMinutes, ...rest }) => rest)).toEqual(
    plain.reports().map(({ id, ageMinutes, ...rest }) => rest),
  );
  expect(renamed.nextId()).toBe(42);
});
