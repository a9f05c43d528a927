import { expect, test } from 'vitest';
import { measureFrom } from '#web/sky/shown/measureFrom.ts';

const POINT = { latitude: 42, longitude: 24 };
const HERE = { latitude: 42.7, longitude: 23.3 };
const BOX = { west: 22, south: 41, east: 24, north: 43 };

test('distances are measured from the chosen point, else from the visitor, else from the middle of the map', () => {
  expect(measureFrom({ point: POINT, visitorAt: HERE, box: BOX })).toEqual({ at: POINT, by: 'point' });
  expect(measureFrom({ point: undefined, visitorAt: HERE, box: BOX })).toEqual({ at: HERE, by: 'visitor' });
  expect(measureFrom({ point: undefined, visitorAt: undefined, box: BOX })).toEqual({
    at: { latitude: 42, longitude: 23 },
    by: 'centre',
  });
  expect(measureFrom({ point: undefined, visitorAt: undefined, box: undefined })).toBeUndefined();
});
