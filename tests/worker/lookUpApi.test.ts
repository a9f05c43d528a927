import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { HoldoverBody } from '#shared/fires/bodies.ts';
import { LookUpView } from '#shared/fires/lookUpBodies.ts';
import { ringOfBox } from '#shared/geo/Shape.ts';
import { HOUR_MS } from '#shared/time.ts';
import type { Problem } from '#shared/wire/Problem.ts';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { historyProduct } from '#tests/support/historyProduct.ts';
import { pairs } from '#tests/support/pairs.ts';
import { indexTile } from '#worker/archive/windowQuery.ts';

const NOW_MS = Math.floor(Date.now() / 1000) * 1000;
const REPORTED_MS = NOW_MS - 60_000;
const iso = (atMs: number) => new Date(atMs).toISOString();
/** So many km north of the fire, so many hours before its report. */
const strike = (id: string, km: number, hours: number) => ({
  id,
  latitude: 42.1 + km / 111.195,
  longitude: 23.4,
  atMs: REPORTED_MS - hours * HOUR_MS,
});
const FLASH = strike('flash-1', 0.3, 3);
const STRIKES = [
  FLASH,
  { ...FLASH, id: 'flash-2', latitude: 42.1 + 0.1 / 111.195, atMs: FLASH.atMs + 200 },
  strike('older', 0.3, 15),
  strike('farther', 5, 3.1),
  strike('outside', 6.1, 3.2),
  { ...strike('after', 0.1, 0), atMs: REPORTED_MS + 1_000 },
];
/** So many hours ago, in another place. */
const eastern = (id: string, hours: number, latitude: number) => ({
  id,
  latitude,
  longitude: 24.001,
  atMs: NOW_MS - hours * HOUR_MS,
});
const EASTERN = [eastern('new-east', 2, 42.001), eastern('old-east', 20, 42.101)];
const FIRE = { shape: { type: 'Point', coordinates: [23.4, 42.1] }, radiusKm: 6, reportedAt: iso(REPORTED_MS) };

const product = fileProduct(() => historyProduct([...STRIKES, ...EASTERN]));

function request(body: unknown, query = '', type = 'application/json'): Promise<Response> {
  return fetch(`${product.url}/api/v1/look-up${query}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

async function lookedUp(body: unknown): Promise<LookUpView> {
  const response = await request(body);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return v.parse(LookUpView, JSON.parse(text));
}

const HOLDOVER_BOX = '?bbox=23.5,41.5,24.5,42.5';
const holdover = (query: string) => fetch(`${product.url}/api/v1/holdover${query}`);
const listOf = async (response: Response) => v.parse(HoldoverBody, await response.json());

describe('the holdover list', () => {
  test('has the flashes of three days, what is most expected first, and says what was not read', async () => {
    const response = await holdover(HOLDOVER_BOX);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'public, max-age=60']);
    const list = await listOf(response);
    expect(list.cells.map(({ flashes }) => flashes)).toEqual([1, 1]);
    expect(list.cells[0]?.newest).toBe(new Date(NOW_MS - 2 * HOUR_MS).toISOString().replace('.000', ''));
    expect(list.unseenStarts.low).toBeLessThan(list.unseenStarts.expected);
    expect(list).toMatchObject({ days: 3, flashes: 2, found: 2, searched: { cut: false } });
    // The product began to read a moment ago.
    expect(list.atLeast).toBe(true);
    expect(list.gaps).toHaveLength(1);
    const db = await product.runtime.miniflare.getD1Database('DB');
    const { id, latitude, longitude, atMs } = eastern('older-east', 100, 42.201);
    await db
      .prepare('INSERT INTO strike (id, ordinal, index_tile, at_ms, latitude, longitude) VALUES (?, -1, ?, ?, ?, ?)')
      .bind(id, indexTile(longitude, latitude), atMs, latitude, longitude)
      .run();
    expect((await listOf(await holdover(`${HOLDOVER_BOX}&days=4`))).flashes).toBe(2);
    const district = await listOf(await holdover('?region=BG.pazardzhik'));
    expect(district.cells.map(({ latitude }) => latitude.toFixed(0))).toEqual(['42', '42']);
    expect((await listOf(await holdover('?region=MK'))).flashes).toBe(0);
    expect((await listOf(await holdover(`${HOLDOVER_BOX}&days=14`))).flashes).toBe(3);
  });

  test('is a file in each format, with what was not read in its headers', async () => {
    for (const [format, type] of [
      ['geojson', 'application/geo+json'],
      ['csv', 'text/csv; charset=utf-8; header=present'],
    ]) {
      const response = await holdover(`${HOLDOVER_BOX}&format=${format}`);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
      expect(response.headers.get('data-gaps')).toMatch(/^\d{4}-/);
      expect(await response.text()).toContain('42.');
    }
  });

  test.each([
    ['', { bbox: 'or-region' }],
    ['?bbox=13,34,31,48', { bbox: 'across' }],
    [`${HOLDOVER_BOX}&region=BG`, { region: 'conflict' }],
    ['?region=BG.nowhere', { region: 'not-known' }],
    [`${HOLDOVER_BOX}&days=15`, { days: 'range' }],
    [`${HOLDOVER_BOX}&format=pdf`, { format: 'format' }],
  ])('refuses %s by parameter and rule', async (query, errors) => {
    const response = await holdover(query);
    expect([response.status, await response.json()]).toMatchObject([400, { errors }]);
  });
});

describe('the look-up of a fire', () => {
  test('[AP10] lists flashes within the radius before the report, the best first, and says what they are ranked by', async () => {
    const view = await lookedUp(FIRE);
    expect(view.candidates.map(({ strikes }) => strikes.map(({ id }) => id))).toEqual([
      ['flash-1', 'flash-2'],
      ['older'],
      ['farther'],
    ]);
    const [best] = view.candidates;
    expect(best).toMatchObject({ best: 'flash-2', distanceKm: 0.1 });
    expect(best?.ageH).toBeCloseTo(3, 2);
    for (const { score, distanceKm, ageH, likelihood } of view.candidates) {
      expect(score / ((1 - distanceKm / 10) * (1 - ageH / 336) * likelihood)).toBeCloseTo(1, 2);
    }
    expect(view.found).toBe(3);
    expect(view.accuracy).toEqual({ assumed: true, radius50Km: 2, radius90Km: 3.65 });
  });

  test('[AP7][AP10] says how far it searched, and what was not read', async () => {
    const view = await lookedUp(FIRE);
    expect(view.searched).toEqual({ from: iso(REPORTED_MS - 14 * 24 * HOUR_MS), to: FIRE.reportedAt, cut: false });
    expect(view.completeTo).not.toBeNull();
    // A Feed that began a moment ago has not read the fortnight.
    expect(view.gaps[0]?.from).toBe(view.searched.from);
    const short = { from: iso(REPORTED_MS - 4 * HOUR_MS), to: iso(REPORTED_MS - HOUR_MS) };
    const { searched, candidates } = await lookedUp({ ...FIRE, ...short });
    expect(searched).toEqual({ ...short, cut: false });
    expect(candidates.map(({ best }) => best)).toEqual(['flash-2', 'farther']);
  });

  test('[AP10] measures from the edge of a polygon, inside which the distance is 0', async () => {
    const ring = ringOfBox({ west: 23.35, east: 23.45, south: 42.05, north: 42.102 });
    const { candidates } = await lookedUp({ ...FIRE, shape: { type: 'Polygon', coordinates: [ring] }, radiusKm: 10 });
    const kmOf = new Map(candidates.map(({ best, distanceKm }) => [best, distanceKm]));
    expect(kmOf.get('flash-2')).toBe(0);
    expect(kmOf.get('older')).toBeCloseTo(0.078, 2);
    expect(kmOf.get('outside')).toBeCloseTo(5.878, 2);
  });

  test.each([
    ['csv', 'text/csv', /^rank,/],
    ['geojson', 'application/geo+json', /"FeatureCollection"/],
    ['kml', 'application/vnd.google-earth.kml+xml', /<Placemark/],
  ])('[AP10] comes as %s too, with what was not read in its headers', async (format, type, begin) => {
    const response = await request(FIRE, `?format=${format}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain(type);
    expect(response.headers.get('complete-to')).toMatch(/^20/);
    expect(response.headers.get('data-gaps')).toMatch(/\//);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toMatch(begin);
  });
});

describe('a look-up where too much struck', () => {
  test('[AP2][AP10] says from when on it searched, and what is left can be asked for', async () => {
    // In the corner of the box around the circle: searched, and no candidate. A strike a second, twelve hours long.
    const corner = { longitude: 23.4 + 0.07, latitude: 42.1 + 0.052 };
    const seconds = 12 * 3_600;
    const db = await product.runtime.miniflare.getD1Database('DB');
    await db
      .prepare(
        `WITH RECURSIVE second(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM second WHERE n < ?1)
         INSERT INTO strike (id, ordinal, index_tile, at_ms, latitude, longitude)
         SELECT 'corner-' || n, 1000000 + n, ?2, ?3 - n * 1000, ?4, ?5 FROM second`,
      )
      .bind(seconds, indexTile(corner.longitude, corner.latitude), REPORTED_MS, corner.latitude, corner.longitude)
      .run();
    const { searched, candidates } = await lookedUp(FIRE);
    expect(searched.cut).toBe(true);
    const searchedS = (REPORTED_MS - Date.parse(searched.from)) / 1_000;
    // 100,000 rows at most: a page of 10,000 strikes reads more than twice as many.
    expect(searchedS).toBeGreaterThan(25_000);
    expect(searchedS).toBeLessThanOrEqual(40_001);
    expect(candidates.map(({ best }) => best)).toEqual(['flash-2', 'farther']);
    const rest = await lookedUp({ ...FIRE, to: searched.from });
    expect(rest.searched.cut).toBe(false);
    expect(rest.candidates.map(({ best }) => best)).toEqual(['older']);
  });

  test('[AP10] ends its search early where all of it is near, and lists the best thousand', async () => {
    const { found, candidates, searched } = await lookedUp({ ...FIRE, radiusKm: 10 });
    expect(searched.cut).toBe(true);
    expect(found).toBeGreaterThan(4_000);
    expect(found).toBeLessThanOrEqual(10_000);
    expect(candidates).toHaveLength(1_000);
    // The flash of three hours before is not reached: who asks sees it by `from`.
    expect(candidates[0]?.best).toBe('corner-1');
    expect(Date.parse(searched.from)).toBeGreaterThan(FLASH.atMs);
  });
});

const CORNERS = Array.from({ length: 501 }, (_, index) => {
  const angle = (index / 501) * 2 * Math.PI;
  return [23.4 + 0.05 * Math.cos(angle), 42.1 + 0.05 * Math.sin(angle)];
});
const ring = (corners: readonly (readonly number[])[]) => ({
  type: 'Polygon',
  coordinates: [[...corners, corners[0]]],
});
const BOW = ring(pairs('23.3,42 23.4,42.1 23.4,42 23.3,42.1'));
const point = (longitude: number, latitude: number) => ({ type: 'Point', coordinates: [longitude, latitude] });

describe('[AP1][AP3] a look-up that is not valid is a problem that names the field and the rule', () => {
  test.each([
    ['nothing', {}, { shape: 'required', radiusKm: 'required', reportedAt: 'required' }],
    ['a ring that crosses itself', { ...FIRE, shape: BOW }, { shape: 'crossing' }],
    ['501 corners', { ...FIRE, shape: ring(CORNERS) }, { 'shape.coordinates.0': 'corners' }],
    [
      'a ring that is open',
      { ...FIRE, shape: { type: 'Polygon', coordinates: [CORNERS.slice(0, 9)] } },
      { shape: 'open' },
    ],
    ['two corners', { ...FIRE, shape: ring(CORNERS.slice(0, 2)) }, { shape: 'corners' }],
    [
      'a ring within a ring',
      { ...FIRE, shape: { type: 'Polygon', coordinates: [CORNERS.slice(0, 9), CORNERS.slice(0, 9)] } },
      { 'shape.coordinates.1': 'unknown' },
    ],
    ['a place abroad', { ...FIRE, shape: point(2.3, 48.9) }, { shape: 'outside-coverage' }],
    ['a place whose surroundings lie abroad', { ...FIRE, shape: point(13.01, 42) }, { shape: 'outside-coverage' }],
    ['a pole', { ...FIRE, shape: point(23, 89) }, { shape: 'poles' }],
    ['more than a pole', { ...FIRE, shape: point(23, 91) }, { 'shape.coordinates.1': 'range' }],
    [
      'a line across the country',
      {
        ...FIRE,
        shape: { type: 'LineString', coordinates: pairs('23,42 25,42') },
      },
      { shape: 'across' },
    ],
    ['another geometry', { ...FIRE, shape: { type: 'MultiPoint', coordinates: [] } }, { 'shape.type': 'type' }],
    ['a radius that is not on offer', { ...FIRE, radiusKm: 5 }, { radiusKm: '1, 2, 6 or 10' }],
    ['a report of tomorrow', { ...FIRE, reportedAt: iso(NOW_MS + 24 * HOUR_MS) }, { reportedAt: 'future' }],
    ['a report of years ago', { ...FIRE, reportedAt: '2019-07-01T12:00:00Z' }, { reportedAt: 'notKept' }],
    ['a report without a zone', { ...FIRE, reportedAt: '2026-07-01T12:00:00' }, { reportedAt: 'format' }],
    ['a report as a number', { ...FIRE, reportedAt: NOW_MS }, { reportedAt: 'textExpected' }],
    ['a span from long before', { ...FIRE, from: iso(REPORTED_MS - 15 * 24 * HOUR_MS) }, { from: 'range' }],
    ['a span after the report', { ...FIRE, to: iso(REPORTED_MS + 1) }, { to: 'afterReport' }],
    ['a field too many', { ...FIRE, colour: 'red' }, { colour: 'unknown' }],
    ['no JSON', '{', { body: 'jsonExpected' }],
  ])('%s', async (_, body, errors) => {
    const response = await request(body);
    const problem = (await response.json()) as Problem;
    expect([response.status, problem.errors]).toEqual([400, errors]);
  });

  test('a huge body, a body that is no JSON, a format that is not on offer and a GET', async () => {
    const { status, headers } = await request(`"${'x'.repeat(140_000)}"`);
    expect([status, headers.get('content-type')]).toEqual([413, 'application/problem+json']);
    expect((await request(FIRE, '', 'text/plain')).status).toBe(415);
    const format = await request(FIRE, '?format=pdf');
    expect([format.status, ((await format.json()) as Problem).errors]).toEqual([400, { format: 'format' }]);
    expect((await fetch(`${product.url}/api/v1/look-up`)).status).toBe(405);
  });

  test('500 corners are accepted, written out as a tool writes them', async () => {
    const corners = CORNERS.slice(0, 500).map(([x = 0, y = 0]) => [x + 1e-13, y + 1e-13]);
    const response = await request(JSON.stringify({ ...FIRE, shape: ring(corners) }, null, 2));
    expect(response.status).toBe(200);
  });
});
