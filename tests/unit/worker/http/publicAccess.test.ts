import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FREE, KEY_PLANS, PLANS, TRIAL } from '#shared/plans.ts';
import { DAY_MS, HOUR_MS } from '#shared/time.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { HISTORY_MS } from '#web/sky/past/timeline.ts';
import { isOwnCall, needOf, planRequired, publicAccess } from '#worker/http/keys/publicAccess.ts';

const NOW_MS = Date.UTC(2026, 6, 1, 12, 30);
const ago = (ms: number) => new Date(NOW_MS - ms).toISOString();

describe('what a call asks for', () => {
  test.each([
    ['/live?bbox=1,2,3,4', 'stream'],
    ['/status', 'facts'],
    ['/verification', 'facts'],
    ['/picture.svg?lang=en', 'facts'],
    ['/place.png?ll=42,23', 'facts'],
    ['/ogc', 'facts'],
    ['/ogc/conformance', 'facts'],
    ['/ogc/lightning.qlr', 'facts'],
    ['/ogc/collections', 'ogc'],
    ['/ogc/collections/strikes-24h/items?limit=10', 'ogc'],
    [`/strikes?from=${ago(HOUR_MS)}`, 'recent'],
    [`/strikes?from=${ago(HOUR_MS + 50_000)}`, 'recent'],
    [`/strikes?from=${ago(DAY_MS)}`, 'history'],
    ['/strikes?from=nonsense', 'recent'],
    ['/strikes/7', 'other'],
    ['/strikes/ordinal/7', 'other'],
    [`/counts?from=${ago(HOUR_MS)}`, 'recent'],
    [`/counts?from=${ago(HOUR_MS)}&by=day`, 'other'],
    [`/counts?from=${ago(2 * HOUR_MS)}`, 'history'],
    ['/tiles/6/36/23/2026070112/planes', 'recent'],
    ['/tiles/6/36/23/2026070111/detail', 'recent'],
    ['/tiles/6/36/23/2026070110/planes', 'history'],
    ['/days/2026-07-01/hours', 'other'],
    ['/files/2026-06-30.parquet', 'files'],
    ['/storm-cells', 'recent'],
    ['/storm-cells/2026-07-01T12:00Z', 'recent'],
    ['/storm-cells/2026-07-01T10:00Z', 'history'],
    ['/storm-cells/2026-07-01T12%3A00Z', 'recent'],
    ['/storm-cells/2026-07-01T10%3A00Z', 'history'],
    ['/storm-cells/2026-07-01T10%3A00%ZZ', 'other'],
    ['/storm-cells/yesterday', 'other'],
    ['/cross-check/flashes', 'recent'],
    ['/fires', 'other'],
    [`/fires?since=${ago(DAY_MS)}`, 'history'],
    [`/fires?since=${ago(HOUR_MS)}`, 'recent'],
    ['/fires/1', 'other'],
    ['/holdover?days=7', 'other'],
    ['/look-up', 'other'],
    ['/watch/skill', 'other'],
  ])('%s → %s', (address, need) => {
    const { pathname, searchParams } = new URL(address, 'https://site.test');
    expect(needOf(pathname, searchParams, NOW_MS)).toBe(need);
  });
});

describe('a call of the site itself', () => {
  test.each([
    ['a page of ours', { 'sec-fetch-site': 'same-origin' }, true],
    ['a page of another site', { 'sec-fetch-site': 'cross-site', referer: 'https://site.test/' }, false],
    ['an address typed into a browser', { 'sec-fetch-site': 'none' }, false],
    ['an older browser, on a page of ours', { referer: 'https://site.test/' }, true],
    ['an older browser that posts', { origin: 'https://site.test' }, true],
    ['an older browser, on another site', { origin: 'https://other.test', referer: 'https://site.test/' }, false],
    ['a page without an origin', { origin: 'null' }, false],
    ['a program', {}, false],
  ])('is told by its headers: %s', (_, headers, own) => {
    expect(isOwnCall(new Headers(headers as HeadersInit), 'https://site.test/api/v1/storm-cells')).toBe(own);
  });
});

describe('without a key', () => {
  test.each([
    ['plans', false, 'facts', 'free'],
    ['plans', false, 'recent', 'trial'],
    ['plans', false, 'stream', 'trial'],
    ['plans', false, 'history', 'plan-required'],
    ['plans', false, 'files', 'plan-required'],
    ['plans', false, 'other', 'plan-required'],
    ['plans', false, 'ogc', 'plan-required'],
    ['plans', true, 'history', 'free'],
    ['plans', true, 'stream', 'free'],
    ['open', false, 'history', 'free'],
    ['open', false, 'ogc', 'free'],
  ] as const)('API_ACCESS=%s, of the site: %s, %s → %s', (access, own, need, verdict) => {
    expect(publicAccess(access, own, need)).toBe(verdict);
  });

  test.each([
    ['history', 'Data older than one hour'],
    ['files', 'Daily files'],
    ['other', 'This request'],
  ] as const)('a refusal speaks of older data only where a time said so: %s → %s', (need, what) => {
    expect(planRequired(need, '').message).toMatch(new RegExp(`^${what}: an API key`));
  });

  test('a refusal names the plans that have it and where to ask for one', () => {
    const problem = planRequired('history', 'https://site.test');
    expect(problem).toMatchObject({ status: 401, code: 'plan-required' });
    const needed = 'an API key of the plan Professional or Enterprise is required';
    expect(problem.message).toBe(`Data older than one hour: ${needed}. Contact sales: https://site.test/contact`);
  });
});

describe('the table of plans', () => {
  const wrangler = readFileSync(join(projectRoot, 'wrangler.toml'), 'utf8');

  test('Basic has no API access, Professional and Enterprise have it', () => {
    expect(KEY_PLANS).toEqual(['professional', 'enterprise']);
    expect(PLANS.basic.api).toBeNull();
  });

  test('says what is enforced: the trial’s rate, how far the archive and the map’s timeline reach', () => {
    const rate = /name = "TRIAL_RATE"\nnamespace_id = "\d+"\nsimple = \{ limit = (\d+), period = 60 \}/g;
    const rates = [...wrangler.matchAll(rate)];
    expect(rates.map(([, limit]) => Number(limit))).toEqual([1, 2, 3].map(() => TRIAL.unitsAMinute));
    const production = /\[env\.production\.vars\][^[]*HISTORY_DAYS = "(\d+)"/.exec(wrangler)?.[1];
    for (const plan of KEY_PLANS) expect(PLANS[plan].api.historyDays).toBe(Number(production));
    expect(FREE.historyDays * DAY_MS).toBe(HISTORY_MS);
  });

  test('the API is for plans in every deployment, and open to who starts it at home', () => {
    const reported = [...wrangler.matchAll(/API_ACCESS = "(\w+)"/g)].map(([, access]) => access);
    expect(reported).toEqual(['open', 'plans', 'plans']);
  });
});
