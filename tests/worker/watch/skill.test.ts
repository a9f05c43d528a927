import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { encodeShape } from '#shared/geo/shapeCode.ts';
import { SkillView } from '#shared/watch/skillBody.ts';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { FAST } from '#tests/support/historyProduct.ts';
import { startProduct } from '#tests/support/startProduct.ts';
import { indexTile } from '#worker/archive/windowQuery.ts';
import { scriptedSource } from '#worker/dev/simulator/simulatedSource.ts';

const MINUTE = 60_000;

const source = scriptedSource();
const product = fileProduct(() => startProduct({ simulator: { source }, vars: FAST }));
// The Feed begins to poll when it is first asked.
beforeAll(() => fetch(`${product.url}/api/v1/status`));

const request = (query: Readonly<Record<string, string>>) =>
  fetch(`${product.url}/api/v1/watch/skill?${new URLSearchParams(query)}`);

describe('how good the alerts of a place were', () => {
  test('is counted from the archive, here and around, and that a young archive does not cover fourteen days is visible', async () => {
    const strike = (id: string, longitude: number, agoMin: number) =>
      source.add({ id, longitude, latitude: 42.7, atMs: Date.now() - agoMin * MINUTE });
    strike('far', 24.5, 4);
    strike('near', 23.4, 3);
    // Each minute of the dwell is another question: the answer to the last one is cached.
    let dwell = 10;
    const found = async () => {
      dwell += 1;
      const response = await request({ shape: '42.7,23.32', dwell: String(dwell), timeZone: 'Europe/Sofia' });
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
      return v.parse(SkillView, await response.json());
    };
    await expect.poll(async () => (await found()).here?.alerts, { timeout: 40_000, interval: 1_000 }).toBe(1);
    const { fromMs, toMs, here, around, choices, ...skill } = await found();
    expect(skill).toMatchObject({ cut: false, siteKm: 2, ringsKm: [30, 16, 10], simulated: true });
    expect(toMs).toBeGreaterThan(Date.now() - 2 * MINUTE);
    expect(toMs - fromMs).toBeLessThan(2 * 86_400_000);
    expect(here?.longestStopMs).toBeGreaterThan(MINUTE);
    expect(around).toMatchObject({ radiusKm: 100, sites: 400 });
    expect(choices).toHaveLength(30);
  });

  test('of a region has sites inside it, and no place of its own', async () => {
    const response = await request({ region: 'BG.plovdiv' });
    expect(response.status).toBe(200);
    const { here, around } = v.parse(SkillView, await response.json());
    expect(here).toBeUndefined();
    expect(around.radiusKm).toBeUndefined();
    expect(around.sites).toBeGreaterThan(50);
  });

  test('is the same answer for an hour, for all places that are rounded to the same', async () => {
    const place = { shape: '41.5,24.2' };
    const textOf = async (query: Readonly<Record<string, string>>) => (await request(query)).text();
    const first = await textOf(place);
    const db = await product.runtime.miniflare.getD1Database('DB');
    await db
      .prepare(
        "INSERT INTO strike (id, ordinal, index_tile, at_ms, latitude, longitude) VALUES ('new', -1, ?, ?, 41.5, 24.2)",
      )
      .bind(indexTile(24.2, 41.5), Date.now() - 3 * MINUTE)
      .run();
    const another = JSON.parse(await textOf({ ...place, dwell: '31' })) as SkillView;
    expect(another.here?.alerts).toBe(1);
    const written = { rings: '30.0,16,10', dwell: '30', site: '2', timeZone: 'UTC' };
    expect(await textOf({ shape: '41.5004,24.1996', ...written })).toBe(first);
  });
});

describe('[AP1][AP3] a question that is not valid is a problem that names the parameter and the rule', () => {
  test.each([
    ['no place', {}, { shape: 'missing' }],
    ['two places', { shape: '42.7,23.32', region: 'BG' }, { region: 'conflict' }],
    ['no number', { shape: '42.7,east' }, { shape: 'format' }],
    ['no place on Earth', { shape: '42.7,190' }, { shape: 'range' }],
    ['no code of a shape', { shape: 'x12' }, { shape: 'format' }],
    [
      'a line of one corner',
      { shape: encodeShape({ type: 'LineString', coordinates: [[23, 42]] }) },
      { shape: 'corners' },
    ],
    ['a place outside home', { shape: '47.95,16.4' }, { shape: 'outside-coverage' }],
    ['a region that is none', { region: 'BG.atlantis' }, { region: 'not-known' }],
    ['two rings', { shape: '42.7,23.32', rings: '30,16' }, { rings: 'format' }],
    ['a ring too wide', { shape: '42.7,23.32', rings: '61,16,10' }, { rings: 'range' }],
    ['rings from inside', { shape: '42.7,23.32', rings: '10,16,30' }, { rings: 'order' }],
    ['a dwell too short', { shape: '42.7,23.32', dwell: '9' }, { dwell: 'range' }],
    ['a site too wide', { shape: '42.7,23.32', site: '11' }, { site: 'range' }],
    ['a site beyond the stop ring', { shape: '42.7,23.32', rings: '30,16,4', site: '5' }, { site: 'beyond-stop' }],
    ['a zone that is none', { shape: '42.7,23.32', timeZone: 'Mars/Base' }, { timeZone: 'not-known' }],
    ['a parameter of the old preview', { shape: '42.7,23.32', days: '7' }, { days: 'unknown' }],
  ])('%s', async (_, query, errors) => {
    const response = await request(query);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors });
  });
});
