import { describe, expect } from 'vitest';
import type { HelloEvent } from '#shared/wire/FeedEvent.ts';
import type { Status } from '#shared/wire/Status.ts';
import type { StrikesResponse } from '#shared/wire/StrikeBody.ts';
import { test } from '#tests/support/liveProduct.ts';
import { FAKE_DECLARATIONS, startTable } from '#worker/dev/fakes/startTable.ts';

const HOME = 'bbox=13,34,31,48';
const STRIKES = 400;
const ATTRIBUTION = 'Made by a stand-in on this machine';

/** Of an answer in JSON its member too. */
async function expectAttribution(origin: string, nowMs: number): Promise<void> {
  const iso = (atMs: number) => new Date(atMs).toISOString();
  const span = `bbox=22,40,24,44&from=${iso(nowMs - 60_000)}&to=${iso(nowMs)}`;
  const fire = { shape: { type: 'Point', coordinates: [23.2, 42] }, radiusKm: 10, reportedAt: iso(nowMs) };
  const look = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(fire) };
  const [first] = ((await (await fetch(`${origin}/api/v1/strikes?${span}`)).json()) as StrikesResponse).strikes;
  const results: [path: string, isJson: boolean, init?: RequestInit][] = [
    [`strikes?${span}`, true],
    [`strikes?${span}&format=geojson`, true],
    [`strikes?${span}&format=csv`, false],
    [`strikes/${first?.id}`, true],
    ['strikes/by-ordinal/1', true],
    [`counts?${span}`, true],
    [`days/${iso(nowMs).slice(0, 10)}/hours`, false],
    ['ogc/collections/strikes', true],
    ['ogc/collections/strikes/items', true],
    ['watch/skill?shape=42,23.2', true],
    ['look-up', true, look],
    ['look-up?format=csv', false, look],
  ];
  for (const [path, isJson, init] of results) {
    const response = await fetch(`${origin}/api/v1/${path}`, init);
    expect.soft([path, response.status, response.headers.get('attribution')]).toEqual([path, 200, ATTRIBUTION]);
    if (isJson) expect.soft(await response.json(), path).toHaveProperty('attribution', ATTRIBUTION);
  }
  const refused = await fetch(`${origin}/api/v1/strikes`);
  expect([refused.status, refused.headers.get('attribution')]).toEqual([400, null]);
}

describe('a deployment with a declared table alone', () => {
  test('[AP13] shows each of its strikes once, under its name and attribution, though an answer broke off, and may guard', async ({
    live: { start, connect },
  }) => {
    const table = await startTable('csv');
    const nowMs = Date.now();
    table.add(
      ...Array.from({ length: STRIKES }, (_, index) => ({
        atMs: nowMs - 30_000 + index * 50,
        latitude: 41 + (index % 20) / 10,
        longitude: 23 + index / 1_000,
        detail: { type: 'ground' as const, currentKa: -index },
      })),
    );
    table.fail('half');
    const product = await start({
      vars: {
        SOURCES: 'primary=table',
        FEED_SOURCE: 'live',
        PROVIDER_BASE_URL: '',
        CONTACT_BASE_URL: 'http://127.0.0.1:9',
        TABLE_URL: table.template,
        TABLE_DECLARATION: JSON.stringify(FAKE_DECLARATIONS.csv),
        TABLE_TOKEN: 'secret',
        PROVIDER_MAX_RPS: '20',
      },
    });
    const client = connect(product.url, HOME);
    await client.until(() => client.reported.size >= STRIKES, 'every strike');

    const hello = client.events.find(({ value }) => value.event === 'hello')?.value.data as HelloEvent;
    expect(hello.primary).toMatchObject({
      name: 'table',
      kind: 'total-flash',
      supportsAlerts: true,
      ellipseShare: 0.5,
    });
    expect(hello.primary?.attribution).toBe(ATTRIBUTION);
    expect([...client.reported.values()]).toEqual(Array(STRIKES).fill(1));
    await expectAttribution(product.url, nowMs);
    const status = (await (await fetch(`${product.url}/api/v1/status`)).json()) as Status;
    expect(status.sources).toMatchObject([{ name: 'table', role: 'primary', publicUse: 'yes' }]);
    expect(new Set(table.authorizations)).toEqual(new Set(['Bearer secret']));
    expect(JSON.stringify(product.logs)).not.toContain('secret');
    await table.close();
  });
});
