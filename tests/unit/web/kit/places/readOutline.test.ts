import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Shape } from '#shared/geo/shape/Shape.ts';
import { pairs } from '#tests/support/pairs.ts';
import { readOutline } from '#web/kit/places/readOutline.ts';

const FIRE: Shape = { type: 'Point', coordinates: [23.3, 42.7] };
const RING = [
  [23, 42],
  [23.1, 42],
  [23.1, 42.1],
  [23, 42],
] as const;
const AREA: Shape = { type: 'Polygon', coordinates: [RING] };
const LINE = [
  [23, 42],
  [23.1, 42.2],
  [23.4, 42.3],
] as const;
const LINE_SHAPE: Shape = { type: 'LineString', coordinates: LINE };
const TUPLES = RING.map(([x, y]) => `${x},${y},0`).join('\n ');
const geojson = (value: unknown) => JSON.stringify(value);
const kml = (shapes: string) =>
  `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><!-- <Point/> --><Placemark><name><![CDATA[<b>x</b>]]></name>${shapes}</Placemark></kml>`;
const edge = (side: string) =>
  `<${side}BoundaryIs><LinearRing><coordinates>${TUPLES}</coordinates></LinearRing></${side}BoundaryIs>`;
const gpx = (parts: string) => `<gpx version="1.1" creator="x">${parts}</gpx>`;
const track = (line: readonly (readonly [number, number])[], name = 'trkpt') =>
  line.map(([x, y]) => `<${name} lat="${y}" lon="${x}"><ele>5</ele></${name}>`).join('');

describe('an outline', () => {
  test.each<[string, unknown, Shape]>([
    ['a geometry', AREA, AREA],
    ['a feature', { type: 'Feature', properties: { name: 'x' }, geometry: AREA }, AREA],
    ['the only feature', { type: 'FeatureCollection', features: [{ type: 'Feature', geometry: FIRE }] }, FIRE],
    ['the only geometry', { type: 'GeometryCollection', geometries: [FIRE] }, FIRE],
    ['a polygon of several that is the only one', { type: 'MultiPolygon', coordinates: [[RING]] }, AREA],
    ['a ring that is not closed', { type: 'Polygon', coordinates: [RING.slice(0, 3)] }, AREA],
    ['positions with heights', { type: 'Point', coordinates: [23.3, 42.7, 550] }, FIRE],
  ])('is read from GeoJSON: %s', (_, value, shape) => {
    expect(readOutline(` ${geojson(value)}\n`)).toEqual({ ok: true, shape });
  });

  test.each<[string, string, Shape]>([
    ['a point of KML', kml('<Point><coordinates>23.3,42.7,0</coordinates></Point>'), FIRE],
    ['an area of KML', kml(`<Polygon>${edge('outer')}</Polygon>`), AREA],
    ['a ring drawn as a path of KML', kml(`<LineString><coordinates>${TUPLES}</coordinates></LineString>`), AREA],
    ['KML with a prefix', kml('<k:Point><k:coordinates> 23.3,42.7 </k:coordinates></k:Point>'), FIRE],
    ['a waypoint of GPX', gpx('<wpt lat="42.7" lon="23.3"><name>x</name></wpt>'), FIRE],
    [
      'a track of GPX, beside its waypoints',
      gpx(`<wpt lat="1" lon="2"/><trk><trkseg>${track(LINE)}</trkseg></trk>`),
      LINE_SHAPE,
    ],
    [
      'a track of GPX that went around',
      gpx(`<trk><trkseg>${track([...RING.slice(0, 3), [23.0003, 42.0003]])}</trkseg></trk>`),
      AREA,
    ],
    ['a route of GPX', gpx(`<rte>${track(LINE, 'rtept')}</rte>`), LINE_SHAPE],
  ])('is read from %s', (_, text, shape) => {
    expect(readOutline(text)).toEqual({ ok: true, shape });
  });

  test('is read from corners as people write them: a point, a line, an area', () => {
    expect(readOutline('42.7, 23.3')).toEqual({ ok: true, shape: FIRE });
    expect(readOutline('42,7; 23,3;\n42.8 23.4')).toEqual({
      ok: true,
      shape: { type: 'LineString', coordinates: pairs('23.3,42.7 23.4,42.8') },
    });
    expect(readOutline('42 23\r\n42 23.1\n\n42.1 23.1\n')).toEqual({ ok: true, shape: AREA });
  });

  test.each([
    ['', 'outline'],
    ['a burning wood', 'outline'],
    ['{', 'outline'],
    ['{"type":"Point"}', 'outline'],
    ['{"type":"Point","coordinates":[423,42]}', 'outline'],
    ['{"type":"Topology"}', 'outline'],
    ['{"type":"FeatureCollection","features":[]}', 'outline'],
    ['<html></html>', 'outline'],
    [kml('<Point><coordinates>here</coordinates></Point>'), 'outline'],
    [kml('<Point><coordinates>23,42</coordinates></Point>'.repeat(2)), 'shapes'],
    [kml(`<Polygon>${edge('outer')}${edge('inner')}</Polygon>`), 'holes'],
    [gpx('<wpt lat="42" lon="23"/><wpt lat="42" lon="24"/>'), 'shapes'],
    [geojson({ type: 'MultiPolygon', coordinates: [[RING], [RING]] }), 'shapes'],
    [geojson({ type: 'Polygon', coordinates: [RING, RING] }), 'holes'],
  ])('is refused in words: %s', (text, fault) => {
    expect(readOutline(text)).toEqual({ ok: false, fault });
  });

  test('of which one line is wrong says which', () => {
    expect(readOutline('42 23\n42 23.1\nhere')).toEqual({ ok: false, fault: 'line', line: 3 });
  });

  test('of any text never throws', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((json) => `{"type":"Polygon","coordinates":${json}}`),
        ),
        (text) => {
          expect(typeof readOutline(text).ok).toBe('boolean');
        },
      ),
    ));
});
