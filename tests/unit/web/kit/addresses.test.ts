import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cornersOf, type Shape } from '#shared/geo/Shape.ts';
import { decodeShape, encodeShape, shapeInAddress } from '#shared/geo/shapeCode.ts';
import { pairs } from '#tests/support/pairs.ts';
import { CHUNK_TIMEOUT_MS, ChunkLoadError, withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { publishedSvg } from '#web/kit/browser/publishedPicture.ts';
import { LOCALES } from '#web/kit/i18n/locales.ts';
import { eventPath, inLanguage, PUBLIC_PAGES, parsePath, pathOf } from '#web/kit/routing/routes.ts';
import {
  errorOf,
  formatSetupAddress,
  formatWatchAddress,
  isSetupAddress,
  parseWatchAddress,
} from '#web/kit/routing/watchAddress.ts';
import { widgetOrNone } from '#web/kit/turnstile/LazyTurnstile.tsx';
import {
  DAYS_AROUND,
  formatReportAddress,
  parseReportAddress,
  REPORT_RADII_KM,
  type ReportQuery,
} from '#web/tools/report/reportAddress.ts';

test('a Turnstile whose code does not load is a widget without proof, and no fault of the page', async () => {
  const { default: None } = await widgetOrNone(Promise.reject(new ChunkLoadError('aborted')));
  expect(None.name).toBe('NoWidget');
});

test('a picture to publish carries its title, place, period and credit, whatever they hold', () => {
  const cases = {
    title: 'Density <1>',
    lines: ['Sofia & around · 1 to 14 November 2026', 'word '.repeat(40).trim()],
    credit: 'Balkan Lightning, example.org',
  };
  const svg = publishedSvg(cases, { width: 500, height: 300, elements: '<path d="M0 0h5"/>' });
  expect(svg).toContain('<title>Density &lt;1&gt;</title>');
  expect(svg).toContain('>Sofia &amp; around · 1 to 14 November 2026</text>');
  expect(svg).toContain('>Balkan Lightning, example.org</text>');
  expect(svg).toContain('<path d="M0 0h5"/>');
  // Long lines are broken, and nothing is lost.
  expect(svg.match(/word/g)).toHaveLength(40);
  expect(Math.max(...[...svg.matchAll(/>([^<]*)<\/text>/g)].map(([, line = '']) => line.length))).toBeLessThan(65);
});

describe('routes', () => {
  const WATCHLIST = { id: '0123456789abcdef0123456789abcdef', area: '5d2c3a52-6a57-4f4e-9a8f-0a9c2f0d7a11' };

  test.each([
    ['/', { page: 'root' }],
    ['/en', { page: 'landing', locale: 'en' }],
    ['/ru/', { page: 'landing', locale: 'ru' }],
    ['/map', { page: 'map' }],
    ['/map/abc%2F1', { page: 'map', eventId: 'abc/1' }],
    ['/bg/map/42', { page: 'map', eventId: '42', locale: 'bg' }],
    ['/watch', { page: 'watch' }],
    [`/watch/${WATCHLIST.id}/${WATCHLIST.area}`, { page: 'watch', watchlist: WATCHLIST }],
    [`/bg/watch/${WATCHLIST.id}/${WATCHLIST.area}/`, { page: 'watch', watchlist: WATCHLIST, locale: 'bg' }],
    ['/bg/analytics', { page: 'analytics', locale: 'bg' }],
    ['/ru/proof', { page: 'proof', locale: 'ru' }],
    ['/fires', { page: 'fires' }],
    ['/bg/fires', { page: 'fires', locale: 'bg' }],
    ['/look-up', { page: 'lookUp' }],
    ['/bg/report', { page: 'report', locale: 'bg' }],
    ['/ru/look-up', { page: 'lookUp', locale: 'ru' }],
    ['/contact', { page: 'contact' }],
    ['/api', { page: 'api' }],
    ['/ru/api', { page: 'api', locale: 'ru' }],
    ['/privacy', { page: 'privacy' }],
    ['/privacy/data', { page: 'dataNotice' }],
    ['/ru/privacy/data', { page: 'dataNotice', locale: 'ru' }],
    ['/terms', { page: 'terms' }],
    ['/bg/accessibility', { page: 'accessibility', locale: 'bg' }],
    ['/sensor-infrastructure', { page: 'sensors' }],
    ['/about', { page: 'about' }],
    ['/bg/places', { page: 'places', locale: 'bg' }],
    ['/status', { page: 'status' }],
    ['/ru/embed', { page: 'embed', locale: 'ru' }],
  ])('%s is a page of the specification', (path, place) => expect(parsePath(path)).toEqual(place));

  test('what is no page is not found rather than guessed at', () => {
    const watches = ['/watch/1', '/watch/1/2', `/watch/${WATCHLIST.id}`];
    for (const path of ['/de', '/english', '/map/a/b', '/en/nope', '/map/%E0%A4%A', '/contact/me', '/EN', ...watches])
      expect(parsePath(path).page, path).toBe('notFound');
  });

  test('every page has an address in every language, and the address leads back to it', () => {
    for (const page of PUBLIC_PAGES)
      for (const locale of LOCALES) expect(parsePath(pathOf(page, locale))).toEqual({ page, locale });
  });

  test('an event id survives its address; changing the language keeps the page and the strike, a missing page leads to the landing page', () => {
    for (const eventId of ['42', 'a/b', 'ä?#%', '..'])
      expect(parsePath(eventPath(eventId, 'en')).eventId).toBe(eventId);
    expect(inLanguage({ page: 'contact', locale: 'en' }, 'ru')).toBe('/ru/contact');
    expect(inLanguage({ page: 'map', eventId: '7' }, 'bg')).toBe('/bg/map/7');
    expect(inLanguage({ page: 'watch', watchlist: WATCHLIST }, 'ru')).toBe(
      `/ru/watch/${WATCHLIST.id}/${WATCHLIST.area}`,
    );
    expect(inLanguage({ page: 'notFound' }, 'bg')).toBe('/bg');
  });
});

describe('within chunk timeout', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('a part that arrives is handed on, and no timer is left behind', async () => {
    await expect(withinChunkTimeout(Promise.resolve(7))).resolves.toBe(7);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a part that fails is a chunk load error that names its cause', async () => {
    const cause = new TypeError('Failed to fetch');
    await expect(withinChunkTimeout(Promise.reject(cause))).rejects.toMatchObject({ name: 'ChunkLoadError', cause });
  });

  test('a part that never arrives is a chunk load error after 120 s, not before', async () => {
    const settled = vi.fn();
    const loading = withinChunkTimeout(new Promise(() => undefined)).catch((error: unknown) => {
      settled();
      return error;
    });
    await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS - 1);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await loading).toBeInstanceOf(ChunkLoadError);
    expect(CHUNK_TIMEOUT_MS).toBe(120_000);
  });
});

describe('report address', () => {
  const QUERY: ReportQuery = {
    position: { latitude: 42.69772, longitude: 23.32191 },
    name: 'Витоша',
    day: '2026-07-01',
    around: 1,
    zone: 'Europe/Sofia',
    radiusKm: 10,
    reference: '№ 17/2026 + а',
    remark: 'Повреден & изгорял трансформатор; 100 %',
  };

  const text = (maxLength: number) => {
    const any = fc.string({ unit: 'grapheme', maxLength });
    return any.map((value) => value.trim().slice(0, maxLength).trim()).filter((value) => value.isWellFormed());
  };

  test('all that a report is made of comes back from its address, whatever was typed', () => {
    expect(parseReportAddress(formatReportAddress(QUERY))).toEqual({ ok: true, query: QUERY });
    const degrees = (max: number) => fc.integer({ min: -max * 1e5, max: max * 1e5 }).map((value) => value / 1e5 + 0);
    const query = fc.record<ReportQuery>({
      position: fc.record({ latitude: degrees(90), longitude: degrees(180) }),
      name: text(60),
      day: fc.constantFrom('2026-02-28', '2028-02-29'),
      around: fc.constantFrom(...DAYS_AROUND),
      zone: fc.constantFrom('UTC', 'Europe/Athens'),
      radiusKm: fc.constantFrom(...REPORT_RADII_KM),
      reference: text(60),
      remark: text(500),
    });
    const hash = fc.constantFrom({}, { hash: 'ab'.repeat(32) });
    fc.assert(
      fc.property(query, hash, (requested, known) => {
        const all = { ...requested, ...known };
        expect(parseReportAddress(formatReportAddress(all))).toEqual({ ok: true, query: all });
      }),
    );
  });

  test('a field that breaks a rule is named, and an empty fragment asks nothing', () => {
    expect(parseReportAddress('')).toBeUndefined();
    expect(parseReportAddress('#')).toBeUndefined();
    const errorOf = (changes: Partial<Record<keyof ReportQuery, unknown>>) => {
      const parsed = parseReportAddress(formatReportAddress({ ...QUERY, ...changes } as ReportQuery));
      return parsed?.ok === false ? parsed.error : 'none';
    };
    const long = 'x'.repeat(61);
    for (const [error, changes] of [
      ['place', { position: { latitude: 91, longitude: 0 } }],
      ['place', { position: { latitude: 0, longitude: Number.NaN } }],
      ['radius', { radiusKm: 3 }],
      ...Object.entries({
        name: long,
        day: '2026-02-30',
        around: 2,
        zone: 'Mars/Base',
        reference: long,
        hash: 'abc',
      }).map(([field, value]) => [field, { [field]: value }] as const),
      ['remark', { remark: 'x'.repeat(501) }],
    ] as const)
      expect(errorOf(changes)).toBe(error);
  });
});

describe('watch address', () => {
  const lineOf = (count: number, step = 0.0001) => ({
    ...({ type: 'LineString' } as const),
    coordinates: Array.from({ length: count }, (_, index): [number, number] => [23 + index * step, 42]),
  });

  const BOW = { type: 'Polygon', coordinates: [pairs('23,42 23.1,42.1 23.1,42 23,42.1 23,42')] } as const;
  const HERE = 'at=42.7,23.3';

  const SOFIA = {
    ...({ shape: { type: 'Point', coordinates: [23.3219, 42.6977] }, ringsKm: [30, 16, 10] } as const),
    name: 'Sofia',
    dwellMin: 30,
  };

  test('the fragment names the place, its rings and its dwell', () => {
    expect(formatWatchAddress(SOFIA)).toBe('#at=42.6977,23.3219&name=Sofia&rings=30,16,10&dwell=30');
    expect(formatWatchAddress({ ...SOFIA, name: '' })).toBe('#at=42.6977,23.3219&rings=30,16,10&dwell=30');
  });

  test('the fragment says whether only what approaches is told, and nothing else says so', () => {
    const approaching = { ...SOFIA, approachOnly: true };
    expect(formatWatchAddress(approaching)).toBe(`${formatWatchAddress(SOFIA)}&approach=1`);
    expect(parseWatchAddress(formatWatchAddress(approaching))).toEqual({ ok: true, place: approaching });
    for (const other of ['', '&approach=0', '&approach=yes'])
      expect(parseWatchAddress(formatWatchAddress(SOFIA) + other)).toEqual({ ok: true, place: SOFIA });
  });

  test('whatever place is written is read again, to 10 m', () => {
    const ring = fc.integer({ min: 1, max: 60 });
    const place = fc.record({
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      name: fc.string({ unit: 'grapheme', maxLength: 20 }).filter((name) => name.length <= 60),
      ringsKm: fc.tuple(ring, ring, ring).map((km) => km.sort((a, b) => b - a)),
      dwellMin: fc.integer({ min: 10, max: 60 }),
    });
    fc.assert(
      fc.property(place, ({ longitude, latitude, ...rest }) => {
        const reported = { ...rest, name: rest.name.trim() };
        const shape: Shape = { type: 'Point', coordinates: [longitude, latitude] };
        const read = parseWatchAddress(formatWatchAddress({ ...reported, shape }));
        if (!read?.ok) throw new Error('not read');
        expect(read.place).toMatchObject(reported);
        const [corner] = cornersOf(read.place.shape);
        expect(Math.abs((corner?.[1] ?? 0) - latitude)).toBeLessThan(0.0001);
        expect(Math.abs((corner?.[0] ?? 0) - longitude)).toBeLessThan(0.0001);
      }),
    );
  });

  test('a fragment with the place alone has the usual rings and dwell, an empty one no place at all', () => {
    expect(parseWatchAddress('#at=42.6977,23.3219')).toEqual({ ok: true, place: { ...SOFIA, name: '' } });
    expect([parseWatchAddress(''), parseWatchAddress('#')]).toEqual([undefined, undefined]);
  });

  test.each([
    ['place', ['at=42.7', 'at=42.7,23.3,5', 'at=north,23.3', 'at=91,23.3', 'at=42.7,181', 'at=,', 'at=1e1,23', 'main']],
    ['place', ['name=Sofia', 'shape=', 'shape=p', 'shape=xAAAA', 'shape=lA*AA', 'shape=lAAA', 'shape=l_____________']],
    ['corners', ['shape=lAA', `shape=${encodeShape(lineOf(201))}`]],
    ['crossing', [`shape=${encodeShape(BOW)}`]],
    ['across', [`shape=${encodeShape(lineOf(100, 0.1))}`]],
    ['name', [`${HERE}&name=${'a'.repeat(61)}`]],
    ['rings', ['30,16', '30,16,10,5', '30,x,10', ''].map((rings) => `${HERE}&rings=${rings}`)],
    ['ringsRange', ['61,16,10', '30,16,0.5', '30,16,-10'].map((rings) => `${HERE}&rings=${rings}`)],
    ['ringsOrder', ['10,16,30', '30,10,16'].map((rings) => `${HERE}&rings=${rings}`)],
    ['dwell', ['9', '61', '30,30', 'half'].map((dwell) => `${HERE}&dwell=${dwell}`)],
  ])('%s is at fault in %j', (error, hashes) => {
    for (const hash of hashes) expect(parseWatchAddress(`#${hash}`), hash).toEqual({ ok: false, error });
  });

  const corner = fc.tuple(fc.integer({ min: -1_800_000, max: 1_800_000 }), fc.integer({ min: -900_000, max: 900_000 }));
  const corners = fc
    .array(corner, { minLength: 1, maxLength: 200 })
    .map((list) => list.map(([x, y]): [number, number] => [x / 10_000, y / 10_000]));
  const shapes = fc.oneof(
    corners.map((coordinates) => ({ type: 'LineString', coordinates }) as const),
    corners.map((ring) => ({ type: 'Polygon', coordinates: [[...ring, ring[0] ?? [0, 0]]] }) as const),
  );

  test('whatever line or polygon is written is read again as it is judged, and needs no escaping', () =>
    fc.assert(
      fc.property(shapes, (shape) => {
        const code = encodeShape(shape);
        expect(code).toMatch(/^[lp][A-Za-z0-9_-]+$/);
        expect(decodeShape(code)).toEqual(shapeInAddress(shape));
      }),
    ));

  test('two corners that an address cannot tell apart are one in it, and no fault', () => {
    const polygon = (corners: string): Shape => ({ type: 'Polygon', coordinates: [pairs(corners)] });
    const near = polygon('23.3,42.6 23.45,42.6 23.45003,42.60002 23.45,42.72 23.3,42.72 23.3,42.6');
    const rounded = polygon('23.3,42.6 23.45,42.6 23.45,42.72 23.3,42.72 23.3,42.6');
    expect(errorOf(near)).toBeUndefined();
    const read = parseWatchAddress(formatWatchAddress({ ...SOFIA, shape: near, name: '' }));
    expect(read).toMatchObject({ place: { shape: rounded } });
  });

  test('a line of 200 corners that are a kilometre apart makes an address of under 1,000 characters', () =>
    expect(encodeShape(lineOf(200, 0.01)).length).toBeLessThan(1_000));

  test('an area that was drawn goes with its rings, and is read as it was', () => {
    const shape: Shape = { type: 'Polygon', coordinates: [pairs('23.3,42.6 23.4,42.6 23.4,42.7 23.3,42.6')] };
    const hash = formatWatchAddress({ ...SOFIA, shape, name: '' });
    expect(hash).toMatch(/^#shape=p[A-Za-z0-9_-]+&rings=30,16,10&dwell=30$/);
    expect(parseWatchAddress(hash)).toEqual({ ok: true, place: { ...SOFIA, shape, name: '' } });
  });

  test('an address that sets a place up names the same place, and does not watch it', () => {
    const hash = formatSetupAddress({ ...SOFIA, approachOnly: true });
    expect(parseWatchAddress(hash)).toEqual(parseWatchAddress(formatWatchAddress({ ...SOFIA, approachOnly: true })));
    expect([hash, formatWatchAddress(SOFIA)].map(isSetupAddress)).toEqual([true, false]);
  });
});
