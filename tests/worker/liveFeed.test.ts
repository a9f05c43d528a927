import { describe, expect, test } from 'vitest';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { archivedCount, FAST } from '#tests/support/historyProduct.ts';
import { LiveClient } from '#tests/support/LiveClient.ts';
import { startProduct } from '#tests/support/startProduct.ts';
import { scriptedSource } from '#worker/dev/simulator/simulatedSource.ts';

const HOME = 'bbox=13,34,31,48';
const source = scriptedSource();
const product = fileProduct(() => startProduct({ simulator: { source }, vars: FAST }));

/** A viewer who was told that the stream has begun. */
async function watching(work: (client: LiveClient) => Promise<void>, query = HOME): Promise<void> {
  const client = new LiveClient(product.url, query);
  try {
    await client.until(() => client.events.length > 0, 'hello');
    await work(client);
  } finally {
    await client.close();
  }
}

const strikeNow = (id: string, longitude = 23.3, latitude = 42.7) => ({ id, longitude, latitude, atMs: Date.now() });
const strikes = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => strikeNow(`${name}-${index}`, 23 + index / 100));

describe('the live stream', () => {
  test('tells a strike that the provider reports, with id, exact position and time', () =>
    watching(async (client) => {
      const strike = strikeNow('a1b2', 23.321_987, 42.697_712);
      source.add(strike);
      await client.until(() => client.reported.size > 0, 'the strike');
      expect(client.strikes()).toEqual([['a1b2', 42.697_712, 23.321_987, strike.atMs, 1]]);
    }));

  test('[ST2][CU4] says every 15 s that it lives, how the feed is and up to which seq all was said', () =>
    watching(async (client) => {
      source.add(strikeNow('two'));
      await client.until(() => client.reported.size === 1, 'a strike');
      // An earlier one may have told what had been read of the day.
      const beatOf = () => client.events.find(({ value }) => value.event === 'hb' && value.data.seq === 2);
      await client.until(() => beatOf() !== undefined, 'a heartbeat', 17_000);
      const beat = beatOf();
      const [receivedEvent] = client.events.filter(({ value }) => value.event === 'strikes');
      expect((beat?.atMs ?? 0) - (receivedEvent?.atMs ?? 0)).toBeLessThan(16_000);
      expect(beat?.id).toBe('2');
      expect(beat?.value.data).toMatchObject({ seq: 2, feed: { state: 'live', lastSuccessMs: expect.any(Number) } });
    }));

  test('[CU3] lets Last-Event-ID win over since', () =>
    watching(async (client) => {
      source.add(strikeNow('three'));
      await client.until(() => client.reported.has('three'), 'three strikes numbered');
      const response = await fetch(`${product.url}/api/v1/live?${HOME}&since=0`, { headers: { 'last-event-id': '2' } });
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      while (!text.includes('event: strikes')) text += (await reader?.read())?.value ?? '';
      await reader?.cancel();
      expect(text).toContain('three');
      expect(text).not.toContain('"a1b2"');
    }));

  test('[FD8] polls a cell outside the home region once somebody watches it', () =>
    watching(async (client) => {
      source.add(strikeNow('madrid', -3.7, 40.4));
      await client.until(() => client.reported.has('madrid'), 'the strike over Madrid');
      expect(client.reported.get('madrid')).toBe(1);
    }, 'bbox=-4,40,-3,41'));

  test('[FD10] goes on while the archive is away, which has all of it once it is back', () =>
    watching(async (client) => {
      const db = await product.runtime.miniflare.getD1Database('DB');
      await expect.poll(() => archivedCount(product), { timeout: 10_000 }).toBe(4);
      await db.exec('ALTER TABLE strike RENAME TO strike_away');
      source.add(...strikes('meanwhile', 20));
      await client.until(() => client.reported.size === 20, 'strikes while the archive is away');
      const refused = await fetch(
        `${product.url}/api/v1/strikes?${HOME}&from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z`,
      );
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await refused.json()).toMatchObject({ code: 'unavailable' });
      await db.exec('ALTER TABLE strike_away RENAME TO strike');
      await expect.poll(() => archivedCount(product), { timeout: 40_000 }).toBe(24);
      expect(product.logs.some(({ event }) => event === 'archive.insert')).toBe(true);
    }));
});

test('the watchdog sets the alarm again that was lost, each minute', async () => {
  const namespace = await product.runtime.miniflare.getDurableObjectNamespace('FEED');
  const feed = namespace.getByName('feed') as unknown as { loseAlarm(): Promise<void>; hasAlarm(): Promise<boolean> };
  const aliveAfterLoss = async () => {
    await feed.loseAlarm();
    return await feed.hasAlarm();
  };
  await expect.poll(aliveAfterLoss, { timeout: 20_000 }).toBe(false);
  const before = await archivedCount(product);
  source.add(strikeNow('unseen'));
  await product.runtime.cron();
  expect(await feed.hasAlarm()).toBe(true);
  await expect.poll(() => archivedCount(product), { timeout: 10_000 }).toBe(before + 1);
});
