import { expect, test } from 'vitest';
import { FIRMS_DISCLAIMER } from '#shared/fires/FiresBody.ts';
import { aHotspot } from '#tests/unit/shared/fires/aHotspot.ts';
import type { KeptFire } from '#worker/fires/FireTable.ts';
import { collectionDocument } from '#worker/ogc/documents.ts';
import { fireFeature, hotspotFeature } from '#worker/ogc/fireItems.ts';
import { attributionOf } from '#worker/ogc/OgcSite.ts';

const ID = '0ghxs07k3p0bgrk1';
const FIRE: KeptFire = {
  ...{ id: ID, latitude: 42.1234567, longitude: 24, firstSeenMs: 0, lastSeenMs: 60_000, frpMw: 1.239, isStatic: true },
  ...{ state: 'likely', chance: 0.61 },
  candidates: [
    { strikeId: 's1', distanceKm: 0.4, timestamp: '1970-01-01T00:00:00.000Z', share: 0.7 },
    { strikeId: 's2', distanceKm: 0.2, timestamp: '1970-01-01T00:00:00.000Z', share: 0.1 },
  ],
};

test('a fire has the strike that fits best as flat fields, and none where there is none', () => {
  expect(fireFeature(FIRE, false)).toEqual({
    ...{ type: 'Feature', id: ID, geometry: { type: 'Point', coordinates: [24, 42.12346] } },
    properties: {
      ...{ firstSeen: '1970-01-01T00:00:00.000Z', lastSeen: '1970-01-01T00:01:00.000Z' },
      ...{ static: true, frpMw: 1.24, state: 'likely', chance: 0.61 },
      ...{ strikeId: 's1', strikeAt: '1970-01-01T00:00:00.000Z', strikeKm: 0.4, strikeShare: 0.7 },
    },
  });
  expect(fireFeature({ ...FIRE, candidates: [] }, true).properties).not.toHaveProperty('strikeId');
});

test('fires and hotspots of a simulated sky say that they are made up', () => {
  const spot = { ...aHotspot(), fire: null, withdrawn: true };
  for (const feature of [fireFeature(FIRE, true), hotspotFeature(spot, true)]) {
    expect(feature.properties.simulated).toBe(true);
  }
  expect(hotspotFeature(spot, false).properties).toMatchObject({ withdrawn: true, satellite: 'noaa-20' });
  expect(hotspotFeature(spot, false).properties).not.toHaveProperty('simulated');
});

test('NASA FIRMS is named with a link to its disclaimer, unless the sky is simulated', () => {
  const home = { west: 13, south: 34, east: 31, north: 48 };
  const real = {
    ...{ origin: 'https://a.example', root: 'https://a.example/ogc', home, nowMs: 2, keptFromMs: 0, dayFromMs: 1 },
    ...{ attribution: 'Us', simulated: false },
  };
  expect(attributionOf(real, 'hotspots')).toBe(`NASA FIRMS (${FIRMS_DISCLAIMER})`);
  expect(attributionOf(real, 'fires')).toMatch(/^NASA FIRMS .*; lightning: Us$/);
  expect(attributionOf(real, 'strikes')).toBe('Us');
  expect(attributionOf({ ...real, simulated: true }, 'fires')).toBe('Us');
  const disclaimer = { links: expect.arrayContaining([expect.objectContaining({ href: FIRMS_DISCLAIMER })]) };
  expect(collectionDocument(real, 'fires')).toMatchObject(disclaimer);
  expect(collectionDocument({ ...real, simulated: true }, 'fires')).not.toMatchObject(disclaimer);
});
