import { expect, test } from 'vitest';
import { createNowcast } from '#shared/nowcast/createNowcast.ts';

const START_MS = Date.UTC(2026, 6, 1, 12);
const MINUTE_MS = 60_000;

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
