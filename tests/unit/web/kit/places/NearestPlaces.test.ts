import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { circleAround } from '#shared/geo/geodesy.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { cpuMs } from '#tests/support/time/cpuMs.ts';
import { parseGazetteer } from '#web/kit/places/gazetteerText.ts';
import { NearestPlaces } from '#web/kit/places/NearestPlaces.ts';

const places = parseGazetteer(readFileSync(join(projectRoot, 'web/kit/places/data/gazetteer.txt'), 'utf8'));
const nearest = new NearestPlaces(places);
const BANSKO = { latitude: 41.838, longitude: 23.488 };

function away(from: { readonly latitude: number; readonly longitude: number }, km: number, eighth: number) {
  const [longitude, latitude] = circleAround(from, km, 8)[eighth] ?? [0, 0];
  return { latitude, longitude };
}

test.each([
  [0, 'n'],
  [2, 'e'],
  [4, 's'],
  [6, 'w'],
  [7, 'nw'],
] as const)('the direction is that from the place to the strike (%s eighths of a turn: %s)', (eighth, direction) => {
  const near = new NearestPlaces(places.filter(({ en }) => en === 'Bansko')).near(away(BANSKO, 3, eighth));
  expect(near?.direction).toBe(direction);
  expect(near?.km).toBeCloseTo(3, 0);
});

test('a known town is named rather than a village a little nearer', () => {
  const village = { en: 'Selo', ru: 'Село', bg: 'Село', also: [], country: 'BG', population: 300 };
  const town = { ...village, en: 'Grad', population: 90_000 };
  const both = new NearestPlaces([
    { ...town, latitude: 42, longitude: 23 },
    { ...village, latitude: 42.12, longitude: 23 },
  ]);
  expect(both.near({ latitude: 42.075, longitude: 23 })?.place.en).toBe('Grad');
  expect(both.near({ latitude: 42.118, longitude: 23 })?.place.en).toBe('Selo');
});

test('a village is named rather than a city an hour away', () => {
  const near = nearest.near({ latitude: 42.01, longitude: 23.9 });
  expect(near?.km).toBeLessThan(25);
  expect(near?.place.en).not.toBe('Sofia');
});

test('where nothing is within 60 km nothing is named', () => {
  expect(nearest.near({ latitude: 43.2, longitude: 31.4 })).toBeUndefined();
  expect(nearest.near({ latitude: 0, longitude: -179.9 })).toBeUndefined();
});

test('fifty strikes of the table are named within 25 ms', () => {
  const fifty = () => {
    for (let row = 0; row < 50; row++) nearest.near({ latitude: 41 + row / 20, longitude: 22 + row / 20 });
  };
  const ms = cpuMs(() => Array.from({ length: 30 }, fifty)) / 30;
  process.stdout.write(`50 strikes named in ${ms.toFixed(2)} ms\n`);
  expect(ms).toBeLessThan(25);
});
