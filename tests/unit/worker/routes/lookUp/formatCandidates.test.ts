import { expect, test } from 'vitest';
import type { LookUpView } from '#shared/lookUp/LookUpView.ts';
import { formatCandidates } from '#worker/routes/lookUp/formatCandidates.ts';

const stroke = (id: string, latitude: number) => ({
  id,
  latitude,
  longitude: 23.4,
  timestamp: '2026-07-15T10:00:00.000Z',
});
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
  expect(formatCandidates('csv', VIEW).body.split('\r\n')).toEqual([
    'rank,score,likelihood,distanceKm,ageH,strokes,id,latitude,longitude,timestamp,assumedRadius50Km',
    "1,0.5,0.6,0.25,4.5,2,'=b&,42.2,23.4,2026-07-15T10:00:00.000Z,2",
    '2,0.1,0.2,2,30,1,c,42.3,23.4,2026-07-15T10:00:00.000Z,2',
    '',
  ]);
});

test('GeoJSON has a feature for each candidate, and all that the JSON says of the search', () => {
  const { features, ...others } = JSON.parse(formatCandidates('geojson', VIEW).body);
  const { candidates, ...said } = VIEW;
  expect(others).toEqual({ type: 'FeatureCollection', ...said });
  expect(features).toHaveLength(2);
  expect(features[0]).toMatchObject({
    id: '=b&',
    geometry: { type: 'Point', coordinates: [23.4, 42.2] },
    properties: { rank: 1, strokes: 2, distanceKm: 0.25, strikes: candidates[0]?.strikes },
  });
});

test('KML has a placemark for each candidate, calls none a cause, and escapes what the provider named', () => {
  const { body } = formatCandidates('kml', VIEW);
  expect(body.match(/<Placemark /g)).toHaveLength(2);
  expect(body).toContain('<Placemark id="=b&amp;">');
  expect(body).toContain('<coordinates>23.4,42.2</coordinates>');
  expect(body).toContain('Candidates, not causes. The accuracy is assumed: 2 km (50 %)');
});
