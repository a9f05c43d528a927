import { expect, test } from 'vitest';
import { type BurntArea, confirmedFires } from '#shared/fires/burntAreas.ts';
import { ringOfBox } from '#shared/geo/shape/Shape.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { aFire, aHotspot, SEEN_MS } from './aHotspot.ts';

/** Some 1.6 km wide and 2.2 km tall around the place of the hotspots. */
const AREA: BurntArea = {
  ...{ id: '1', burntMs: SEEN_MS, updatedMs: SEEN_MS + 3 * DAY_MS },
  rings: [ringOfBox({ west: 23.99, south: 41.99, east: 24.01, north: 42.01 })],
};
const isConfirmed = (eastKm: number, hours = 0, area = AREA) =>
  confirmedFires([aFire(aHotspot(eastKm, 0, hours))], [area]).size === 1;

test('a burnt area confirms the fires whose pixels touch it', () => {
  expect([0, 0.9, 1.2].map((km) => isConfirmed(km))).toEqual([true, true, false]);
  const far = { ...AREA, rings: [ringOfBox({ west: 20, south: 40, east: 20.1, north: 40.1 })] };
  expect(isConfirmed(0, 0, far)).toBe(false);
  expect(isConfirmed(0, 0, { ...far, rings: [...far.rings, ...AREA.rings] })).toBe(true);
});

test('it confirms none that was over days before it burnt, nor one that began after it was drawn', () => {
  expect([-49, -47, 71, 73].map((hours) => isConfirmed(0, hours))).toEqual([false, true, true, false]);
});
