import { expect, test } from 'vitest';
import { coneEnd, coneOf, middleAfter, strayKm } from '#web/map/stormCells/coneOf.ts';

/** To the east at 40 km/h. */
const cell = { xKm: 10, yKm: -5, vx: 40 / 60, vy: 0, sigma: 0.15 };

test('the cone begins at the cell, holds its way of 30 minutes in its middle and ends beyond it', () => {
  const cone = coneOf(cell);
  expect(cone[0]).toEqual({ xKm: 10, yKm: -5 });
  expect(middleAfter(cell, 30)).toEqual({ xKm: 30, yKm: -5 });
  const end = coneEnd(cell);
  expect(end.xKm).toBeCloseTo(30 + strayKm(0.15, 30), 6);
  expect(Math.max(...cone.map(({ xKm }) => xKm))).toBeCloseTo(end.xKm, 6);
  const sides = cone.map(({ yKm }) => yKm + 5);
  expect(Math.max(...sides)).toBeCloseTo(strayKm(0.15, 30), 6);
  expect(Math.min(...sides)).toBeCloseTo(-strayKm(0.15, 30), 6);
});

test('the cone widens with time and with what is not known of the velocity, and never closes to a line', () => {
  expect(strayKm(0.15, 20)).toBeGreaterThan(strayKm(0.15, 10));
  expect(strayKm(0.3, 20)).toBeGreaterThan(strayKm(0.15, 20));
  // 1.28 standard deviations hold eight of ten.
  expect(strayKm(0.3, 30)).toBeGreaterThan(1.28 * 0.3 * 30);
  expect(strayKm(0, 30)).toBeGreaterThan(7);
});

test('a cell that does not move has a cone without an end elsewhere', () => {
  expect(coneEnd({ ...cell, vx: 0 })).toEqual({ xKm: 10, yKm: -5 });
});
