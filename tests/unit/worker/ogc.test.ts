import { BaseResolver, createConfig, lintDocument, makeDocumentFromString } from '@redocly/openapi-core';
import { SaxesParser } from 'saxes';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { FIRMS_DISCLAIMER } from '#shared/fires/bodies.ts';
import { HOME_BOX as HOME } from '#shared/geo/BBox.ts';
import { tileAt } from '#shared/geo/tile.ts';
import { AS_FITTED } from '#shared/nowcast/chanceOf.ts';
import type { CellReport } from '#shared/nowcast/StormCell.ts';
import { DAY_MS, HOUR_MS, type Span } from '#shared/time.ts';
import { utcDay } from '#shared/utcDay.ts';
import { pairs } from '#tests/support/pairs.ts';
import type { Feature } from '#worker/archive/HistoryCollection.ts';
import { fireCollections } from '#worker/features/fires/fireCollections.ts';
import { attributionOf, collectionsWith, layerDefinition } from '#worker/features/gis/collections.ts';
import { type DayFiles, dayFileName } from '#worker/features/gis/DayFileTable.ts';
import { collectionDocument, openApi30 } from '#worker/features/gis/documents.ts';
import {
  boxAtHome,
  CRS84,
  featureCollection,
  featureList,
  ItemsQuery,
  itemsParameters,
  listPage,
  nextQuery,
  requestedSpan,
} from '#worker/features/gis/items.ts';
import { gapFeatures } from '#worker/features/gis/readLists.ts';
import {
  chosenDay,
  dayFeatures,
  dayOfTile,
  dayTileFeatures,
  stacItem,
  stormCellFeatures,
} from '#worker/features/gis/strikeItems.ts';

const origin = 'https://lightning.example';
const ROOT = `${origin}/api/v1/ogc`;
const COLLECTIONS = collectionsWith(fireCollections);
const SITE = {
  origin,
  root: ROOT,
  home: HOME,
  nowMs: 2,
  retainedFromMs: 0,
  dayFromMs: 1,
  attribution: 'Us',
  simulated: false,
  collections: COLLECTIONS,
};

function collectionOf(id: string) {
  const found = COLLECTIONS.find((one) => one.id === id);
  if (!found) throw new RangeError(id);
  return found;
}

describe('days', () => {
  const at = (text: string) => Date.parse(`2026-07-${text}:00:00Z`);
  const NOW_MS = at('20T10');
  const FROM_MS = at('10T06');

  const struck = ([text, strikes]: [string, number]) => ({ hour: at(text) / HOUR_MS, strikes });
  const days = (gaps: readonly Span[], ...hours: [string, number][]) =>
    dayFeatures({ hours: hours.map(struck), gaps }, HOME, FROM_MS, NOW_MS).map(({ id, properties }) => {
      return [id, properties.strikes, properties.gapSeconds];
    });

  test('tell their strikes, and how much of each was not read', () => {
    const late: Span = [at('20T09'), NOW_MS];
    const gaps: Span[] = [[0, at('18T12')], [at('19T23'), at('20T01')], late];
    expect(days(gaps, ['18T12', 2], ['18T23', 3], ['20T00', 7])).toEqual([
      ['2026-07-18', 5, 43_200],
      ['2026-07-19', 0, 3_600],
      ['2026-07-20', 7, 7_200],
    ]);
  });

  test('begin with the first that was read or struck, and today is always there', () => {
    expect(days([[0, NOW_MS]])).toEqual([['2026-07-20', 0, 36_000]]);
    expect(days([[0, NOW_MS]], ['19T00', 1]).map(([id]) => id)).toEqual(['2026-07-19', '2026-07-20']);
    expect(days([])).toHaveLength(11);
  });
});

describe('the tiles of a day', () => {
  const START_MS = Date.UTC(2026, 6, 18);
  const NOW_MS = Date.UTC(2026, 6, 20, 10);
  const struck = [START_MS, START_MS - 4 * DAY_MS].map((atMs) => ({ hour: atMs / HOUR_MS + 3, strikes: 2 }));
  const days = featureList(dayFeatures({ hours: struck, gaps: [] }, HOME, NOW_MS - 9 * DAY_MS, NOW_MS), 'falling');
  const at = (text: string) => Date.parse(text);

  test('are those of the newest day with strikes, or of the newest that the interval touches', () => {
    const choose = (fromMs: number, toMs: number) => chosenDay(days, { datetime: { fromMs, toMs }, limit: 10 });
    expect(chosenDay(days, { limit: 10 })).toBe('2026-07-18');
    expect(choose(Number.NEGATIVE_INFINITY, at('2026-07-17T23:59:59Z'))).toBe('2026-07-14');
    expect(choose(at('2026-07-18T12:00:00Z'), Number.POSITIVE_INFINITY)).toBe('2026-07-18');
    expect(choose(at('2026-07-19T00:00:00Z'), Number.POSITIVE_INFINITY)).toBeUndefined();
  });

  test('are of one day on all pages, though another day has begun', () => {
    expect(chosenDay(days, { cursor: '2026-07-14.10.567.380', limit: 10 })).toBe('2026-07-14');
    expect(dayOfTile('2026-02-30.10.1.1')).toBeUndefined();
  });

  test('have the strikes of all hours, and lie where they fell', () => {
    const { x, y } = tileAt(23.3, 42.7, 10);
    const next = { hour: 5, x: x + 1, y, strikes: 1 };
    const counts = [{ hour: 1, x, y, strikes: 2 }, next, { hour: 23, x, y, strikes: 3 }];
    const [first, second, ...more] = dayTileFeatures({ day: utcDay(START_MS), zoom: 10, counts }, START_MS);
    expect(more).toEqual([]);
    expect(second?.properties.strikes).toBe(1);
    expect(first).toMatchObject({
      id: `2026-07-18.10.${x}.${y}`,
      properties: { day: '2026-07-18', tile: `10/${x}/${y}`, strikes: 5 },
    });
    const ring = first?.geometry?.type === 'Polygon' ? (first.geometry.coordinates[0] ?? []) : [];
    expect(Math.min(...ring.map(([longitude]) => longitude))).toBeLessThan(23.3);
    expect(Math.max(...ring.map(([longitude]) => longitude))).toBeGreaterThan(23.3);
  });
});

describe('the few first features, by which GIS learn a collection', () => {
  const RETAINED = { nowMs: Date.parse('2026-07-01T12:00:00Z'), retainedFromMs: Date.parse('2025-06-01T00:00:00Z') };
  const LOOK: ItemsQuery = { limit: 10 };

  interface Reported {
    readonly numberMatched: number;
    readonly numberReturned: number;
    readonly features: readonly Feature[];
  }

  /** As it is sent, and the text itself. */
  function sent(id: string, features: readonly Feature[], query = LOOK) {
    const page = { features, next: undefined, matched: features.length };
    const text = JSON.stringify(featureCollection({ ...SITE, ...RETAINED }, collectionOf(id), query, page));
    return { text, ...(JSON.parse(text) as Reported) };
  }

  const fire: Feature = {
    type: 'Feature',
    id: 'f1',
    geometry: { type: 'Point', coordinates: [23, 42] },
    properties: { firstSeen: '2026-07-01T11:00:00.000Z', static: false, frpMw: 12, chance: 0.25, state: 'none' },
  };

  test('have every column, and reals with a point even if they are whole', () => {
    const { text, features } = sent('fires', [fire]);
    const columns = Object.keys(features[0]?.properties ?? {});
    expect(columns.toSorted()).toEqual(Object.keys(collectionOf('fires').fields).toSorted());
    expect(features[0]?.properties).toMatchObject({ ...fire.properties, strikeId: null, strikeKm: null });
    expect(text).toContain('"frpMw":12.0,');
    expect(text).toContain('"chance":0.25,');
  });

  test.each(COLLECTIONS)(
    'of $id, if none has a place, are one more, not counted, of each type and no point',
    ({ id, fields, geometry }) => {
      const { text, features, numberMatched, numberReturned } = sent(id, []);
      expect([numberMatched, numberReturned, features[0]?.id]).toEqual([0, 1, 'none']);
      expect(features[0]?.geometry).toEqual({ type: `Multi${geometry}`, coordinates: [] });
      for (const [name, { type, format }] of Object.entries(fields)) {
        const value = features[0]?.properties[name];
        if (format) expect(Date.parse(String(value))).toBe(RETAINED.retainedFromMs);
        else expect(typeof value).toBe(type === 'integer' ? 'number' : type);
        if (type === 'number') expect(text).toContain(`"${name}":0.0`);
      }
    },
  );

  test.each<[string, ItemsQuery]>([
    ['in a page for those who want all', { limit: 10_000 }],
    ['in a box', { ...LOOK, bbox: { west: 20, south: 40, east: 21, north: 41 } }],
    ['of a time', { ...LOOK, datetime: { fromMs: 0, toMs: 1 } }],
    ['further on', { ...LOOK, cursor: '1.a' }],
  ])('and nothing is added %s', (_, query) => {
    expect(sent('fires', [], query).features).toEqual([]);
    expect(sent('fires', [fire], query).features).toEqual([fire]);
  });
});

describe('credit', () => {
  test('NASA FIRMS is named with a link to its disclaimer, unless the sky is simulated', () => {
    expect(attributionOf(SITE, collectionOf('hotspots'))).toBe(`NASA FIRMS (${FIRMS_DISCLAIMER})`);
    expect(attributionOf(SITE, collectionOf('fires'))).toMatch(/^NASA FIRMS .*; lightning: Us$/);
    expect(attributionOf(SITE, collectionOf('strikes'))).toBe('Us');
    expect(attributionOf({ ...SITE, simulated: true }, collectionOf('fires'))).toBe('Us');
    const disclaimer = { links: expect.arrayContaining([expect.objectContaining({ href: FIRMS_DISCLAIMER })]) };
    expect(collectionDocument(SITE, collectionOf('fires'))).toMatchObject(disclaimer);
    expect(collectionDocument({ ...SITE, simulated: true }, collectionOf('fires'))).not.toMatchObject(disclaimer);
  });
});

describe('items query', () => {
  const parse = (query: Record<string, string>) => v.parse(ItemsQuery, query);
  const ruleOf = (query: Record<string, string>) => v.safeParse(ItemsQuery, query).issues?.[0]?.message;
  const at = (text: string) => Date.parse(text);

  describe('limit', () => {
    test.each([
      [{}, 10_000],
      [{ limit: '7' }, 7],
      [{ limit: '10000' }, 10_000],
      [{ limit: '999999999' }, 10_000],
    ])('is the most there is by default, and clipped to it: %o', (query, limit) => {
      expect(parse(query).limit).toBe(limit);
    });

    test.each(['0', '-1', '1.5', 'ten', ''])('is a whole number of at least one: %s', (limit) => {
      expect(ruleOf({ limit })).toMatch(/^(range|format)$/);
    });

    test('grows tenfold, and after a hundred to the most there is', () => {
      const limits = [parse({ limit: '10' })];
      for (let page = 0; page < 4; page += 1) limits.push(nextQuery(limits[page] ?? parse({}), `c${page}`));
      expect(limits.map(({ limit }) => limit)).toEqual([10, 100, 10_000, 10_000, 10_000]);
      expect(limits.at(-1)?.cursor).toBe('c3');
    });
  });

  describe('datetime', () => {
    const retained = [at('2026-07-01T00:00:00Z'), at('2026-07-10T00:00:00Z')] as const;
    const request = (datetime: string) =>
      requestedSpan(parse({ datetime }).datetime, retained).map((atMs) => new Date(atMs).toISOString());

    test.each([
      ['2026-07-02T00:00:00Z', '2026-07-02T00:00:00.000Z', '2026-07-02T00:00:00.001Z'],
      ['2026-07-02T00:00:00Z/2026-07-03T00:00:00+03:00', '2026-07-02T00:00:00.000Z', '2026-07-02T21:00:00.001Z'],
      ['2026-07-02T00:00:00Z/..', '2026-07-02T00:00:00.000Z', '2026-07-10T00:00:00.000Z'],
      ['2026-07-02T00:00:00Z/', '2026-07-02T00:00:00.000Z', '2026-07-10T00:00:00.000Z'],
      ['../2026-07-02T00:00:00Z', '2026-07-01T00:00:00.000Z', '2026-07-02T00:00:00.001Z'],
      ['/2026-07-02T00:00:00Z', '2026-07-01T00:00:00.000Z', '2026-07-02T00:00:00.001Z'],
      ['0000-01-01T00:00:00Z/9999-12-31T23:59:59Z', '2026-07-01T00:00:00.000Z', '2026-07-10T00:00:00.000Z'],
    ])('%s is both ends included, and clipped to what is kept', (datetime, from, to) => {
      expect(request(datetime)).toEqual([from, to]);
    });

    test.each(['1999-01-01T00:00:00Z/2000-01-01T00:00:00Z', '2027-01-01T00:00:00Z'])(
      '%s lies where nothing is kept',
      (datetime) => {
        const [fromMs, toMs] = requestedSpan(parse({ datetime }).datetime, retained);
        expect(fromMs).toBeGreaterThanOrEqual(toMs);
      },
    );

    test.each([
      ['2026-07-02T00:00:00', 'format'],
      ['2026-07-02', 'format'],
      ['2026-02-30T00:00:00Z', 'format'],
      ['..', 'format'],
      ['', 'format'],
      ['2026-07-02T00:00:00Z/2026-07-03T00:00:00', 'format'],
      ['2026-07-02T00:00:00Z/../..', 'format'],
      ['2026-07-03T00:00:00Z/2026-07-02T00:00:00Z', 'reversed'],
    ])('%s breaks a rule', (datetime, rule) => {
      expect(ruleOf({ datetime })).toBe(rule);
    });
  });

  describe('bbox', () => {
    const box = (bbox: string) => {
      const within = boxAtHome(parse({ bbox }).bbox, HOME);
      return within && Object.values({ w: within.west, s: within.south, e: within.east, n: within.north });
    };

    test.each([
      ['20,40,21,41', [20, 40, 21, 41]],
      ['20,40,-5,21,41,9000', [20, 40, 21, 41]],
      ['-180,-90,180,90', [13, 34, 31, 48]],
      ['-1e9,-1e9,1e9,1e9', [13, 34, 31, 48]],
      ['0,0,20,40', [13, 34, 20, 40]],
      ['20,40,20,40', [20, 40, 20, 40]],
      ['31,34,40,48', [31, 34, 31, 48]],
      ['-10,34,10,48', undefined],
      // Across the antimeridian.
      ['170,-90,-170,90', undefined],
      ['20,34,-170,48', [20, 34, 31, 48]],
      ['170,34,20,48', [13, 34, 20, 48]],
    ])('%s is clipped to home', (bbox, expected) => {
      expect(box(bbox)).toEqual(expected);
    });

    test.each([
      ['1,2,3', 'four-or-six'],
      ['1,2,3,4,5', 'four-or-six'],
      ['1,2,3,4,5,6,7', 'four-or-six'],
      ['1,2,x,4', 'four-or-six'],
      ['', 'four-or-six'],
      ['13,48,31,34', 'upside-down'],
    ])('%s breaks a rule', (bbox, rule) => {
      expect(ruleOf({ bbox })).toBe(rule);
    });

    test('is in CRS84, and in nothing else', () => {
      expect(parse({ 'bbox-crs': CRS84 })['bbox-crs']).toBe(CRS84);
      expect(ruleOf({ 'bbox-crs': 'http://www.opengis.net/def/crs/EPSG/0/4326' })).toBe('format');
    });
  });

  test('an address says what was asked, and is read back as that', () => {
    const query = { bbox: '20,40,21.5,41', datetime: '../2026-07-02T02:00:00+02:00', limit: '10', cursor: '1.2.abc' };
    const written = itemsParameters(parse(query));
    expect(written).toBe('bbox=20,40,21.5,41&cursor=1.2.abc&datetime=../2026-07-02T00:00:00.000Z&limit=10');
    expect(itemsParameters(parse(Object.fromEntries(new URLSearchParams(written))))).toBe(written);
  });
});

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
}

/** Every element, in the order in which they begin. Throws where the text is no XML. */
function elementsOf(xml: string): Element[] {
  const parser = new SaxesParser();
  const all: Element[] = [];
  const open: Element[] = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, text: '' };
    all.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const last = open.at(-1);
    if (last) last.text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.write(xml).close();
  return all;
}

const xml = layerDefinition({ root: ROOT });
const elements = elementsOf(xml);
const named = (name: string) => elements.filter((element) => element.name === name);
const textsOf = (name: string) => named(name).map(({ text }) => text);

describe('the layers for QGIS', () => {
  test('are XML of a layer definition, each in the tree and with a source that the provider OAPIF reads', () => {
    expect(xml).toContain('<!DOCTYPE qgis-layer-definition>');
    expect(elements[0]?.name).toBe('qlr');
    expect(textsOf('provider')).toEqual(['OAPIF', 'OAPIF', 'OAPIF']);
    const sources = textsOf('datasource').map((source) =>
      Object.fromEntries([...source.matchAll(/(\w+)='([^']*)'/g)].map(([, key, value]) => [key, value])),
    );
    expect(sources.map(({ typename }) => typename)).toEqual(['strikes-24h', 'storm-cells', 'data-gaps']);
    for (const { url } of sources) expect(url).toBe(ROOT);
    expect(named('layer-tree-layer').map(({ attributes }) => attributes.id)).toEqual(textsOf('id'));
    expect(named('layer-tree-layer').map(({ attributes }) => attributes.source)).toEqual(textsOf('datasource'));
  });

  test('have the fields of their times, and a style whose every symbol is there', () => {
    const of = (name: string, key: string) => named(name).map(({ attributes }) => attributes[key]);
    expect(of('temporal', 'enabled')).toEqual(['1', '0', '1']);
    expect(of('temporal', 'mode')).toEqual(['1', '1', '2']);
    const times = ['strikes-24h', 'storm-cells', 'data-gaps'].map((id) => collectionOf(id).time);
    expect(of('temporal', 'startField')).toEqual(times.map(([start]) => start));
    expect(of('temporal', 'endField')).toEqual(['', '', times[2]?.[1]]);
    const markers = named('symbol').filter(({ attributes }) => attributes.type === 'marker');
    expect(of('rule', 'symbol')).toEqual(markers.map(({ attributes }) => attributes.name));
    expect(new Set(of('rule', 'key')).size).toBe(3);
    expect(of('layer', 'class')).toContain('LinePatternFill');
    for (const { attributes } of named('Option'))
      if (attributes.name === 'color') expect(attributes.value).toMatch(/^\d+(,\d+){3}$/);
  });

  test('escape what an address may hold', () => {
    const source = elementsOf(layerDefinition({ root: 'http://a/?x=1&y="<' })).find(
      ({ name }) => name === 'datasource',
    );
    expect(source?.text).toContain(`url='http://a/?x=1&y="<'`);
  });
});

describe('pages of a list', () => {
  const NOW_MS = Date.parse('2026-07-20T10:00:00Z');
  const TIME = ['start_datetime', 'end_datetime'] as const;
  const hours = [{ hour: NOW_MS / HOUR_MS - 24 * 16, strikes: 3 }];
  const DAYS = dayFeatures({ hours, gaps: [] }, HOME, NOW_MS - 30 * DAY_MS, NOW_MS);
  const list = featureList(DAYS, 'falling');

  const request = (query: Record<string, string>) => listPage(list, v.parse(ItemsQuery, query), TIME);
  const ids = (features: readonly Feature[]) => features.map(({ id }) => id);

  test.each([1, 4, 7, 31, 100])('from %d on hold every feature once, in order, and none is empty', (limit) => {
    const seen: string[] = [];
    let query: ItemsQuery | undefined = v.parse(ItemsQuery, { limit: `${limit}` });
    while (query) {
      const page = listPage(list, query, TIME);
      expect(page.features.length).toBeGreaterThan(0);
      expect(page.matched).toBe(31);
      seen.push(...ids(page.features));
      query = page.next;
    }
    expect(seen).toEqual(ids(DAYS).toReversed());
  });

  test('go on where they ended though a feature came before', () => {
    const first = request({ limit: '2' });
    const later = featureList([...DAYS, { ...(DAYS[0] as Feature), id: '2026-07-21' }], 'falling');
    const { features } = listPage(later, first.next ?? v.parse(ItemsQuery, {}), TIME);
    expect(ids(features.slice(0, 2))).toEqual(['2026-07-18', '2026-07-17']);
  });

  test('hold what an interval touches, both ends included', () => {
    const datetime = '2026-07-03T23:59:59.999Z/2026-07-05T00:00:00Z';
    expect(ids(request({ datetime }).features)).toEqual(['2026-07-05', '2026-07-04', '2026-07-03']);
    expect(ids(request({ datetime: '2026-07-19T00:00:00Z/..' }).features)).toEqual(['2026-07-20', '2026-07-19']);
    expect(request({ datetime: '1999-07-04T12:00:00Z' })).toMatchObject({ features: [], matched: 0 });
  });

  test.each([
    ['12,33,13,34', 31],
    ['20,40,21,41', 31],
    ['0,0,12.9,90', 0],
    ['31.1,34,40,48', 0],
    ['170,34,-170,48', 0],
    ['170,34,20,48', 31],
  ])('hold what the box %s touches: %d', (bbox, count) => {
    expect(request({ bbox }).features).toHaveLength(count);
  });

  test('leave out of every box what has no place, and take it for every time', () => {
    const placeless = featureList([{ type: 'Feature', id: 'a', geometry: null, properties: {} }], 'rising');
    const requestOf = (query: object) => listPage(placeless, v.parse(ItemsQuery, query), TIME).features;
    expect(requestOf({ datetime: '2026-07-04T12:00:00Z' })).toHaveLength(1);
    expect(requestOf({ bbox: '-180,-90,180,90' })).toEqual([]);
  });
});

const document = openApi30(SITE);

describe('the OpenAPI document for GIS', () => {
  test('is 3.0, and passes redocly’s recommended rules without an error or a warning', async () => {
    expect(document.openapi).toMatch(/^3\.0\./);
    const problems = await lintDocument({
      document: makeDocumentFromString(JSON.stringify(document), 'api.json'),
      config: await createConfig({ extends: ['recommended'] }),
      externalRefResolver: new BaseResolver(),
    });
    const reported = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
    expect(reported).toEqual([]);
  });

  test('says where QGIS looks for it how many features a page may have', () => {
    const { parameters } = document.components as { parameters: unknown };
    expect(parameters).toMatchObject({ limit: { schema: { maximum: 10_000, default: 10_000 } } });
  });
});

describe('stac item', () => {
  const DAY_START_MS = Date.UTC(2026, 6, 1);
  const NOW_MS = DAY_START_MS + 2 * DAY_MS + 2 * HOUR_MS;
  const [SHA, OTHER_SHA] = ['a5'.repeat(32), 'b6'.repeat(32)];
  const AT = { ...SITE, nowMs: NOW_MS };
  const [day] = dayFeatures({ hours: [], gaps: [] }, HOME, DAY_START_MS, NOW_MS);
  if (!day) throw new Error('there is no day');

  const FILES: DayFiles = {
    day: utcDay(DAY_START_MS),
    home: '13,34,31,48',
    countVersion: 1,
    gaps: [],
    strikes: 7,
    createdMs: DAY_START_MS + 25.2 * HOUR_MS,
    files: {
      parquet: { name: dayFileName('2026-07-01', SHA, 'parquet'), bytes: 3_450_000 },
      csv: { name: dayFileName('2026-07-01', OTHER_SHA, 'csv'), bytes: 2_700_000 },
    },
  };

  describe('a day as an Item of STAC 1.1', () => {
    test('has its files as assets, with size and the multihash of their SHA-256', () => {
      const { assets, ...item } = stacItem(day, FILES, [], AT);
      const both = { roles: ['data'], gaps: 'none', strikes: 7 };
      expect(assets).toEqual({
        parquet: {
          href: `${origin}/api/v1/files/2026-07-01.${SHA}.parquet`,
          type: 'application/vnd.apache.parquet',
          title: 'GeoParquet',
          ...both,
          'file:size': 3_450_000,
          'file:checksum': `1220${SHA}`,
        },
        csv: {
          href: `${origin}/api/v1/files/2026-07-01.${OTHER_SHA}.csv.gz`,
          type: 'application/gzip',
          title: 'CSV, gzipped',
          ...both,
          'file:size': 2_700_000,
          'file:checksum': `1220${OTHER_SHA}`,
        },
      });
      expect(item).toMatchObject({
        type: 'Feature',
        stac_version: '1.1.0',
        stac_extensions: ['https://stac-extensions.github.io/file/v2.1.0/schema.json'],
        id: '2026-07-01',
        bbox: [HOME.west, HOME.south, HOME.east, HOME.north],
        collection: 'days',
        properties: {
          datetime: null,
          start_datetime: '2026-07-01T00:00:00.000Z',
          end_datetime: '2026-07-01T23:59:59.999Z',
          updated: '2026-07-02T01:12:00.000Z',
          gaps: 'none',
          settled: true,
        },
      });
      expect(item.links.map(({ rel, href }) => [rel, href])).toEqual([
        ['self', `${SITE.root}/collections/days/items/2026-07-01`],
        ['collection', `${SITE.root}/collections/days`],
      ]);
    });

    test('without files has no asset, and is not settled', () => {
      const { assets, properties } = stacItem(day, undefined, [], AT);
      expect([assets, properties.settled, 'updated' in properties]).toEqual([{}, false, false]);
    });

    test('says what of the day was not read, and is not settled then, nor before 26 hours', () => {
      const gaps = [[DAY_START_MS + 23 * HOUR_MS, DAY_START_MS + 25 * HOUR_MS]] as const;
      const gap = stacItem(day, { ...FILES, gaps }, gaps, AT).properties;
      expect([gap.gaps, gap.settled]).toEqual(['2026-07-01T23:00:00.000Z/2026-07-02T00:00:00.000Z', false]);
      expect(stacItem(day, FILES, [], { ...AT, nowMs: NOW_MS - 1 }).properties.settled).toBe(false);
    });
  });
});

describe('storm cell items', () => {
  const AT_MS = Date.UTC(2026, 6, 1, 12);
  const CELL: CellReport = {
    id: 7,
    latitude: 42.7,
    longitude: 23.3,
    eastKmH: -30,
    northKmH: 0,
    sigmaKmH: 8,
    radiusKm: 9.6,
    flashes: 40,
    showArrow: false,
    trend: 'growing',
    ageMinutes: 25,
    track: [{ latitude: 42.7, longitude: 23.4 }],
  };
  const RING = pairs('42,23 42,24 43,24').map(([latitude, longitude]) => ({ latitude, longitude }));
  const report = (cells: CellReport[]) => ({
    updates: { atMs: AT_MS, cells, odds: AS_FITTED },
    outlines: cells.map(() => RING),
    providerOffsetMs: 0,
  });
  const state = { type: 'Feature', id: 'state', geometry: null };

  test('storm cells end with a feature without a place that says of when they are, and is always there', () => {
    const at = '2026-07-01T12:00:00.000Z';
    const [cell, last] = stormCellFeatures(report([CELL]), AT_MS);
    expect(cell).toMatchObject({ id: '7', geometry: { type: 'Polygon' } });
    expect(cell?.properties).toEqual({
      kind: 'cell',
      at,
      stale: false,
      partial: false,
      flashes: 40,
      trend: 'growing',
      radiusKm: 10,
      ageMinutes: 25,
    });
    expect(last).toEqual({ ...state, properties: { kind: 'state', at, stale: false, partial: false } });
    const stale = { ...state, properties: { kind: 'state', at, stale: true, partial: false } };
    expect(stormCellFeatures(report([]), AT_MS + 600_000)).toEqual([stale]);
    const unknown = { ...state, properties: { kind: 'state', stale: true, partial: true } };
    expect(stormCellFeatures(null, AT_MS)).toEqual([unknown]);
  });

  test('a storm cell has a speed and a heading where it has an arrow', () => {
    const [cell] = stormCellFeatures(report([{ ...CELL, showArrow: true }]), AT_MS);
    expect(cell?.properties).toMatchObject({ speedKmH: 30, headingDegrees: 270, headingErrorDegrees: 15 });
  });
});

describe('items of data gaps', () => {
  const at = (text: string) => Date.parse(`2026-07-01T${text}:00Z`);
  const NOW_MS = at('12:00');
  const report = (completeToMs: number | null, ...gaps: (readonly [number, number])[]) =>
    gapFeatures({ completeToMs, gaps, outsideHome: false }, HOME, at('00:00'), NOW_MS).map(({ id, properties }) => [
      id,
      properties.state,
      properties.seconds,
    ]);

  test('what was not read always ends with what was not read yet', () => {
    expect(report(at('11:58'), [at('00:00'), at('01:00')], [at('03:00'), at('03:01')])).toEqual([
      ['2026-07-01T00:00:00.000Z', 'gap', 3_600],
      ['2026-07-01T03:00:00.000Z', 'gap', 60],
      ['not-yet', 'not-yet', 120],
    ]);
    expect(report(at('12:01'))).toEqual([['not-yet', 'not-yet', 0]]);
    expect(report(null, [at('00:00'), NOW_MS])).toEqual([['not-yet', 'not-yet', 43_200]]);
  });
});
