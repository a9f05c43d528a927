import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { HOME_BOX as HOME } from '#shared/geo/BBox.ts';
import { tileAt } from '#shared/geo/tile.ts';
import { DAY_MS, HOUR_MS } from '#shared/time.ts';
import { MESSAGE_TYPES } from '#shared/watch/bodies.ts';
import { API_ROOT } from '#shared/wire/apiPaths.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { app } from '#worker/app.ts';
import { dayCacheControl } from '#worker/archive/dayRoutes.ts';
import { encodePageCursor } from '#worker/archive/StrikeArchive.ts';
import { formatStrikes, type StrikeFormat, StrikesQuery, strikesAddress } from '#worker/archive/strikeRoutes.ts';
import { respondWithSlice } from '#worker/archive/tileRoutes.ts';
import { assetPages, securityTxt } from '#worker/assetPages.ts';
import { headerText } from '#worker/http/attribution.ts';
import { describeWebhooks } from '#worker/watch/routes/webhooks.ts';

/** Static assets that hold every page, as the platform answers for them. */
const ASSETS = { fetch: (url: URL) => Promise.resolve(new Response(url.pathname)) };
const respondTo = async (path: string) => {
  const response = await assetPages(() => undefined).request(path, {}, { ASSETS });
  return [response.status, await response.text()];
};

test('an address that is no text is not found, and one of an id is the page for it', async () => {
  expect(await respondTo('/map/%E0%A4%A')).toEqual([404, '/404']);
  expect(await respondTo('/bg/map/%E0%A4%A')).toEqual([404, '/bg/404']);
  expect(await respondTo('/map/%D1%8F')).toEqual([200, '/map']);
  expect(await respondTo('/bg/map/a-1')).toEqual([200, '/bg/map']);
});

const PATH = '/.well-known/security.txt';

test('security.txt says whom to write to and holds for less than a year from now; without an address there is none', async () => {
  const vars = { PUBLIC_EMAIL: 'people@lightning.bg', PUBLIC_ORIGIN: 'https://lightning.bg' };
  const response = await securityTxt.request(PATH, {}, vars);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const [contact, expires = '', ...others] = (await response.text()).split('\n');
  expect(contact).toBe('Contact: mailto:people@lightning.bg');
  const leftMs = Date.parse(expires.replace('Expires: ', '')) - Date.now();
  expect(leftMs).toBeGreaterThan(300 * DAY_MS);
  expect(leftMs).toBeLessThan(365 * DAY_MS);
  expect(others).toEqual(['Preferred-Languages: en, ru, bg', `Canonical: https://lightning.bg${PATH}`, '']);
  expect((await securityTxt.request(PATH, {}, { PUBLIC_EMAIL: '' })).status).toBe(404);
});

describe('[AP13] whose data strikes are, as a header', () => {
  test('is plain where it is ASCII', () => {
    const attribution = 'Contains modified EUMETSAT Meteosat data 2026, CC BY 4.0; "Network"';
    expect(headerText(attribution)).toBe(attribution);
  });

  const HOSTILE = ['Данни: мрежа «Мълния»', '100 % of A', 'line\r\nSet-Cookie: a=b', '⚡ network'];
  test.each(HOSTILE)('is a header whatever the words are, and is read back: %j', (text) => {
    expect(new Headers({ attribution: headerText(text) }).get('attribution')).toMatch(/^[ -~]*$/);
    expect(decodeURIComponent(headerText(text))).toBe(text);
  });

  test('holds half a character as the sign for one that is missing', () => {
    expect(headerText('a\ud800b')).toBe('a%EF%BF%BDb');
  });
});

describe('the counts of a day are kept by caches', () => {
  const TO_MS = Date.UTC(2026, 6, 2);
  const READ = { completeToMs: TO_MS + 30 * HOUR_MS, gaps: [], outsideHome: false };

  test('for an hour when all of it was read, gaps are repaired no more and none of it waits to be counted', () => {
    expect(dayCacheControl(TO_MS, READ, TO_MS + 26 * HOUR_MS)).toBe('public, max-age=3600');
  });

  test.each([
    ['while it may yet gain strikes', READ, 25],
    ['where some was not read or counted', { ...READ, gaps: [[TO_MS - HOUR_MS, TO_MS] as const] }, 40],
    ['where it was not read to its end', { ...READ, completeToMs: TO_MS - 1 }, 40],
    ['where nothing is known to have been read', { ...READ, completeToMs: null }, 40],
  ])('for a minute %s', (_, read, hours) => {
    expect(dayCacheControl(TO_MS, read, TO_MS + hours * HOUR_MS)).toBe('public, max-age=60');
  });
});

const addressOf = (query: string) =>
  strikesAddress(v.parse(StrikesQuery, Object.fromEntries(new URLSearchParams(query))));

const CANONICAL =
  '/api/v1/strikes?bbox=13,34,31,48.5&format=json&from=2026-07-01T00:00:00.000Z&limit=1000&to=2026-07-02T00:00:00.000Z';

describe('the address of a page', () => {
  test.each([
    'bbox=13,34,31,48.5&from=2026-07-01T00:00:00Z&to=2026-07-02T00:00:00Z',
    'to=2026-07-02T00:00:00Z&from=2026-07-01T00:00:00Z&bbox=13,34,31,48.5',
    'bbox=1.3e1,+34,31.,48.4999999999&from=2026-07-01T00:00Z&to=2026-07-02T00:00:00.000Z'.replaceAll('+', '%2B'),
    'bbox=013.000,34.0,31,48.50&from=2026-07-01T00:00Z&to=2026-07-02T00:00:00.000Z',
    'bbox=13%2C34%2C31%2C48.5&from=2026-07-01T02:00:00%2B02:00&to=2026-07-02T00:00:00.0004Z&limit=01000&format=json',
  ])('is the same however the query is written: %s', (query) => {
    expect(addressOf(query)).toBe(CANONICAL);
  });

  test('around a place is the same too, to a metre', () => {
    const times = 'from=2026-07-01T00:00:00Z&to=2026-07-02T00:00:00Z';
    const address = addressOf(`radiusKm=6.0001&near=42.70000004,%2B23.32&${times}`);
    expect(address).toContain('&near=42.7,23.32&radiusKm=6&');
    expect(addressOf(address.slice(address.indexOf('?')))).toBe(address);
  });

  test('is a query that means the same, to the last decimal that counts', () => {
    const cursor = encodePageCursor({ atMs: 1_782_900_000_000, id: 's/1' });
    const query = `bbox=-0.000001,-0,0.000001,1&cursor=${cursor}&format=kml&from=2026-07-01T00:00:00.001Z&limit=7&to=2026-07-02T00:00:00.000Z`;
    const address = addressOf(query);
    expect(address).toBe(`/api/v1/strikes?${query.replace('-0,', '0,')}`);
    expect(addressOf(address.slice(address.indexOf('?')))).toBe(address);
  });
});

interface DescribedData {
  readonly properties: object;
  readonly required: readonly string[];
}
interface Described {
  readonly allOf: readonly [object, { readonly properties: { readonly type: object; readonly data: DescribedData } }];
}

const { webhooks, components } = describeWebhooks();

/** What a type has beside what every message has: `name` always, `name?` sometimes. */
function ownOf(type: string): string[] {
  const schema = webhooks[type]?.post.requestBody.content['application/json'].schema as unknown as Described;
  const { data } = schema.allOf[1].properties;
  return Object.keys(data.properties).map((name) => (data.required.includes(name) ? name : `${name}?`));
}

describe('webhooks in the API’s document', () => {
  test('[AP4] [TL10] say of each type of message what it alone has, and that a challenge is echoed', () => {
    expect(Object.keys(webhooks)).toEqual(MESSAGE_TYPES);
    const area = ['areaId', 'areaName'];
    expect(ownOf('watch.raised')).toEqual([...area, 'strike?', 'since?', 'unconfirmedMin?', 'correction?', 'late?']);
    expect(ownOf('watch.all-clear')).toEqual([...area, 'missed?']);
    expect(ownOf('fire.likely-lightning')).toEqual([...area, 'fire', 'correction?']);
    expect(ownOf('watch.test')).toEqual(['areaId?', 'areaName?', 'drill?']);
    expect(ownOf('watch.challenge')).toEqual(['challenge']);
    expect(ownOf('watch.heartbeat')).toEqual([]);
    const results = MESSAGE_TYPES.filter((type) => webhooks[type]?.post.responses['200'].$ref.endsWith('/echo'));
    expect(results).toEqual(['watch.challenge']);
  });

  test('every reference leads somewhere, and all of it has at most 11.6 kB', () => {
    const text = JSON.stringify(webhooks);
    const { securitySchemes: _, ...referred } = components;
    const names = new Set(
      [...text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)].map(([, kind, name]) => `${kind}/${name}`),
    );
    const there = Object.entries(referred).flatMap(([kind, all]) => Object.keys(all).map((name) => `${kind}/${name}`));
    expect([...names].sort()).toEqual(there.sort());
    expect(text.length + JSON.stringify(components).length).toBeLessThanOrEqual(11_600);
  });
});

/** Every character that XML 1.0 forbids stands for itself in no parser: read as U+FFFD. The others come back as they were. */
const FORBIDDEN: readonly (readonly [id: string, read: string])[] = [
  ...['\uFFFF', '\uFFFE', '\u0000', '\u000B', '\u000C', '\u001F', '\uD800', '\uDFFF'].map(
    (id) => [id, '\uFFFD'] as const,
  ),
  ['a\uFFFFb', 'a\uFFFDb'],
  ['\u0001\u0008', '\uFFFD\uFFFD'],
  ['\u001B[31m', '\uFFFD[31m'],
  ['\uDC00\uD800', '\uFFFD\uFFFD'],
  ['x\uD83D', 'x\uFFFD'],
];
const UNHARMED = [
  ...['\uFEFF', '\uFFFD', '\u007F', '\u0085', '\u009F', '\u2028\u2029', '\u202Eevil', '\u{1FFFF}', '\u{10FFFF}'],
  ...['⚡🌩️', 'мълния', 'tab\there', 'line\nfeed', 'carriage\r\nreturn', '  spaces  ', ''],
  ...['"><script>alert(1)</script>', `' onload='x`, ']]>', '<![CDATA[x]]>', '<!-- -- -->', '<?xml version="1.1"?>'],
  ...['&amp;&#xFFFF;&unknown;', '<!ENTITY x SYSTEM "file:///etc/passwd">&x;'],
];
const HOSTILE_IDS = [...FORBIDDEN, ...UNHARMED.map((id) => [id, id] as const)];

/** The ids in a KML document, as a strict parser reads it. Throws where the document is not well-formed. */
function idsIn(kml: string): string[] {
  const ids: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'Placemark') ids.push(String(attributes.id));
  });
  // As it travels: UTF-8.
  parser.write(Buffer.from(kml, 'utf8').toString('utf8')).close();
  return ids;
}

const strikes = HOSTILE_IDS.map(([id]) => ({ id, latitude: 42.7, longitude: 23.3, atMs: 0 }));

describe('ids that the provider may send', () => {
  test('leave the KML well-formed, and are read from it as they were, but for what XML cannot hold', () => {
    const { body } = formatStrikes('kml', strikes, undefined, { completeToMs: null, gaps: [], outsideHome: false });
    expect(idsIn(body)).toEqual(HOSTILE_IDS.map(([, read]) => read));
  });
});

describe('answer slice', () => {
  const NOW_MS = Date.UTC(2026, 6, 1, 12, 20);
  const SOFIA = tileAt(23.3, 42.7, 8);
  const EDGE = tileAt(13.01, 42.7, 6);
  const MADRID = tileAt(-3.7, 40.4, 8);
  const hour = (back: number) => Date.UTC(2026, 6, 1, 12 - back);
  const READ = {
    gaps: [[0, hour(200)] as const, [hour(40), hour(40) + 1] as const],
    completeToMs: NOW_MS - 4_000,
    lastSuccessMs: NOW_MS - 4_000,
    cause: null,
    droppedToMs: 0,
  };
  const result = (hoursBack: number, tile = SOFIA, record: typeof READ | object = {}) =>
    respondWithSlice(
      { tile, fromMs: hour(hoursBack), toMs: hour(hoursBack) + HOUR_MS },
      { seq: 77, record: { ...READ, ...record }, strikes: [] },
      HOME,
      NOW_MS - 400 * 24 * HOUR_MS,
      NOW_MS,
    );
  const flags = (...requested: Parameters<typeof result>) => {
    const { incomplete, outsideHome, feed } = result(...requested).slice;
    return { incomplete, outsideHome, feed };
  };

  describe('[AP6] a slice is kept by caches', () => {
    test.each([
      ['of the open hour', 0, SOFIA, 'public, max-age=5'],
      ['of the hour before, which is not settled', 1, SOFIA, 'public, max-age=5'],
      ['of a settled hour that may be repaired', 5, SOFIA, 'public, max-age=60'],
      ['of the last hour that may be', 26, SOFIA, 'public, max-age=60'],
      ['of a whole hour that is not read again', 27, SOFIA, 'public, max-age=86400, immutable'],
      ['of an old hour that was not read whole', 40, SOFIA, 'public, max-age=60'],
      ['of an hour before the first reading', 300, SOFIA, 'public, max-age=60'],
      ['of an old hour, partly outside home', 30, EDGE, 'public, max-age=60'],
      ['of an old hour abroad', 30, MADRID, 'public, max-age=60'],
    ] as const)('%s', (_, hoursBack, tile, cacheControl) => {
      expect(result(hoursBack, tile).cacheControl).toBe(cacheControl);
    });

    test('for good only with a seq that no stream can be behind', () => {
      expect([result(27).slice.seq, result(26).slice.seq]).toEqual([Number.MAX_SAFE_INTEGER, 77]);
    });
  });

  describe('[AP7] a slice says', () => {
    test('whether its hour was not read whole, and whether it reaches beyond home', () => {
      expect(flags(5)).toEqual({});
      expect(flags(40)).toEqual({ incomplete: true });
      expect(flags(300)).toEqual({ incomplete: true });
      expect(flags(5, EDGE)).toEqual({ outsideHome: true });
      expect(flags(5, MADRID)).toEqual({ incomplete: true, outsideHome: true });
      expect(flags(5, SOFIA, { completeToMs: null, gaps: [] })).toEqual({ incomplete: true });
    });

    test('that an hour ran on in which the feed read nothing', () => {
      const stopped = { completeToMs: hour(3), lastSuccessMs: hour(3) };
      expect(flags(4, SOFIA, stopped)).toEqual({});
      expect(flags(3, SOFIA, stopped)).toEqual({ incomplete: true });
      expect(flags(0, SOFIA, stopped)).toEqual({ incomplete: true, feed: 'down' });
    });

    test('how the feed is, while its hour is not over', () => {
      expect(flags(0)).toEqual({ feed: 'live' });
      expect(flags(0, SOFIA, { cause: 'format' })).toEqual({ feed: 'delayed' });
      expect(flags(0, SOFIA, { lastSuccessMs: NOW_MS - 70_000 })).toEqual({ feed: 'delayed' });
      expect(flags(0, SOFIA, { lastSuccessMs: null })).toEqual({ feed: 'down' });
    });
  });
});

const strike = { id: 'a1', latitude: 42.7, longitude: -23.3, atMs: Date.UTC(2026, 6, 1, 12, 0, 0, 5) };
const ALL_READ = { completeToMs: strike.atMs, gaps: [], outsideHome: false };
const body = (format: StrikeFormat, id = 'a1', next?: string) =>
  formatStrikes(format, [{ ...strike, id }], next, ALL_READ).body;

describe('strikes as text', () => {
  const TIMESTAMP = '2026-07-01T12:00:00.005Z';
  const READ = { completeTo: TIMESTAMP, gaps: [], next: '/more' };

  test('[AP2] in JSON carry next where there is more, and only there', () => {
    const strikes = [{ id: 'a1', latitude: 42.7, longitude: -23.3, timestamp: TIMESTAMP }];
    expect(JSON.parse(body('json', 'a1', '/more'))).toEqual({ strikes, ...READ });
    expect(JSON.parse(body('json'))).not.toHaveProperty('next');
  });

  test('in GeoJSON are a feature collection of points, longitude first', () => {
    const { contentType } = formatStrikes('geojson', [], undefined, ALL_READ);
    expect(contentType).toBe('application/geo+json');
    const geometry = { type: 'Point', coordinates: [-23.3, 42.7] };
    const features = [{ type: 'Feature', id: 'a1', geometry, properties: { timestamp: TIMESTAMP } }];
    expect(JSON.parse(body('geojson', 'a1', '/more'))).toEqual({ type: 'FeatureCollection', features, ...READ });
  });

  test('in CSV have a header and one row each, ended by CRLF, with commas, quotes and line breaks in quotes', () => {
    expect(body('csv')).toBe('id,latitude,longitude,timestamp\r\na1,42.7,-23.3,2026-07-01T12:00:00.005Z\r\n');
    expect(body('csv', 'a,"b"\nc')).toContain('\r\n"a,""b""\nc",42.7');
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
    'begin no cell that a spreadsheet would run: %j',
    (id) => {
      const cell = body('csv', id).split('\r\n').slice(1).join('\r\n');
      expect(cell.replace(/^"/, '').startsWith(`'`)).toBe(true);
    },
  );

  test('in KML escape whatever an id holds, and replace what XML cannot hold', () => {
    const text = body('kml', `<&>"'\u0000\u001fé`);
    expect(text).toContain('<Placemark id="&lt;&amp;&gt;&quot;&apos;\uFFFD\uFFFDé">');
    expect(text).toContain('<coordinates>-23.3,42.7</coordinates>');
    expect(text).toContain('<when>2026-07-01T12:00:00.005Z</when>');
    expect(text.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n')).toBe(true);
  });
});

describe('whose data strikes are', () => {
  test('is told where a format has a place for it, and nowhere if nothing is asked for', () => {
    const report = (format: StrikeFormat) =>
      formatStrikes(format, [strike], undefined, ALL_READ, 'Data of <A> & B').body;
    expect(JSON.parse(report('json'))).toHaveProperty('attribution', 'Data of <A> & B');
    expect(JSON.parse(report('geojson'))).toHaveProperty('attribution', 'Data of <A> & B');
    expect(report('kml')).toContain('<Document><description>Data of &lt;A&gt; &amp; B</description><Placemark');
    expect(report('csv')).toBe(body('csv'));
    for (const format of ['json', 'geojson', 'kml'] as const)
      expect(body(format)).not.toMatch(/attribution|description/);
  });
});

describe('the rate rules of the zone in docs/operations.md', () => {
  const operations = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8');

  /**
   * Which rule of the zone counts a call. `dear`: it searches the archive or asks the provider, draws, or writes anew.
   * `cheap`: all others. A new route must be entered.
   */
  const RULE_OF: Readonly<Record<string, 'dear' | 'stream' | 'cheap'>> = {
    'GET /live': 'stream',
    'POST /contact': 'dear',
    'POST /client-errors': 'dear',
    'GET /strikes': 'dear',
    'GET /strikes/by-ordinal/:ordinal': 'dear',
    'GET /strikes/:id': 'dear',
    'GET /counts': 'dear',
    'GET /days/:day/:grid': 'dear',
    // With what the first begins, so are the documents of a collection.
    'GET /ogc/collections/:collection/items': 'dear',
    'GET /ogc/collections/:collection/items/:feature': 'dear',
    'GET /ogc/collections/:collection': 'dear',
    'GET /ogc/collections/:collection/schema': 'dear',
    'GET /picture.svg': 'dear',
    'GET /place.png': 'dear',
    'POST /look-up': 'dear',
    'GET /fires': 'dear',
    'GET /fires/:id': 'dear',
    'GET /holdover': 'dear',
    'POST /walls': 'dear',
    'POST /watch': 'dear',
    'GET /watch/skill': 'dear',
    // The map opens many slices and tiles at once; closed hours that no cache has are paid for.
    'GET /tiles/:z/:x/:y/:hour/planes': 'cheap',
    'GET /tiles/:z/:x/:y/:hour/detail': 'cheap',
    // One row of D1; the rest is R2's, and paid for by the megabyte.
    'GET /files/:file': 'cheap',
    'GET /basemap': 'cheap',
    'GET /basemap/:tag/:z/:x/:y': 'cheap',
    'GET /storm-cells': 'cheap',
    'GET /storm-cells/:minute': 'cheap',
    'GET /status': 'cheap',
    'GET /verification': 'cheap',
    'GET /cross-check/flashes': 'cheap',
    'GET /openapi.json': 'cheap',
    'GET /ogc': 'cheap',
    'GET /ogc/': 'cheap',
    'GET /ogc/conformance': 'cheap',
    'GET /ogc/api': 'cheap',
    'GET /ogc/lightning.qlr': 'cheap',
    'GET /ogc/collections': 'cheap',
    'GET /watch/vapid': 'cheap',
    // All chats come from Telegram's few addresses, and the devices of a mobile network from few others.
    'POST /watch/receipts': 'cheap',
    'POST /telegram': 'cheap',
  };
  /** A call to a watchlist, or to a wall, concerns that one alone, and a brigade's screens share one address. */
  const OF_A_WATCHLIST = /^[A-Z]+ \/(watch|walls)\/:id(\/|$)/;

  /** One row of a table in the document. */
  const rowOf = (name: string) => operations.split('\n').find((line) => line.startsWith(`| ${name} |`)) ?? '';

  /** Whether a rule's expression names the path: all of it, by its beginning, or in a list. */
  function names(row: string, path: string): boolean {
    const begins = [...row.matchAll(/(?<!not )starts_with\(http\.request\.uri\.path, "([^"]+)"\)/g)];
    const whole = [...row.matchAll(/uri\.path eq "([^"]+)"/g)];
    const lists = [...row.matchAll(/uri\.path in \{([^}]+)\}/g)].flatMap(([, list]) => [
      ...(list ?? '').matchAll(/"([^"]+)"/g),
    ]);
    return (
      begins.some(([, start]) => path.startsWith(start ?? '')) || [...whole, ...lists].some(([, one]) => path === one)
    );
  }

  const routes = app.routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith(API_ROOT));
  const calls = [...new Set(routes.map(({ method, path }) => `${method} ${path.slice(API_ROOT.length)}`))];
  const ruleOf = (call: string) => RULE_OF[call] ?? (OF_A_WATCHLIST.test(call) ? 'cheap' : undefined);
  const pathOf = (call: string) => API_ROOT + call.replace(/^[A-Z]+ /, '').replaceAll(/:\w+/g, '1');

  test('each call of the API is judged, and none that is not there', () => {
    expect(calls.filter((call) => ruleOf(call) === undefined)).toEqual([]);
    expect(Object.keys(RULE_OF).filter((call) => !calls.includes(call))).toEqual([]);
  });

  test('the first names every dear call, and no cheap one', () => {
    const row = rowOf('what reads the archive or writes');
    expect(calls.filter((call) => ruleOf(call) === 'dear' && !names(row, pathOf(call)))).toEqual([]);
    expect(calls.filter((call) => ruleOf(call) !== 'dear' && names(row, pathOf(call)))).toEqual([]);
  });

  test('the second names the stream alone', () => {
    expect(calls.filter((call) => names(rowOf('streams'), pathOf(call)))).toEqual(['GET /live']);
  });

  test('bodies are let through to each call that reads one', () => {
    const row = rowOf('bodies where none is read').replaceAll('not starts_with', 'starts_with');
    expect(calls.filter((call) => call.startsWith('POST ') && !names(row, pathOf(call)))).toEqual([]);
  });

  test('methods are let through to each call that has them', () => {
    const row = rowOf('methods');
    const list = /request\.method in \{([^}]+)\}/.exec(row)?.[1] ?? '';
    const everywhere = [...list.matchAll(/"([A-Z]+)"/g)].map(([, one]) => one);
    const exempt = row.replaceAll('not starts_with', 'starts_with').split(' and ').slice(2).join(' ');
    const blocked = (call: string) => !everywhere.includes(call.split(' ')[0]) && !names(exempt, pathOf(call));
    expect(everywhere).toContain('GET');
    expect(calls.filter(blocked)).toEqual([]);
  });
});
