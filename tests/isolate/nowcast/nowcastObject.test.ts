import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import * as v from 'valibot';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { systemClock } from '#shared/Clock.ts';
import { CellsEvent } from '#shared/wire/cellsEvent.ts';
import { emptyArchive, relayNamed, rest, testEnv, testObjects } from '#tests/isolate/testEnv.ts';
import { FeedLedger } from '#worker/feed/ledger.ts';
import { Nowcast } from '#worker/nowcast/Nowcast.ts';
import { scheduled } from '#worker/scheduled.ts';
import { MINUTE_MS, StormyFeed } from './StormyFeed.ts';

const NOW_MS = Math.floor(systemClock.now() / MINUTE_MS) * MINUTE_MS;
const nowcast = testObjects.NOWCAST.getByName('home');
const feed = new StormyFeed('feed');
const warnings = vi.fn();

/** What comes over a stream, as text. */
async function openStream(relay: string, query = 'bbox=13,34,31,48') {
  const response = await relayNamed(relay).fetch(`https://relay/?${query}`);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    /** Reads until `count` events of the name came; returns their data. */
    async readEvents(event: string, count: number): Promise<Record<string, unknown>[]> {
      const found = () => [...text.matchAll(new RegExp(`event: ${event}\\n(?:id: \\d+\\n)?data: (.*)\\n`, 'g'))];
      while (found().length < count) text += (await reader?.read())?.value ?? '';
      return found().map(([, data]) => JSON.parse(data ?? ''));
    },
    names: () => [...text.matchAll(/event: ([\w-]+)\n/g)].map(([, name]) => name),
    close: () => reader?.cancel(),
  };
}

const lookNow = () => runInDurableObject(nowcast, (instance) => instance.alarm());

/** As the relay reports it half a second after a stream opened. */
async function leaseOf(relay: string): Promise<void> {
  await runInDurableObject(feed.stub, (_, { storage }) => {
    new FeedLedger(storage).leases.grant({ relay, cells: {}, viewers: 1 }, systemClock.now());
  });
}

beforeEach(async () => {
  await emptyArchive();
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ events: [] }));
  vi.spyOn(console, 'warn').mockImplementation(warnings);
  // There is no outbox here.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  warnings.mockClear();
  await feed.begin();
  for (let ago = 8; ago >= 3; ago -= 1) {
    await feed.readTo(NOW_MS - ago * MINUTE_MS, feed.storm(NOW_MS - ago * MINUTE_MS));
  }
});

describe('the object that follows storm cells', () => {
  test('[NC2] [NC3] [NC5] tells a relay that asks, those with viewers each minute, and its cells keep their ids when it dies', async () => {
    const stream = await openStream('relay:0');
    await leaseOf('relay:0');
    // The relay had none: it requested them, and no reader waited for it.
    const [first] = await stream.readEvents('storm-cells', 1);
    expect(v.parse(CellsEvent, first)).toMatchObject({ atMs: NOW_MS - 3 * MINUTE_MS, cells: { flashes: [36] } });
    const id = (first as CellsEvent).cells.id[0];
    await feed.readTo(NOW_MS - 2 * MINUTE_MS, feed.storm(NOW_MS - 2 * MINUTE_MS));
    await lookNow();
    const [, second] = await stream.readEvents('storm-cells', 2);
    expect(second).toMatchObject({ atMs: NOW_MS - 2 * MINUTE_MS, cells: { id: [id] } });
    // A relay whose lease is gone must not stop notifications of the others.
    await leaseOf('relay:3');
    await evictDurableObject(nowcast);
    await feed.readTo(NOW_MS - MINUTE_MS, feed.storm(NOW_MS - MINUTE_MS));
    await lookNow();
    const [, , third] = await stream.readEvents('storm-cells', 3);
    expect(third).toMatchObject({ atMs: NOW_MS - MINUTE_MS, cells: { id: [id] } });
    const late = await openStream('relay:0');
    await late.readEvents('storm-cells', 1);
    expect(late.names().slice(0, 2)).toEqual(['hello', 'storm-cells']);
    await late.close();
    await stream.close();
    await rest(feed.stub);
  });

  test('[NC5] that fails is logged, and no stream waits for it', async () => {
    const newest = vi.spyOn(Nowcast.prototype, 'newest').mockRejectedValue(new Error('no storage'));
    const stream = await openStream('relay:1');
    const [hello] = await stream.readEvents('hello', 1);
    expect(hello).toMatchObject({ protocol: 1 });
    await vi.waitFor(() => expect(warnings).toHaveBeenCalledWith(expect.stringContaining('relay.cells')));
    newest.mockRestore();
    await stream.close();
    await rest(feed.stub);
  });

  test('sets its alarm again after each run, whether or not the Feed answers; the cron sets one that was lost', async () => {
    const alarmMs = () => runInDurableObject(nowcast, (_, { storage }) => storage.getAlarm());
    await lookNow();
    expect((await alarmMs()) ?? 0).toBeGreaterThan(systemClock.now());
    await runInDurableObject(feed.stub, (_, { storage }) =>
      storage.sql.exec("DELETE FROM feed_state WHERE name = 'epoch'"),
    );
    await lookNow();
    expect(warnings).toHaveBeenCalledWith(expect.stringContaining('nowcast.run'));
    expect((await alarmMs()) ?? 0).toBeGreaterThan(systemClock.now());
    await runInDurableObject(nowcast, (_, { storage }) => storage.deleteAlarm());
    await scheduled(testEnv, systemClock.now());
    expect(await alarmMs()).not.toBeNull();
    await evictDurableObject(feed.stub);
    await rest(feed.stub);
    await runInDurableObject(nowcast, (_, { storage }) => storage.deleteAlarm());
  });
});
