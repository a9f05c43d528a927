import { expect, test } from 'vitest';
import { parseMapQuery } from '#web/ground/view/mapQuery.ts';
import { clearOf } from '#web/map/openStrike/openStrike.tsx';
import { sharePath } from '#web/map/openStrike/StrikePopup.tsx';
import { windowHolding } from '#web/map/openStrike/useOpenStrike.ts';

test('a strike above a sheet stays where it is', () => {
  expect(clearOf({ x: 180, y: 300 }, { left: 0, top: 400 })).toEqual([0, 0]);
});

test('a strike below the upper edge of a sheet rises above it', () => {
  expect(clearOf({ x: 180, y: 420 }, { left: 0, top: 400 })).toEqual([0, 52]);
});

test('beside a sheet that leaves room at its left, a strike goes the shorter way', () => {
  expect(clearOf({ x: 360, y: 350 }, { left: 380, top: 100 })).toEqual([12, 0]);
  expect(clearOf({ x: 300, y: 350 }, { left: 380, top: 100 })).toEqual([0, 0]);
});

test('a shared strike carries the sharer’s language, its id, its time and place for where the id is not known, and the time range', () => {
  const strike = { latitude: 42.69771, longitude: 23.32193, atMs: Date.UTC(2026, 6, 1, 12, 0, 0, 123) };
  const url = new URL(sharePath('a/b', strike, 6 * 3_600_000, 'bg'), 'https://example.org');
  expect(url.pathname).toBe('/bg/map/a%2Fb');
  expect(parseMapQuery(url.search).hint).toEqual(strike);
  expect(parseMapQuery(url.search).windowMs).toBe(6 * 3_600_000);
  expect(parseMapQuery(url.search).view).toEqual({ latitude: 42.6977, longitude: 23.3219, zoom: 11 });
});

const MINUTE = 60_000;
const NOW = 1_800_000_000_000;

test.each([
  { age: 5, window: 10, held: 10 },
  { age: 5, window: 1_440, held: 1_440 },
  { age: 59, window: 10, held: 60 },
  { age: 60, window: 60, held: 360 },
  { age: 700, window: 60, held: 1_440 },
  { age: 2_000, window: 60, held: 60 },
])('a strike $age min old turns a range of $window min into $held min', ({ age, window, held }) => {
  expect(windowHolding(NOW - age * MINUTE, NOW, window * MINUTE)).toBe(held * MINUTE);
});
