import { expect, test } from 'vitest';
import { HOME_BOX } from '#shared/geo/Areas.ts';
import { bboxWithin, parseBBox } from '#shared/geo/BBox.ts';
import { NAMED_PLACES, type NamedPlace } from '#shared/places/NamedPlaces.ts';
import { frameOf, pictureSvg } from '#worker/picture/pictureSvg.ts';
import { pictureHtml } from '#worker/places/pictureHtml.ts';
import { factsOf } from '#worker/places/placeSky.ts';
import { aSky, NOW, someCounts } from './aPlacePage.ts';

const northernmost = NAMED_PLACES.reduce((most, place) => (place.latitude > most.latitude ? place : most));
const plovdiv = NAMED_PLACES.find(({ slug }) => slug === 'plovdiv') as NamedPlace;

test.each([
  ['in the middle of home', plovdiv, false],
  ['of simulated weather', plovdiv, true],
  ['at the edge of home, beyond which is hatched', northernmost, true],
])('the mark stands where the picture would draw a strike at the place: %s', (_, place, simulated) => {
  const sky = aSky({ simulated });
  const page = { place, language: 'en', nowMs: NOW, sky, counts: someCounts(), neighbours: [] } as const;
  const html = pictureHtml({ ...page, facts: factsOf(place, sky, NOW) });
  const box = parseBBox(/bbox=([^&]*)/.exec(html)?.[1] ?? '');
  if (!box.ok) throw new Error('the picture has a box');
  const size = { width: 480, height: 400 };
  const { bbox } = box;
  const isBeyond = !bboxWithin(frameOf({ bbox, size, strips: 0 }).box, HOME_BOX);
  const look = {
    bbox,
    size,
    strips: Number(simulated) + Number(isBeyond),
    theme: 'light',
    language: 'en',
    host: '',
  } as const;
  const strikes = [{ id: 's', ordinal: 1, latitude: place.latitude, longitude: place.longitude, atMs: NOW - 1_000 }];
  const seen = { kind: 'each', strikes } as const;
  const read = { state: 'live', completeToMs: NOW, unread: [], home: HOME_BOX, simulated, primary: undefined } as const;
  const svg = pictureSvg({ nowMs: NOW, fromMs: NOW - 3_600_000, edgeMs: NOW - 3_600_000, seen, ...read }, look);
  const [, x, y] = /<circle cx="(\d+)" cy="(\d+)"/.exec(html) ?? [];
  expect(svg).toContain(`d="M${x} ${y}h0"`);
});
