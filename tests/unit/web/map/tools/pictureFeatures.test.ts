import { describe, expect, test } from 'vitest';
import { distanceKm } from '#shared/geo/geodesy.ts';
import { ringOfBox } from '#shared/geo/shape/Shape.ts';
import type { Picture } from '#web/ground/picture/Picture.ts';
import { areaFeatures, pictureFeatures } from '#web/map/tools/pictureFeatures.ts';

const FIRE: Picture = {
  shape: { type: 'Point', coordinates: [23.32, 42.7] },
  circles: [
    { km: 1, label: '1 km' },
    { km: 6, label: '6 km' },
  ],
  points: [
    {
      id: 'a',
      latitude: 42.71,
      longitude: 23.32,
      label: '1',
      ellipse: { semiMajorKm: 4, semiMinorKm: 1, bearingDegrees: 90 },
    },
    { latitude: 42.69, longitude: 23.32, label: '' },
  ],
};

const kindsOf = (picture: Picture) =>
  pictureFeatures(picture).features.map(({ properties, geometry }) => `${properties?.kind} ${geometry.type}`);

describe('an answer on the map', () => {
  test('is what was asked about, a ring for each distance with its name, and where its points may lie', () => {
    expect(kindsOf(FIRE)).toEqual([
      'shape Point',
      'circle LineString',
      'circle LineString',
      'ellipse LineString',
      'point Point',
    ]);
    const [, first] = pictureFeatures(FIRE).features;
    expect(first?.properties?.label).toBe('1 km');
  });

  test('draws distances around a line as the function that judges strikes has them', () => {
    const line: Picture = {
      ...FIRE,
      shape: {
        type: 'LineString',
        coordinates: [
          [23.3, 42.7],
          [23.4, 42.7],
        ],
      },
    };
    expect(kindsOf(line).slice(0, 2)).toEqual(['shape LineString', 'circle MultiLineString']);
  });

  test('has ellipses as long and as wide as they are, turned as they are', () => {
    const ellipse = pictureFeatures(FIRE).features.find(({ properties }) => properties?.kind === 'ellipse');
    const centre = { latitude: 42.71, longitude: 23.32 };
    const corners = ellipse?.geometry.type === 'LineString' ? ellipse.geometry.coordinates : [];
    const away = corners.map(([longitude = 0, latitude = 0]) => ({
      km: distanceKm(centre, { longitude, latitude }),
      east: Math.abs(longitude - centre.longitude),
      north: Math.abs(latitude - centre.latitude),
    }));
    const longest = away.reduce((most, one) => (one.km > most.km ? one : most));
    const shortest = away.reduce((least, one) => (one.km < least.km ? one : least));
    expect(longest.km).toBeCloseTo(4, 1);
    expect(shortest.km).toBeCloseTo(1, 1);
    expect(longest.east).toBeGreaterThan(longest.north);
    expect(shortest.north).toBeGreaterThan(shortest.east);
  });
});

test('an area is filled island by island, with its level, whether it is hardly known, and what the list calls it', () => {
  const ring = ringOfBox({ west: 23, south: 42, east: 23.3, north: 42.2 });
  const island = { type: 'Polygon', coordinates: [ring] } as const;
  const { features } = areaFeatures([
    { id: 'GR.crete', polygons: [island, island], level: 3, few: true, label: 'Crete: 0.1' },
  ]);
  const feature = { properties: { id: 'GR.crete', level: 3, few: true }, geometry: island };
  expect(features).toMatchObject([feature, feature]);
});
