import { describe, expect, test } from 'vitest';
import type { HelloEvent } from '#shared/wire/FeedEvent.ts';
import type { Status } from '#shared/wire/Status.ts';
import { liveProduct } from '#tests/support/liveProduct.ts';
import { startTable } from '#worker/dev/standIns/sources/startTable.ts';
import { STAND_IN_DECLARATIONS } from '#worker/dev/standIns/sources/tableTexts.ts';

const HOME = 'bbox=13,34,31,48';
const STRIKES = 400;

const { start, connect } = liveProduct();

describe('a deployment with a declared table alone', () => {
  test('shows each of its strikes once, under its name and attribution, though an answer broke off, and may guard', async () => {
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
        TABLE_DECLARATION: JSON.stringify(STAND_IN_DECLARATIONS.csv),
        TABLE_TOKEN: 'secret',
        PROVIDER_MAX_RPS: '20',
      },
    });
    const client = connect(product.url, HOME);
    await client.until(() => client.told.size >= STRIKES, 'every strike');

    const hello = client.events.find(({ value }) => value.event === 'hello')?.value.data as HelloEvent;
    expect(hello.primary).toMatchObject({ name: 'table', kind: 'total-flash', guards: true, ellipseShare: 0.5 });
    expect(hello.primary?.attribution).toBe('Made by a stand-in on this machine');
    expect([...client.told.values()]).toEqual(Array(STRIKES).fill(1));
    const status = (await (await fetch(`${product.url}/api/v1/status`)).json()) as Status;
    expect(status.sources).toMatchObject([{ name: 'table', role: 'primary', publicUse: 'yes' }]);
    expect(new Set(table.authorizations)).toEqual(new Set(['Bearer secret']));
    expect(JSON.stringify(product.logs)).not.toContain('secret');
    await table.close();
  });
});
