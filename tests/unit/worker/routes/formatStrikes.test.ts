import { describe, expect, test } from 'vitest';
import { formatStrikes, type StrikeFormat } from '#worker/routes/formatStrikes.ts';

const strike = { id: 'a1', latitude: 42.7, longitude: -23.3, atMs: Date.UTC(2026, 6, 1, 12, 0, 0, 5) };
const ALL_READ = { completeToMs: strike.atMs, unread: [], outsideHome: false };
const body = (format: StrikeFormat, id = 'a1', next?: string) =>
  formatStrikes(format, [{ ...strike, id }], next, ALL_READ).body;

describe('strikes as JSON', () => {
  test('[AP2] carry next where there is more, and only there', () => {
    expect(JSON.parse(body('json', 'a1', '/more'))).toEqual({
      strikes: [{ id: 'a1', latitude: 42.7, longitude: -23.3, timestamp: '2026-07-01T12:00:00.005Z' }],
      completeTo: '2026-07-01T12:00:00.005Z',
      unread: [],
      next: '/more',
    });
    expect(JSON.parse(body('json'))).not.toHaveProperty('next');
  });
});

describe('strikes as GeoJSON', () => {
  test('are a feature collection of points, longitude first', () => {
    const { contentType } = formatStrikes('geojson', [], undefined, ALL_READ);
    expect(contentType).toBe('application/geo+json');
    expect(JSON.parse(body('geojson', 'a1', '/more'))).toEqual({
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          id: 'a1',
          geometry: { type: 'Point', coordinates: [-23.3, 42.7] },
          properties: { timestamp: '2026-07-01T12:00:00.005Z' },
        },
      ],
      completeTo: '2026-07-01T12:00:00.005Z',
      unread: [],
      next: '/more',
    });
  });
});

describe('strikes as CSV', () => {
  test('have a header and one row each, ended by CRLF', () => {
    expect(body('csv')).toBe('id,latitude,longitude,timestamp\r\na1,42.7,-23.3,2026-07-01T12:00:00.005Z\r\n');
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
    'never begin a cell that a spreadsheet would run: %j',
    (id) => {
      const cell = body('csv', id).split('\r\n').slice(1).join('\r\n');
      expect(cell.replace(/^"/, '').startsWith(`'`)).toBe(true);
    },
  );

  test('quote commas, quotes and line breaks', () => {
    expect(body('csv', 'a,"b"\nc')).toContain('\r\n"a,""b""\nc",42.7');
  });
});

describe('strikes as KML', () => {
  test('escape whatever an id holds, and replace what XML cannot hold', () => {
    const text = body('kml', `<&>"'\u0000\u001fé`);
    expect(text).toContain('<Placemark id="&lt;&amp;&gt;&quot;&apos;\uFFFD\uFFFDé">');
    expect(text).toContain('<coordinates>-23.3,42.7</coordinates>');
    expect(text).toContain('<when>2026-07-01T12:00:00.005Z</when>');
    expect(text.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n')).toBe(true);
  });
});

describe('whose data strikes are', () => {
  test('is told where a format has a place for it, and nowhere if nothing is asked for', () => {
    const told = (format: StrikeFormat) => formatStrikes(format, [strike], undefined, ALL_READ, 'Data of <A> & B').body;
    expect(JSON.parse(told('json'))).toHaveProperty('attribution', 'Data of <A> & B');
    expect(JSON.parse(told('geojson'))).toHaveProperty('attribution', 'Data of <A> & B');
    expect(told('kml')).toContain('<Document><description>Data of &lt;A&gt; &amp; B</description><Placemark');
    expect(told('csv')).toBe(body('csv'));
    for (const format of ['json', 'geojson', 'kml'] as const)
      expect(body(format)).not.toMatch(/attribution|description/);
  });
});
