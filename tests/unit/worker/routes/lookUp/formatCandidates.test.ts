import { expect, test } from 'vitest';
import type { Shape } from '#shared/geo/shape/Shape.ts';
import type { LookUpView } from '#shared/lookUp/LookUpView.ts';
import { readOutlines } from '#web/kit/places/outlines/readOutlines.ts';
import { formatCandidates } from '#worker/routes/lookUp/formatCandidates.ts';

const stroke = (id: string, latitude: number) => ({
  id,
  latitude,
  longitude: 23.4,
  timestamp: '2026-07-15T10:00:00.000Z',
});
const FIRE: Shape = {
  type: 'Polygon',
  coordinates: [
    [
      [23, 42],
      [23.1, 42],
      [23.1, 42.1],
      [23, 42],
    ],
  ],
};
const VIEW: LookUpView = {
  candidates: [
    {
      strikes: [stroke('a', 42.1), stroke('=b&', 42.2)],
      best: '=b&',
      score: 0.5,
      distanceKm: 0.25,
      ageH: 4.5,
      likelihood: 0.6,
    },
    { strikes: [stroke('c', 42.3)], best: 'c', score: 0.1, distanceKm: 2, ageH: 30, likelihood: 0.2 },
  ],
  found: 2,
  accuracy: { assumed: true, radius50Km: 2, radius90Km: 3.65 },
  searched: { from: '2026-07-01T14:00:00.000Z', to: '2026-07-15T14:00:00.000Z', cut: false },
  completeTo: '2026-07-15T14:00:00.000Z',
  unread: [],
};

test('CSV has a row for each candidate at its best stroke, safe in a spreadsheet, and says what is assumed', () => {
  expect(formatCandidates('csv', VIEW, FIRE).body.split('\r\n')).toEqual([
    'rank,score,likelihood,distanceKm,ageH,strokes,id,latitude,longitude,timestamp,assumedRadius50Km',
    "1,0.5,0.6,0.25,4.5,2,'=b&,42.2,23.4,2026-07-15T10:00:00.000Z,2",
    '2,0.1,0.2,2,30,1,c,42.3,23.4,2026-07-15T10:00:00.000Z,2',
    '',
  ]);
});

test('GeoJSON has a feature for each candidate, the fire and the error circles with their styles, and all that the JSON says', () => {
  const { features, ...others } = JSON.parse(formatCandidates('geojson', VIEW, FIRE).body);
  const { candidates, ...said } = VIEW;
  expect(others).toEqual({ type: 'FeatureCollection', ...said });
  expect(features.map(({ properties }: { properties: { kind: string } }) => properties.kind)).toEqual([
    ...['candidate', 'candidate', 'error', 'error', 'fire'],
  ]);
  expect(features[0]).toMatchObject({
    id: '=b&',
    geometry: { type: 'Point', coordinates: [23.4, 42.2] },
    properties: { rank: 1, strokes: 2, distanceKm: 0.25, strikes: candidates[0]?.strikes },
  });
  expect(features[2]).toMatchObject({ geometry: { type: 'Polygon' }, properties: { rank: 1, 'fill-opacity': 0.08 } });
  expect(features[4]).toMatchObject({ geometry: FIRE, properties: { stroke: '#d9480f' } });
});

test('KML has a placemark for each candidate, the fire and the error circles with their styles; it calls none a cause, and escapes what the provider named', () => {
  const { body } = formatCandidates('kml', VIEW, FIRE);
  expect(body.match(/<styleUrl>#\w+/g)).toEqual(
    ['fire', 'error', 'error', 'candidate', 'candidate'].map((style) => `<styleUrl>#${style}`),
  );
  expect(body).toContain('<Style id="fire"><IconStyle><color>ff0f48d9</color></IconStyle>');
  expect(body).toContain('<Placemark id="=b&amp;">');
  expect(body).toContain('<coordinates>23.4,42.2</coordinates>');
  expect(body).toContain('Candidates, not causes. The accuracy is assumed: 2 km (50 %)');
  const fire = /<Polygon>.*?<\/Polygon>/.exec(body)?.[0] ?? '';
  expect(readOutlines(fire, { corners: 500, pointOnly: false })).toMatchObject({ outlines: [{ shape: FIRE }] });
});

test('[AP10] a stroke with its own ellipse is drawn with it, and no radius is assumed of it', () => {
  const ellipse = { semiMajorKm: 1, semiMinorKm: 0.5, azimuth: 30 };
  const [first] = VIEW.candidates;
  if (!first) throw new Error('no candidate');
  const own = { ...first, best: 'o', strikes: [{ ...stroke('o', 42.1), ellipse }] };
  const view = { ...VIEW, candidates: [own, first], accuracy: { ...VIEW.accuracy, ellipseShare: 0.5 as const } };
  const { features } = JSON.parse(formatCandidates('geojson', view, FIRE).body);
  const errors = features.filter(({ properties }: { properties: { kind: string } }) => properties.kind === 'error');
  expect(errors[0].properties).toMatchObject({ rank: 1, semiMajorKm: 1, semiMinorKm: 0.5, bearingDegrees: 30 });
  expect(errors[0].properties.radiusKm).toBeUndefined();
  expect(errors[1].properties).toMatchObject({ rank: 2, radiusKm: 2 });
  const rows = formatCandidates('csv', view, FIRE).body.split('\r\n');
  expect(rows.slice(1, 3).map((row) => row.split(',').at(-1))).toEqual(['', '2']);
  expect(formatCandidates('kml', view, FIRE).body).toContain('Candidate 1: error ellipse, 50 %');
});
