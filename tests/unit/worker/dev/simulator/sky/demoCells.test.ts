import { expect, test } from 'vitest';
import { distanceKm } from '#shared/geo/geodesy.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { demoCells, moved } from '#worker/dev/simulator/sky/stormCells.ts';
import { stormModel } from '#worker/dev/simulator/sky/stormModel.ts';

const SOFIA = { longitude: 23.3219, latitude: 42.6977 };
const DAY = 20_000;

test('in the demo scene lightning has struck within 15 km of the map’s first centre in every ten minutes of a day', () => {
  const model = stormModel(1, 'demo');
  for (let slot = 0; slot < 144; slot += 1) {
    const fromMs = DAY * 24 * HOUR_MS + slot * 600_000;
    const near = model.strikesBetween(fromMs, fromMs + 600_000).filter((strike) => distanceKm(strike, SOFIA) <= 15);
    expect(near.length, `minutes ${slot * 10} to ${slot * 10 + 10}`).toBeGreaterThan(0);
  }
});

test('a demo cell stays within 15 km of it all its life', () => {
  for (const cell of demoCells(7, DAY)) {
    for (let share = 0; share <= 1; share += 0.1) {
      const hours = (share * (cell.diesMs - cell.bornMs)) / HOUR_MS;
      expect(distanceKm(moved(cell, cell.eastKmh * hours, cell.northKmh * hours), SOFIA)).toBeLessThan(15);
    }
  }
});
