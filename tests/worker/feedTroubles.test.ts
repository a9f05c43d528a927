import { archivedCount, FAST } from '#tests/support/historyProduct.ts';
import { type Live, test } from '#tests/support/liveProduct.ts';
import { scriptedSource } from '#worker/dev/simulator/simulatedSource.ts';

const HOME = 'bbox=13,34,31,48';

async function watch({ start, connect }: Live) {
  const source = scriptedSource();
  const product = await start({ simulator: { source }, vars: FAST });
  const client = connect(product.url, HOME);
  await client.until(() => client.events.length > 0, 'hello');
  return { product, source, client };
}

function strikes(name: string, count: number, fromMs: number, lengthMs: number) {
  return Array.from({ length: count }, (_, index) => ({
    id: `${name}-${index}`,
    latitude: 42 + (index % 97) / 100,
    longitude: 23 + (index % 89) / 100,
    atMs: Math.floor(fromMs + (index / count) * lengthMs),
  }));
}

test('[FD10] the archive may be away: strikes are pushed all the same, and archived once it is back', async ({
  live,
  expect,
}) => {
  const { product, source, client } = await watch(live);
  const db = await product.runtime.miniflare.getD1Database('DB');
  source.add(...strikes('before', 5, Date.now() - 2_000, 1_000));
  await client.until(() => client.told.size === 5, 'strikes before');
  await expect.poll(() => archivedCount(product), { timeout: 10_000 }).toBe(5);
  await db.exec('ALTER TABLE strike RENAME TO strike_away');
  source.add(...strikes('meanwhile', 20, Date.now() - 2_000, 1_000));
  await client.until(() => client.told.size === 25, 'strikes while the archive is away');
  const refused = await fetch(
    `${product.url}/api/v1/strikes?${HOME}&from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z`,
  );
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(await refused.json()).toMatchObject({ code: 'unavailable' });
  await db.exec('ALTER TABLE strike_away RENAME TO strike');
  await expect.poll(() => archivedCount(product), { timeout: 40_000 }).toBe(25);
  expect(product.logs.some(({ event }) => event === 'archive.insert')).toBe(true);
});

test('[ST2][CU4] the stream says every 15 s that it lives, how the feed is and up to which seq all was said', async ({
  live,
  expect,
}) => {
  const { source, client } = await watch(live);
  source.add(...strikes('one', 1, Date.now() - 1_000, 1));
  await client.until(() => client.told.size === 1, 'a strike');
  // An earlier one may have told what had been read of the day.
  const beatOf = () => client.events.find(({ value }) => value.event === 'hb' && value.data.seq === 1);
  await client.until(() => beatOf() !== undefined, 'a heartbeat', 17_000);
  const beat = beatOf();
  const [told] = client.events.filter(({ value }) => value.event === 'strikes');
  expect((beat?.atMs ?? 0) - (told?.atMs ?? 0)).toBeLessThan(16_000);
  expect(beat?.id).toBe('1');
  expect(beat?.value.data).toMatchObject({ seq: 1, feed: { state: 'live', lastSuccessMs: expect.any(Number) } });
});

test('the watchdog sets the alarm again that was lost, each minute', async ({ live, expect }) => {
  const { product, source, client } = await watch(live);
  const namespace = await product.runtime.miniflare.getDurableObjectNamespace('FEED');
  const feed = namespace.getByName('feed') as unknown as { loseAlarm(): Promise<void>; hasAlarm(): Promise<boolean> };
  await client.close();
  const aliveAfterLoss = async () => {
    await feed.loseAlarm();
    return await feed.hasAlarm();
  };
  await expect.poll(aliveAfterLoss, { timeout: 20_000 }).toBe(false);
  source.add(...strikes('unseen', 1, Date.now(), 1));
  await product.runtime.cron();
  expect(await feed.hasAlarm()).toBe(true);
  await expect.poll(() => archivedCount(product), { timeout: 10_000 }).toBe(1);
});
