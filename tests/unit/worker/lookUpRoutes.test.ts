import { describe, expect, test } from 'vitest';
import type { LookUpView } from '#shared/fires/lookUpBodies.ts';
import type { Shape } from '#shared/geo/Shape.ts';
import { AS_FITTED } from '#shared/nowcast/chanceOf.ts';
import type { CellReport } from '#shared/nowcast/StormCell.ts';
import type { Strike } from '#shared/strike.ts';
import { DAY_MS, HOUR_MS } from '#shared/time.ts';
import { pairs } from '#tests/support/pairs.ts';
import { readOutlines } from '#web/kit/places/outlines/readOutlines.ts';
import { fillUntilFull, formatCandidates, lookUpSpan } from '#worker/features/fires/lookUpRoutes.ts';
import { formatCells } from '#worker/nowcast/cellRoutes.ts';

describe('format candidates', () => {
  const stroke = (id: string, latitude: number) => {
    return { id, latitude, longitude: 23.4, timestamp: '2026-07-15T10:00:00.000Z' };
  };
  const FIRE: Shape = { type: 'Polygon', coordinates: [pairs('23,42 23.1,42 23.1,42.1 23,42')] };
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
    gaps: [],
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
    const { candidates, ...text } = VIEW;
    expect(others).toEqual({ type: 'FeatureCollection', ...text });
    const kinds = features.map(({ properties }: { properties: { kind: string } }) => properties.kind);
    expect(kinds).toEqual(['candidate', 'candidate', 'error', 'error', 'fire']);
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
    const styles = [...body.matchAll(/<styleUrl>#(\w+)/g)].map(([, style]) => style);
    expect(styles).toEqual(['fire', 'error', 'error', 'candidate', 'candidate']);
    expect(body).toContain('<Style id="fire"><IconStyle><color>ff0f48d9</color></IconStyle>');
    expect(body).toContain('<Placemark id="=b&amp;">');
    expect(body).toContain('<coordinates>23.4,42.2</coordinates>');
    expect(body).toContain('Possible causes, not proof. Assumed accuracy: 2 km (50 %)');
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
});

describe('look up span', () => {
  const NOW = Date.UTC(2026, 6, 15, 14);
  const RETAINED = NOW - 400 * DAY_MS;
  const REPORTED = NOW - HOUR_MS;
  const spanOf = (reportedAt: number, from?: number, to?: number) =>
    lookUpSpan({ reportedAt, from, to }, NOW, RETAINED);

  test('without more said it is the 14 days before the report', () => {
    expect(spanOf(REPORTED)).toEqual({ ok: true, span: [REPORTED - 14 * DAY_MS, REPORTED] });
    const span = [REPORTED - HOUR_MS, REPORTED - 1] as const;
    expect(spanOf(REPORTED, ...span)).toEqual({ ok: true, span });
  });

  test.each([
    ['a report of tomorrow', [NOW + DAY_MS], 'reportedAt', 'future'],
    ['a report from before what is kept', [RETAINED - 1], 'reportedAt', 'notKept'],
    ['a span that begins more than 14 days before', [REPORTED, REPORTED - 14 * DAY_MS - 1], 'from', 'range'],
    ['a span that ends after the report', [REPORTED, undefined, REPORTED + 1], 'to', 'afterReport'],
    ['a span that ends before it begins', [REPORTED, REPORTED - 5, REPORTED - 6], 'to', 'reversed'],
    ['a span that ends before what is kept', [RETAINED + DAY_MS, undefined, RETAINED - 1], 'to', 'notKept'],
  ] as const)('%s is refused by its field and rule', (_, [reportedAt, from, to], field, rule) => {
    expect(spanOf(reportedAt, from, to)).toEqual({ ok: false, field, rule });
  });

  test('the clock of who reports may be a little ahead of ours', () => {
    expect(spanOf(NOW + 4 * 60_000).ok).toBe(true);
    expect(spanOf(NOW + 6 * 60_000).ok).toBe(false);
  });
});

describe('take until full', () => {
  /** A page, newest first, a strike each millisecond. */
  const PAGE = Array.from({ length: 5_000 }, (_, at): Strike => {
    return { id: String(at), latitude: 42, longitude: 23, atMs: 9_000 - at };
  });
  const isEven = ({ atMs }: Strike) => atMs % 2 === 0;

  test('a search stops inside the page once it holds enough, and says down to when it looked', () => {
    const strikes: Strike[] = [];
    expect(fillUntilFull(strikes, PAGE, 100, isEven)).toBe(9_000 - 200 + 1);
    expect(strikes).toHaveLength(100);
    expect(strikes.at(-1)?.atMs).toBe(9_000 - 198);
  });

  test('a page of which all finds room was looked through to its end', () => {
    const strikes: Strike[] = [];
    expect(fillUntilFull(strikes, PAGE, 2_500, isEven)).toBeUndefined();
    expect(strikes).toHaveLength(2_500);
  });
});

const AT_MS = Date.UTC(2026, 6, 1, 12);
const positions = (text: string) => pairs(text).map(([latitude, longitude]) => ({ latitude, longitude }));
const CELL: CellReport = {
  id: 7,
  latitude: 42.69771,
  longitude: 23.32194,
  eastKmH: -30,
  northKmH: 0,
  sigmaKmH: 8.04,
  radiusKm: 9.6,
  flashes: 40,
  showArrow: true,
  trend: 'growing',
  ageMinutes: 25,
  track: positions('42.7,23.381 42.7,23.44'),
};
const CLOCKWISE = positions('42,23 43,23 43,24');
const report = (changes: Partial<CellReport> = {}, providerOffsetMs = 0) => ({
  updates: { atMs: AT_MS, cells: [{ ...CELL, ...changes }], odds: AS_FITTED },
  outlines: [CLOCKWISE],
  providerOffsetMs,
});
const json =
  (...parameters: Parameters<typeof report>) =>
  (nowMs: number) =>
    JSON.parse(formatCells('json', report(...parameters), nowMs).body);

describe('storm cells as the API writes them', () => {
  test('[NC6] have a speed, a heading and its error where there is an arrow', () => {
    expect(json()(AT_MS).cells).toEqual([
      {
        id: 7,
        latitude: 42.698,
        longitude: 23.322,
        radiusKm: 10,
        flashes: 40,
        trend: 'growing',
        ageMinutes: 25,
        speedKmH: 30,
        headingDegrees: 270,
        headingErrorDegrees: 15,
        track: [
          { minutesAgo: 10, latitude: 42.7, longitude: 23.381 },
          { minutesAgo: 20, latitude: 42.7, longitude: 23.44 },
        ],
      },
    ]);
    const still = { speedKmH: null, headingDegrees: null, headingErrorDegrees: null };
    expect(json({ showArrow: false })(AT_MS).cells).toMatchObject([still]);
  });

  test('[NC6] are stale ten minutes after the time they stand for, by the provider’s clock', () => {
    expect(json()(AT_MS + 599_999).stale).toBe(false);
    expect(json()(AT_MS + 600_000)).toMatchObject({ stale: true, at: '2026-07-01T12:00:00.000Z', atMs: AT_MS });
    expect(json({}, -300_000)(AT_MS + 600_000).stale).toBe(false);
  });

  test('[NC6] are closed polygons, counter-clockwise', () => {
    const { features } = JSON.parse(formatCells('geojson', report(), AT_MS).body);
    expect(features[0]).toMatchObject({
      type: 'Feature',
      id: 7,
      geometry: { type: 'Polygon', coordinates: [pairs('24,43 23,43 23,42 24,43')] },
      properties: { flashes: 40, speedKmH: 30 },
    });
  });
});
