import { describe, expect, test } from 'vitest';
import type { FireBody } from '#shared/fires/FiresBody.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';
import { isoMillis } from '#shared/time/isoTime.ts';
import { apart, contrast, EVERY_SIGHT } from '#tests/unit/shared/picture/colourSight.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { FIRE_AGES_MS, fireAgeStep, fireFeatures, fireRadiusPx, lineToBest } from '#web/map/fires/fireFeatures.ts';

const NOW = Date.parse('2026-07-14T12:00:00Z');
const FIRE: FireBody = {
  ...{ id: 'a', latitude: 42, longitude: 24, frpMw: 9, static: false, state: 'none', chance: 0, candidates: [] },
  firstSeen: isoMillis(NOW - 5 * DAY_MS),
  lastSeen: isoMillis(NOW - HOUR_MS),
};

test('a fire is drawn at its place with its age, its power and whether it is static; the largest beneath', () => {
  const old = { ...FIRE, id: 'b', frpMw: 100, static: true, lastSeen: isoMillis(NOW - 4 * DAY_MS) };
  const { features } = fireFeatures([FIRE, old], NOW);
  expect(features.map(({ properties }) => properties)).toEqual([
    { id: 'b', age: FIRE_AGES_MS.length, px: fireRadiusPx(100), static: true },
    { id: 'a', age: 0, px: fireRadiusPx(9), static: false },
  ]);
  expect(features[1]?.geometry.coordinates).toEqual([24, 42]);
});

test('steps of age end where the legend says, and the radius grows with the root of the power up to an end', () => {
  expect([5, 7, 30, 80].map((hours) => fireAgeStep(NOW - hours * HOUR_MS, NOW))).toEqual([0, 1, 2, 3]);
  expect(fireRadiusPx(36) - fireRadiusPx(16)).toBeCloseTo(fireRadiusPx(16) - fireRadiusPx(4));
  expect(fireRadiusPx(10_000)).toBe(fireRadiusPx(200));
});

test('the line leads from the fire to its lightning, and is none while that is not known', () => {
  const line = lineToBest(FIRE, { latitude: 42.1, longitude: 24.2 }).features[0]?.geometry;
  expect(line).toEqual({
    type: 'LineString',
    coordinates: [
      [24, 42],
      [24.2, 42.1],
    ],
  });
  expect(lineToBest(FIRE, undefined).features).toEqual([]);
});

describe.each(['light', 'dark'] as const)('fires on the %s map', (theme) => {
  const { fires, staticFire, marks } = mapColours[theme];

  test.each(EVERY_SIGHT)('are told from each other and from strikes by colour alone with %s sight', (sight) => {
    const all = [...fires, staticFire];
    for (const [index, one] of all.entries()) {
      for (const other of all.slice(index + 1)) expect(apart(one, other, sight)).toBeGreaterThan(0.05);
      for (const { main } of marks) expect(apart(one, main, sight)).toBeGreaterThan(0.05);
    }
  });

  test('stand out the more, the newer', () => {
    const ground = theme === 'light' ? '#ffffff' : '#000000';
    const held = fires.map((colour) => contrast(colour, ground));
    expect(held).toEqual(held.toSorted((a, b) => b - a));
  });
});
