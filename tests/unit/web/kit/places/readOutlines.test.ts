import * as fc from 'fast-check';
import { strToU8, Zip, ZipDeflate, type Zippable, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Corner, cornersOf, roundShape, type Shape } from '#shared/geo/Shape.ts';
import { shapeError } from '#shared/geo/shapeCode.ts';
import { WATCHED_SHAPE } from '#shared/watch/Area.ts';
import { pairs } from '#tests/support/pairs.ts';
import { areaKm2, type FoundShape } from '#web/kit/places/outlines/FoundShape.ts';
import { fetchOutlines } from '#web/kit/places/outlines/fetchOutlines.ts';
import { fitOutline } from '#web/kit/places/outlines/fitOutline.ts';
import type { OutlineQuery, OutlineResult } from '#web/kit/places/outlines/outlineWorker.ts';
import { type Outline, readOutlines } from '#web/kit/places/outlines/readOutlines.ts';
import { errorOf } from '#web/kit/routing/watchAddress.ts';

const LIMITS = { corners: 200, pointOnly: false };

describe('read outlines', () => {
  const FIRE: Shape = { type: 'Point', coordinates: [23.3, 42.7] };
  const RING: readonly Corner[] = pairs('23,42 23.1,42 23.1,42.1 23,42');
  const LINE: readonly Corner[] = pairs('23,42 23.1,42.2 23.4,42.3');
  const eastward = (corners: readonly Corner[]) => corners.map(([x, y]): Corner => [x + 1, y]);
  const AREA: Shape = { type: 'Polygon', coordinates: [RING] };
  const LINE_SHAPE: Shape = { type: 'LineString', coordinates: LINE };
  const multiArea = { type: 'MultiPolygon', coordinates: [[RING]] };
  const collection = (...geometries: unknown[]) => ({ type: 'GeometryCollection', geometries });
  const features = (...geometries: unknown[]) => ({
    type: 'FeatureCollection',
    features: geometries.map((geometry) => ({ type: 'Feature', geometry })),
  });

  const json = (value: unknown) => JSON.stringify(value);
  const tuples = (corners: readonly Corner[]) => corners.map(([x, y]) => `${x},${y},0`).join('\n ');
  const placemark = (shapes: string) =>
    `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><!-- <Point/> --><Placemark><name><![CDATA[<b>x</b>]]></name>${shapes}</Placemark></kml>`;
  const ringOf = (side: string, corners = RING) =>
    `<${side}BoundaryIs><LinearRing><coordinates>${tuples(corners)}</coordinates></LinearRing></${side}BoundaryIs>`;
  const kmlArea = (corners = RING) => `<Polygon>${ringOf('outer', corners)}</Polygon>`;
  const kmlLine = (coordinates: string) =>
    placemark(`<LineString><coordinates>${coordinates}</coordinates></LineString>`);
  const gpx = (parts: string) => `<gpx version="1.1" creator="x">${parts}</gpx>`;
  const points = (line: readonly Corner[], name = 'trkpt') =>
    line.map(([x, y]) => `<${name} lat="${y}" lon="${x}"><ele>5</ele></${name}>`).join('');
  const track = (...parts: (readonly Corner[])[]) =>
    gpx(`<trk><name>walk</name>${parts.map((part) => `<trkseg>${points(part)}</trkseg>`).join('')}</trk>`);

  /** The only outline, or all of several. */
  function read(input: string | Uint8Array, limits = LIMITS): Outline | readonly Outline[] {
    const response = readOutlines(input, limits);
    if (!response.ok) throw new Error(json(response.error));
    const [only, ...others] = response.outlines;
    return only && others.length === 0 ? only : response.outlines;
  }
  const shapeIn = (input: string | Uint8Array) => {
    const found = read(input);
    if (!('shape' in found)) throw new Error(`${found.length} shapes`);
    return found.shape;
  };
  const errorIn = (input: string | Uint8Array, limits = LIMITS) => {
    const result = readOutlines(input, limits);
    return result.ok ? 'read' : result.error;
  };

  describe('GeoJSON', () => {
    test.each<[string, unknown, Shape]>([
      ['a geometry', AREA, AREA],
      ['a feature', { type: 'Feature', properties: { name: 'x' }, geometry: AREA }, AREA],
      ['the only feature', features(FIRE), FIRE],
      ['the only geometry', collection(FIRE), FIRE],
      ['the only polygon of several', multiArea, AREA],
      ['the only line of several', { type: 'MultiLineString', coordinates: [LINE] }, LINE_SHAPE],
      ['the only point of several', { type: 'MultiPoint', coordinates: [[23.3, 42.7]] }, FIRE],
      ['a ring that is not closed', { type: 'Polygon', coordinates: [RING.slice(0, 3)] }, AREA],
      ['positions with heights and more', { type: 'Point', coordinates: [23.3, 42.7, 550, 7] }, FIRE],
      ['an empty hole', { type: 'Polygon', coordinates: [RING, []] }, AREA],
      [
        'an area beside a feature without a geometry and an empty one',
        features(null, { type: 'Polygon', coordinates: [] }, collection(multiArea)),
        AREA,
      ],
    ])('is read: %s', (_, value, shape) => expect(shapeIn(` ${json(value)}\n`)).toEqual(shape));

    const inCrs = (crs: unknown) => json({ ...features(AREA), crs });
    const named = (name: string) => ({ type: 'name', properties: { name } });

    test.each([
      [null],
      [named('urn:ogc:def:crs:OGC:1.3:CRS84')],
      [named('urn:ogc:def:crs:OGC::CRS84h')],
      [named('EPSG:4326')],
      [named('urn:ogc:def:crs:EPSG:6.9:4326')],
      [named('http://www.opengis.net/def/crs/EPSG/0/4326')],
      [{ type: 'link', properties: { href: 'http://spatialreference.org/ref/epsg/4326/proj4/', type: 'proj4' } }],
      [{ type: 'EPSG', properties: { code: 4326 } }],
    ])('in degrees of WGS 84 is read: %j', (crs) => expect(shapeIn(inCrs(crs))).toEqual(AREA));

    test.each([
      [named('urn:ogc:def:crs:EPSG::3857'), 'urn:ogc:def:crs:EPSG::3857'],
      [named('EPSG:7801'), 'EPSG:7801'],
      [named('WGS 84 / UTM zone 34N'), 'WGS 84 / UTM zone 34N'],
      [named('urn:ogc:def:crs:EPSG::43260'), 'urn:ogc:def:crs:EPSG::43260'],
      [{ type: 'link', properties: { href: 'https://epsg.io/32634' } }, 'https://epsg.io/32634'],
      [{ type: 'EPSG', properties: { code: 3857 } }, 'EPSG:3857'],
    ])('in another coordinate system is refused by its name, though its numbers look like degrees: %j', (crs, detail) =>
      expect(errorIn(inCrs(crs))).toEqual({ rule: 'crs', detail }),
    );

    test('with latitude first is offered both ways, and nothing is taken by itself', () => {
      const turned = { type: 'Polygon', coordinates: [RING.map(([x, y]) => [y, x])] };
      expect(read(json(turned))).toMatchObject([
        { shape: turned, notes: [] },
        { shape: AREA, notes: [{ kind: 'swapped' }] },
      ]);
    });
  });

  describe('KML', () => {
    test.each<[string, string, Shape]>([
      ['a point', placemark('<Point><coordinates>23.3,42.7,0</coordinates></Point>'), FIRE],
      ['an area', placemark(kmlArea()), AREA],
      ['a ring by itself', placemark(`<LinearRing><coordinates>${tuples(RING)}</coordinates></LinearRing>`), AREA],
      ['a ring drawn as a path', kmlLine(tuples(RING)), AREA],
      [
        'a prefix',
        '<k:kml xmlns:k="x"><k:Placemark><k:Point><k:coordinates> 23.3,42.7 </k:coordinates></k:Point></k:Placemark></k:kml>',
        FIRE,
      ],
      [
        'coordinates in CDATA, around a comment',
        kmlLine('<![CDATA[23,42,0 ]]><!-- 1,1 -->23.1,42.2 <![CDATA[23.4,42.3]]>'),
        LINE_SHAPE,
      ],
      [
        'folders and collections within each other, beside pictures and links',
        `<kml><Document><NetworkLink><Link><href>x</href></Link></NetworkLink><GroundOverlay><gx:LatLonQuad><coordinates>1,1 2,1 2,2 1,2</coordinates></gx:LatLonQuad></GroundOverlay><Folder><Folder><Placemark><LookAt><longitude>1</longitude></LookAt><MultiGeometry><MultiGeometry>${kmlArea()}</MultiGeometry></MultiGeometry></Placemark></Folder></Folder></Document></kml>`,
        AREA,
      ],
      [
        'a track of Google Earth',
        placemark(
          '<gx:Track><when>2026-11-26T08:00:00Z</when><gx:coord>23 42 500</gx:coord><gx:coord/><gx:coord>23.1 42.2 1</gx:coord><gx:coord>23.4 42.3 1</gx:coord></gx:Track>',
        ),
        LINE_SHAPE,
      ],
      ['a blank after each comma', kmlLine('23, 42, 560 23.1, 42.2, 0\n23.4 , 42.3 , 0'), LINE_SHAPE],
      ['blanks after commas and no heights', kmlLine('23, 42 23.1, 42.2 23.4, 42.3'), LINE_SHAPE],
      ['a blank after one comma of two', kmlLine('23, 42,5 23.1, 42.2,5 23.4,42.3, 5'), LINE_SHAPE],
      ['commas alone, as triples', kmlLine('23,42,0,23.1,42.2,0,23.4,42.3,0'), LINE_SHAPE],
      ['commas with blanks alone, as triples', kmlLine('23, 42, 0, 23.1, 42.2, 0, 23.4, 42.3, 0,'), LINE_SHAPE],
      ['plus signs and exponents', kmlLine('+2.3e1,42 23.1,+42.2 23.4,4.23E1'), LINE_SHAPE],
    ])('is read: %s', (_, text, shape) => expect(shapeIn(text)).toEqual(shape));

    test.each([
      ['a missing latitude', '23,42,0\n23.1,\n23.4,42.3,0', 2],
      ['two commas side by side', '23,42,0\n\n23.1,,42.2 23.4,42.3', 3],
      ['one number alone', '23,42,0 23.1', 1],
      ['a word', '23,42,0\n23.1,here,0', 2],
      ['half a number', '23,42,0 23.1,42.2m,0', 1],
      ['commas alone that are no triples', '23,42,23.1,42.2', 1],
      ['a latitude missing among pairs', '23,42\n23.1, 23.4,42.3\n23,42', 2],
      ['pairs that would be read as triples', '23,42, 23.1,42.2, 23.4,42.3', 1],
    ])('with %s is refused, and the line is named', (_, coordinates, line) =>
      expect(errorIn(kmlLine(coordinates))).toMatchObject({ rule: 'tuple', line }),
    );
  });

  describe('GPX', () => {
    const ways: readonly Corner[] = [...RING.slice(0, 3), [23.0003, 42.0003]];
    const rope = pairs('23,42 23.0001,42 23.0002,42 23.0003,42');
    test.each<[string, string, Shape]>([
      ['a waypoint', gpx('<wpt lat="42.7" lon="23.3"><name>x</name></wpt>'), FIRE],
      [
        'a track beside its waypoints',
        gpx(`<wpt lat="1" lon="2"/><trk><trkseg>${points(LINE)}</trkseg></trk>`),
        LINE_SHAPE,
      ],
      ['a track that went around', track(ways), { type: 'Polygon', coordinates: [[...ways, [23, 42]]] }],
      ['a route', gpx(`<rte>${points(LINE, 'rtept')}</rte>`), LINE_SHAPE],
      [
        'a prefix, single quotes, decimal commas',
        `<g:gpx xmlns:g="x"><g:wpt lon='23,3'\n lat='42,70' /></g:gpx>`,
        FIRE,
      ],
      [
        'a DOCTYPE and a style sheet',
        `<?xml version="1.0"?>\n<?xml-stylesheet href="a.xsl"?>\n<!DOCTYPE gpx [<!ENTITY a "b">]>\n${track(LINE)}`,
        LINE_SHAPE,
      ],
      ['lines of a rope within 50 m', track(rope), { type: 'LineString', coordinates: rope }],
    ])('is read: %s', (_, text, shape) => expect(shapeIn(text)).toEqual(shape));

    test('a track that was paused is one, and its note says so; one that goes on elsewhere is another', () => {
      const [first, ...others] = LINE as readonly [Corner, Corner, Corner];
      expect(read(track([first, [23.1, 42.2]], [[23.1, 42.201], ...others.slice(1)]))).toMatchObject({
        shape: { type: 'LineString', coordinates: { length: 4 } },
        notes: [{ kind: 'joined', parts: 2 }],
      });
      expect(read(track(LINE, eastward(LINE)))).toHaveLength(2);
    });

    test('what a receiver writes before it knows its place is left out with a note, before a walk is found to be closed', () => {
      expect(read(track([[0, 0], [0, 0], ...ways]))).toMatchObject({
        shape: { type: 'Polygon' },
        notes: [{ kind: 'zeros', count: 2 }],
      });
    });

    test('a waypoint at 0, 0 is none: beside others it is left out with a note, alone it is refused', () => {
      const lost = '<wpt lat="0.0" lon="-0"/>';
      const beside = read(gpx(`${lost}<wpt lat="42.7" lon="23.3"/>`));
      expect(beside).toMatchObject({ shape: FIRE, notes: [{ kind: 'zeros', count: 1 }] });
      expect(errorIn(gpx(lost))).toEqual({ rule: 'zeros' });
    });

    test('a stretch without a point is told', () => {
      const jump = track(pairs('23,42 23.01,42 23.02,42 23.8,42.4 23.81,42.4'));
      expect(read(jump)).toMatchObject({ notes: [{ kind: 'gap', km: expect.closeTo(78, -1) }] });
    });

    test.each([['lat="" lon="23.1"'], ['lon="23.1"'], ['lat="42.1N" lon="23.1"'], ['lat="42.1.2" lon="23.1"']])(
      'with a point that has no position is refused, and the line is named: %s',
      (attributes) => {
        const text = track(LINE).replace('</trkseg>', `\n<trkpt ${attributes}/></trkseg>`);
        expect(errorIn(text)).toMatchObject({ rule: 'tuple', line: 2 });
      },
    );
  });

  describe('corners as people write them', () => {
    test('are a point, a line, an area, whether the first is repeated or not', () => {
      expect(shapeIn('42.7, 23.3')).toEqual(FIRE);
      expect(shapeIn('42,2; 23,1;\n42.3 23.4')).toEqual({ type: 'LineString', coordinates: LINE.slice(1) });
      expect(shapeIn('42 23\r\n42 23.1\n\n42.1 23.1\n')).toEqual(AREA);
      expect(shapeIn('42 23\r42 23.1\r42.1 23.1\r42 23')).toEqual(AREA);
    });

    test.each([
      ['lat,lon\n42,23\n42,23.1\n42.1,23.1'],
      ['Longitude;Latitude\n23;42\n23,1;42\n23,1;42,1\n'],
      ['id\tшир.\tдълж.\n1\t42\t23\n2\t42\t23.1\n3\t42.1\t23.1'],
      ['"Име";"Географска ширина";"Географска дължина (°)"\n"A;1";"42";"23"\nB;42;23,1\nC;42,1;23,1'],
      ['Широта, Долгота, Высота\n42,23,500\n42,23.1,500\n42.1,23.1,1'],
      ['naziv;širina;dužina\na;42;23\nb;42;23,1\nc;42,1;23,1'],
      ['gps_lon|gps_lat\n23|42\n23.1|42\n23.1|42.1'],
      ['lat lon\n42 23\n42 23.1\n42.1 23.1'],
      ['Y;X\n42;23\n42;23,1\n42,1;23,1'],
      ['lat;lon\n42°00′N;23°00′E\n42°00′N;23°06′E\n42°06′N;23°06′E'],
    ])('are read from a table by the names of its columns: %j', (text) => expect(shapeIn(text)).toEqual(AREA));

    test('with longitude first and no header are offered both ways', () =>
      expect(read('23.3, 42.7')).toMatchObject([{ notes: [] }, { shape: FIRE, notes: [{ kind: 'swapped' }] }]));

    test.each<[string, object]>([
      ['42 23\n42 23.1\nhere', { rule: 'line', line: 3 }],
      ['42 23\n\n\n42 23.1, 5', { rule: 'line', line: 4 }],
      ['lat,lon\n42,10,23,30\n42,20,23,40', { rule: 'line', line: 2 }],
      ['lat;lon\n42;\n42;23', { rule: 'line', line: 2 }],
      ['place;height\n42;23\n43;23', { rule: 'header', line: 1 }],
      ['500000;4649776\n500100;4649776', { rule: 'degrees', line: 1, detail: '500000;4649776' }],
      ['N;E\n4649776;500000', { rule: 'degrees', line: 2 }],
      ['a burning wood', { rule: 'outline' }],
      ['', { rule: 'outline' }],
      [`${'42 23\n'.repeat(90_001)}`, { rule: 'many' }],
    ])('are refused by what is wrong with them: %#', (text, error) => expect(errorIn(text)).toMatchObject(error));
  });

  describe('bytes', () => {
    const kml = placemark(kmlArea()).replace('<name><![CDATA[<b>x</b>]]>', '<name>Район');
    const utf16 = (text: string, isLittle: boolean) => {
      const bytes = new Uint8Array(2 * text.length);
      const view = new DataView(bytes.buffer);
      for (let at = 0; at < text.length; at += 1) view.setUint16(2 * at, text.charCodeAt(at), isLittle);
      return bytes;
    };
    /** Cyrillic letters of one byte each. */
    const cp1251 = (text: string) =>
      Uint8Array.from(text, (char) =>
        char >= 'А' && char <= 'я' ? char.charCodeAt(0) - 0x410 + 0xc0 : char.charCodeAt(0),
      );
    const declared = (encoding: string) => kml.replace('version="1.0"', `version="1.0" encoding="${encoding}"`);
    const twice = (text: string) => text.replace('</kml>', text.slice(text.indexOf('<Placemark>')));

    test.each<[string, Uint8Array]>([
      ['UTF-8', strToU8(kml)],
      ['UTF-8 with a mark', strToU8(`\uFEFF${declared('windows-1251')}`)],
      ['UTF-16, little end first, with a mark', utf16(`\uFEFF${declared('UTF-16')}`, true)],
      ['UTF-16, big end first, with a mark', utf16(`\uFEFF${declared('UTF-16')}`, false)],
      ['UTF-16 without a mark', utf16(kml, true)],
      ['UTF-8 that calls itself UTF-16', strToU8(declared('UTF-16'))],
      ['windows-1251, declared', cp1251(declared('windows-1251'))],
      ['windows-1251, undeclared', cp1251(kml)],
    ])('are text by mark, zeros and declaration: %s', (_, bytes) => expect(shapeIn(bytes)).toEqual(AREA));

    test('name an outline in its own letters', () => {
      const two = twice(kml).replace(kmlArea(), kmlArea(eastward(RING)));
      for (const bytes of [strToU8(two), cp1251(two), utf16(two, true)])
        expect(read(bytes)).toMatchObject([{ name: 'Район' }, { name: 'Район' }]);
    });

    test('in an encoding that nobody knows are refused by its name', () =>
      expect(errorIn(strToU8(declared('x-unknown')))).toEqual({ rule: 'encoding', detail: 'x-unknown' }));

    const kmz = (files: Zippable) => zipSync(files);
    /** As programs write it that do not know sizes before. */
    function streamedKmz(name: string, bytes: Uint8Array): Uint8Array {
      const chunks: number[] = [];
      const zip = new Zip((_, chunk) => chunks.push(...chunk));
      for (const [called, content] of [
        ['a.txt', strToU8('x'.repeat(9_000))],
        [name, bytes],
      ] as const) {
        const file = new ZipDeflate(called);
        zip.add(file);
        file.push(content, true);
      }
      zip.end();
      return Uint8Array.from(chunks);
    }
    const other = strToU8(placemark(kmlArea(eastward(RING))));

    test.each<[string, Uint8Array]>([
      ['one file', kmz({ 'doc.kml': strToU8(kml) })],
      ['written as a stream', streamedKmz('area.kml', strToU8(kml))],
      ['not packed', kmz({ 'doc.kml': [strToU8(kml), { level: 0 }] })],
      ['pictures before it', kmz({ 'files/a.png': new Uint8Array(50_000).fill(7), 'Doc.KML': strToU8(kml) })],
      ['in a folder, in UTF-16', kmz({ 'map/area.kml': utf16(`\uFEFF${kml}`, true) })],
      ['the same twice', kmz({ 'a.kml': strToU8(kml), 'doc.kml': strToU8(kml), '__MACOSX/._doc.kml': strToU8('\0') })],
    ])('of KMZ are unpacked: %s', (_, bytes) => expect(shapeIn(bytes)).toEqual(AREA));

    test('of KMZ with several files are all offered, doc.kml first', () =>
      expect(read(kmz({ 'a.kml': other, 'doc.kml': strToU8(kml) }))).toMatchObject([{ shape: AREA }, {}]));

    test.each<[string, Uint8Array, string]>([
      ['no KML', kmz({ 'a.shp': new Uint8Array(10) }), 'archive'],
      ['more than 10 MB inside', kmz({ 'doc.kml': new Uint8Array(30_000_000) }), 'archive'],
      [
        'more than a thousand files',
        kmz(Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`${n}.txt`, new Uint8Array()]))),
        'archive',
      ],
      ['its end missing', kmz({ 'doc.kml': crypto.getRandomValues(new Uint8Array(9_000)) }).slice(0, 6_000), 'broken'],
    ])('of KMZ are refused with %s, before they are unpacked to the end', (_, bytes, rule) =>
      expect(errorIn(bytes)).toEqual({ rule }),
    );
  });

  test.each<[string, object]>([
    ['{', { rule: 'broken' }],
    ['{"type":"Point"}', { rule: 'outline' }],
    ['{"type":"Point","coordinates":["23","42"]}', { rule: 'corner', line: 1, detail: '["23","42"]' }],
    ['{"type":"LineString","coordinates":[[23,42],[23]]}', { rule: 'corner', line: 2 }],
    ['{"type":"Point","coordinates":[null,null]}', { rule: 'corner', line: 1 }],
    ['{"type":"Point","coordinates":[423,42]}', { rule: 'degrees', detail: '423, 42' }],
    [
      '{"type":"LineString","coordinates":[[2593744,5251284],[2593745,5251284]]}',
      { rule: 'degrees', detail: '2593744, 5251284' },
    ],
    [placemark('<Point><coordinates>500000,4649776</coordinates></Point>'), { rule: 'degrees' }],
    ['{"type":"Topology"}', { rule: 'outline' }],
    ['{"type":"FeatureCollection","features":[]}', { rule: 'empty' }],
    [json({ type: 'Feature', geometry: null }), { rule: 'empty' }],
    ['<html></html>', { rule: 'outline' }],
    ['<gml:Polygon><gml:coordinates>1,1 2,2 3,1</gml:coordinates></gml:Polygon>', { rule: 'outline' }],
    ['<kml/>', { rule: 'empty' }],
    [`${track(LINE).slice(0, 60)}\n<`, { rule: 'broken' }],
    [track(LINE).replace('</gpx>', ''), { rule: 'broken' }],
    [`<kml>\n<a></b></kml>`, { rule: 'brokenAt', line: 2 }],
    ['\0\0\0PNG', { rule: 'outline' }],
    [' '.repeat(5_000_001), { rule: 'large' }],
  ])('is refused in words: %#', (text, error) => expect(errorIn(text)).toMatchObject(error));

  test.each([
    [placemark(`<Polygon>${ringOf('inner')}${ringOf('outer')}</Polygon>`)],
    [placemark(`<Polygon>${ringOf('outer')}${ringOf('inner')}${ringOf('inner')}</Polygon>`)],
    [json({ type: 'Polygon', coordinates: [RING, RING] })],
  ])('an area with holes is one shape, and cannot be taken: %#', (text) =>
    expect(read(text)).toMatchObject({ shape: AREA, error: { rule: 'holes' } }),
  );

  describe('several shapes', () => {
    test('are offered in the order of the file, with name, area and length; labels beside them are left out with a note', () => {
      const folder = (name: string, shape: string) => `<Placemark>${shape}<name>${name}</name></Placemark>`;
      const label = '<Point><coordinates>23,42</coordinates></Point>';
      const file = `<kml>${folder('Rayon 7', kmlArea())}${folder('Path', `<LineString><coordinates>${tuples(LINE)}</coordinates></LineString>${label}`)}</kml>`;
      expect(read(file)).toMatchObject([
        { name: 'Rayon 7', km2: expect.closeTo(46, 0), notes: [{ kind: 'points', count: 1 }] },
        { name: 'Path', km: expect.closeTo(50.7, 0) },
      ]);
    });

    test('have the names that GeoJSON gives them', () => {
      const named = [{ id: 4, Name: ' A ' }, { наименование: 'Б' }, null].map((properties, east) => ({
        type: 'Feature',
        properties,
        geometry: { type: 'Point', coordinates: [23 + east, 42] },
      }));
      const names = [{ name: 'A' }, { name: 'Б' }, { name: '' }];
      expect(read(json({ type: 'FeatureCollection', features: named }))).toMatchObject(names);
    });

    test('beyond two hundred are left out from the smallest on, and counted', () => {
      const areas = Array.from({ length: 300 }, (_, n) => [RING.map(([x, y]) => [23 + (x - 23) * (n + 1) * 0.01, y])]);
      const result = readOutlines(json({ type: 'MultiPolygon', coordinates: areas }), LIMITS);
      expect(result).toMatchObject({ ok: true, more: 100, outlines: { length: 200 } });
      expect(result.ok && Math.min(...result.outlines.map(({ km2 = 0 }) => km2))).toBeGreaterThan(45);
    });

    test('where a point is needed, points count alone', () => {
      const pointOnly = { corners: 200, pointOnly: true };
      expect(read(json(collection(AREA, FIRE)), pointOnly)).toMatchObject({ shape: FIRE });
      expect(errorIn(json(collection(AREA)), pointOnly)).toEqual({ rule: 'point' });
    });
  });

  test('no text throws, and no shape has a corner that its text has not', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((value) => `{"type":"Polygon","coordinates":${value}}`),
          fc.array(fc.constantFrom('23', '42.5', ',', ' ', '\n', '-', '.')).map((parts) => kmlLine(parts.join(''))),
          fc.array(fc.constantFrom('lat', 'lon', ';', ',', '42', '23,5', '\n', '"')).map((parts) => parts.join('')),
        ),
        (text) => {
          const result = readOutlines(text, LIMITS);
          if (!result.ok) return;
          const patterns = [/\d+/g, /\d+\.\d+/g, /\d+,\d+/g, /\.\d+/g];
          const numbers = patterns.flatMap((pattern) => text.match(pattern) ?? []);
          const known = new Set(numbers.map((number) => Number(number.replace(',', '.'))));
          for (const { shape } of result.outlines) {
            for (const value of (shape.coordinates as unknown[]).flat(3) as number[])
              expect(known).toContain(Math.abs(value));
          }
        },
      ),
      { numRuns: 1_000 },
    ));
});

describe('ask outlines', () => {
  const READ = { ok: true, outlines: [], more: 0 } as const;

  /** A worker that begins with every text and ends with none that is called slow: no text that we know takes so long. */
  class HeldWorker {
    static readonly instances: HeldWorker[] = [];
    onmessage: ((event: { readonly data: OutlineResult }) => void) | undefined;
    onerror: ((event: { readonly preventDefault: () => void }) => void) | undefined;
    isEnded = false;

    constructor() {
      HeldWorker.instances.push(this);
    }

    postMessage({ id, input }: OutlineQuery): void {
      queueMicrotask(() => {
        if (input === 'missing') return this.onerror?.({ preventDefault: () => undefined });
        this.onmessage?.({ data: { id, begun: true } });
        if (input !== 'slow') this.onmessage?.({ data: { id, read: READ } });
      });
    }

    terminate(): void {
      this.isEnded = true;
    }
  }

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('Worker', HeldWorker);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('what takes longer than five seconds is given up with its worker, and the next is read', async () => {
    const slow = fetchOutlines('slow', LIMITS);
    await vi.advanceTimersByTimeAsync(4_999);
    const [worker] = HeldWorker.instances;
    expect(worker?.isEnded).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await slow).toEqual({ ok: false, error: { rule: 'slow' } });
    expect(worker?.isEnded).toBe(true);
    expect(await fetchOutlines('quick', LIMITS)).toEqual(READ);
    expect(await fetchOutlines('quick', LIMITS)).toEqual(READ);
    expect(HeldWorker.instances).toHaveLength(2);
  });

  test('who asks anew waits for nothing that was asked before', async () => {
    const before = fetchOutlines('slow', LIMITS);
    await vi.advanceTimersByTimeAsync(10);
    expect(await fetchOutlines('quick', LIMITS)).toEqual(READ);
    expect(await before).toBeUndefined();
  });

  test('a worker that does not load is told apart from a file that is not read', () =>
    expect(fetchOutlines('missing', LIMITS)).rejects.toThrow());
});

describe('fit outline', () => {
  const LIMIT = WATCHED_SHAPE.corners;
  const KM_NORTH = 111.195;
  const KM_EAST = KM_NORTH * Math.cos((42.6 * Math.PI) / 180);
  /** Kilometres east and north of a yard near Sofia. */
  const at = (x: number, y: number): Corner => [23.3 + x / KM_EAST, 42.6 + y / KM_NORTH];
  const ring = (corners: readonly Corner[]): FoundShape => ({ type: 'Polygon', corners, holes: 0, name: '' });
  const closed = (corners: readonly Corner[]) => [...corners, corners[0] as Corner];
  const fitted = (corners: readonly Corner[]) => fitOutline(ring(corners), LIMIT);

  /** As a municipality is drawn: bays and capes of many sizes. */
  function municipality(corners: number, km: number): Corner[] {
    return Array.from({ length: corners }, (_, index) => {
      const angle = (2 * Math.PI * index) / corners;
      const radius = km * (1 + 0.25 * Math.sin(3 * angle) + 0.08 * Math.sin(17 * angle) + 0.02 * Math.sin(41 * angle));
      return at(radius * Math.cos(angle), radius * Math.sin(angle));
    });
  }

  test.each([
    [1_200, 25],
    [5_000, 60],
    [60_000, 25],
  ])(
    '%i corners are thinned to 200 at most, whose area is that of all within 1 %%, and it is told how far off they lie',
    (count, km) => {
      const corners = municipality(count, km);
      const { shape, thinned } = fitted(corners);
      expect(cornersOf(shape).length).toBeLessThanOrEqual(LIMIT + 1);
      expect(errorOf(shape)).toBeUndefined();
      const [area, retained] = [areaKm2(closed(corners)), areaKm2(cornersOf(shape))];
      expect(Math.abs(retained - area)).toBeLessThan(area / 100);
      expect(thinned).toMatchObject({ from: count, to: cornersOf(shape).length - 1 });
      expect(thinned?.offKm).toBeGreaterThan(0.01);
      expect(thinned?.offKm).toBeLessThan(km / 50);
    },
  );

  test('an outline that an address can hold comes as it is', () => {
    const corners = municipality(200, 25);
    expect(fitted(corners)).toEqual({ shape: { type: 'Polygon', coordinates: [closed(corners)] } });
    const near = [at(0, 0), at(10, 0), at(10.003, 0.003), at(10, 10), at(0, 10)];
    expect(fitted(near)).toEqual({ shape: { type: 'Polygon', coordinates: [closed(near)] } });
    expect(errorOf(fitted(near).shape)).toBeUndefined();
  });

  describe('a walk around a yard, one position a second', () => {
    interface Walk {
      readonly width: number;
      readonly height: number;
      readonly noises: readonly number[];
      readonly standsAt: number;
    }
    /** 1.4 m a second; a receiver errs by some metres, and wanders while somebody stands still for a minute. */
    function walk({ width, height, noises, standsAt }: Walk): Corner[] {
      const side = 2 * (width + height);
      const steps = Math.floor(side / 1.4);
      const corners: Corner[] = [];
      for (let step = 0; step < steps; step += 1) {
        const along = step * 1.4;
        const [x, y] =
          along < width
            ? [along, 0]
            : along < width + height
              ? [width, along - width]
              : along < 2 * width + height
                ? [2 * width + height - along, height]
                : [0, side - along];
        const stays = step === standsAt % steps ? 60 : 1;
        for (let second = 0; second < stays; second += 1) {
          const index = corners.length;
          const noise = (part: number) => 0.004 * ((noises[(2 * index + part) % noises.length] ?? 0) - 0.5);
          corners.push(at(x / 1_000 + noise(0), y / 1_000 + noise(1)));
        }
      }
      return corners;
    }

    test('is an area that every rule takes, as large as the yard', () =>
      fc.assert(
        fc.property(
          fc.record({
            width: fc.integer({ min: 60, max: 400 }),
            height: fc.integer({ min: 60, max: 400 }),
            noises: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 997, maxLength: 997 }),
            standsAt: fc.nat(),
          }),
          (yard) => {
            const { shape } = fitted(walk(yard));
            expect(errorOf(shape)).toBeUndefined();
            const km2 = (yard.width * yard.height) / 1e6;
            expect(Math.abs(areaKm2(cornersOf(roundShape(shape, 10_000))) - km2)).toBeLessThan(0.3 * km2);
          },
        ),
        { numRuns: 100 },
      ));
  });

  describe('an outline that truly crosses itself', () => {
    const bowTie = [at(0, 0), at(5, 5), at(5, 0), at(0, 5)];
    /** A municipality with a loop of 200 m at its edge. */
    const looped = (corners: number) => {
      const outline = municipality(corners, 25);
      const [x, y] = outline[0] as Corner;
      return [...outline, [x + 0.002, y - 0.001], [x + 0.002, y + 0.001], [x - 0.002, y + 0.001]] as Corner[];
    };
    test.each([
      ['a bow tie', bowTie],
      ['a small loop', looped(150)],
      ['a small loop among many corners', looped(1_200)],
    ])('is refused for that: %s', (_, corners) =>
      expect(fitted(corners)).toEqual({ shape: { type: 'Polygon', coordinates: [closed(corners)] }, isCrossing: true }),
    );
  });

  test('a line is thinned too, and its ends stay', () => {
    const corners = municipality(1_200, 25).slice(0, 900);
    const { shape, thinned } = fitOutline({ type: 'LineString', corners, holes: 0, name: '' }, LIMIT);
    expect(shape.type).toBe('LineString');
    const retained = cornersOf(shape);
    expect(retained.length).toBeLessThanOrEqual(LIMIT);
    expect([retained[0], retained.at(-1)]).toEqual(
      [corners[0], corners.at(-1)].map((end) => end?.map((degrees) => Math.round(degrees * 10_000) / 10_000)),
    );
    expect(thinned?.offKm).toBeLessThan(0.5);
  });

  test('what cannot be kept within these bounds comes whole, to be refused for its corners', () => {
    const comb = Array.from({ length: 2_000 }, (_, index) => at(index / 100, index % 2 === 0 ? 0 : 10));
    const { shape } = fitted([...comb, at(20, -1), at(0, -1)]);
    const nowhere = { west: 0, south: 0, east: 0, north: 0 };
    expect(shapeError(shape, nowhere, nowhere, WATCHED_SHAPE)).toBe('corners');
  });
});
