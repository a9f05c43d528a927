import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { systemClock } from '#shared/Clock.ts';
import { strikesAt } from '#shared/strike.ts';
import { emptyArchive, feedNamed, rest } from '#tests/isolate/testEnv.ts';
import { ArchiveDrain } from '#worker/feed/ArchiveDrain.ts';
import type { Feed } from '#worker/feed/Feed.ts';
import { feedSnapshot } from '#worker/feed/feedStatus.ts';
import { FeedLedger } from '#worker/feed/ledger.ts';

const NOON_MS = Date.UTC(2026, 6, 1, 12);
const SOFIA = { latitude: 42.7, longitude: 23.3 };

/** Marks home as read up to now, so that a run makes one call and comes to rest. */
async function readUpToNow(feed: DurableObjectStub<Feed>): Promise<void> {
  await runInDurableObject(feed, (_, { storage }) => {
    const ledger = new FeedLedger(storage);
    ledger.facts.write('seq', 0);
    ledger.windows.cover('home', systemClock.now());
  });
}

const alarmOf = (feed: DurableObjectStub<Feed>) => runInDurableObject(feed, (_, { storage }) => storage.getAlarm());

beforeEach(async () => {
  await emptyArchive();
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ events: [] }));
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

describe('the Feed', () => {
  test('[FD9][FD15] remembers marks, owed windows, numbers, leases, the circuit, the watermark and the clock when it is evicted', async () => {
    const feed = feedNamed();
    const nowMs = systemClock.now();
    const window = { bbox: { west: 1, south: 2, east: 3, north: 4 }, fromMs: 5, toMs: 6 };
    const snapshot = await runInDurableObject(feed, (_, { storage }) => {
      const ledger = new FeedLedger(storage);
      ledger.strikes.number([{ id: 'a', ...SOFIA, atMs: nowMs }], nowMs, 0);
      ledger.windows.cover('home', 123);
      ledger.windows.addBacklog(window, 'home', 'gap', nowMs);
      ledger.leases.grant({ relay: 'relay:0', cells: { '4/9/5': 2 }, viewers: 2 }, nowMs);
      ledger.facts.write('breaker', { state: 'open', probeAtMs: 99, probes: 2 });
      ledger.facts.write('budget', { nextCallMs: 77 });
      ledger.facts.write('watermarkMs', 123_000);
      ledger.facts.write('providerClock', { skewMs: -300_000, strikesFollow: 'date' });
      return feedSnapshot(ledger, NOON_MS);
    });
    await evictDurableObject(feed);
    await runInDurableObject(feed, (_, { storage }) => {
      const ledger = new FeedLedger(storage);
      expect(strikesAt(ledger.strikes.after(0, 9))).toEqual([{ id: 'a', ...SOFIA, atMs: nowMs, ordinal: 1 }]);
      expect(ledger.strikes.seq).toBe(1);
      expect(ledger.windows.coveredToMs('home')).toBe(123);
      expect(ledger.windows.nextInBacklog(['home'], nowMs, [])).toMatchObject(window);
      expect(ledger.leases.current(nowMs)).toEqual([{ relay: 'relay:0', cells: { '4/9/5': 2 }, viewers: 2 }]);
      expect(ledger.facts.read('breaker')).toEqual({ state: 'open', probeAtMs: 99, probes: 2 });
      expect(ledger.facts.read('budget')).toEqual({ nextCallMs: 77 });
      // Its epoch among them.
      expect(feedSnapshot(ledger, NOON_MS)).toEqual(snapshot);
      expect(snapshot).toMatchObject({ watermarkMs: 123_000, providerNowMs: NOON_MS - 300_000 });
    });
  });

  test('sets its next alarm in the future after every run, whether or not anybody answers', async () => {
    const feed = feedNamed();
    await readUpToNow(feed);
    for (const result of [
      async () => Response.json({ events: [] }),
      async () => new Response('no', { status: 403 }),
      () => Promise.reject(new TypeError('refused')),
    ]) {
      vi.mocked(fetch).mockImplementation(result);
      await feed.ensureAlarm();
      await runDurableObjectAlarm(feed);
      const alarmMs = (await alarmOf(feed)) ?? 0;
      expect(alarmMs).toBeGreaterThan(systemClock.now() - 100);
      expect(alarmMs).toBeLessThan(systemClock.now() + 61_000);
    }
    await rest(feed);
  });

  test('sets an alarm that was lost, when anybody asks it anything', async () => {
    const feed = feedNamed();
    await readUpToNow(feed);
    expect(await alarmOf(feed)).toBeNull();
    await feed.status();
    expect(await alarmOf(feed)).not.toBeNull();
    await rest(feed);
  });

  test('does not wait for an alarm that an object set which died within its run', async () => {
    const feed = feedNamed();
    await readUpToNow(feed);
    await runInDurableObject(feed, (_, { storage }) => storage.setAlarm(systemClock.now() + 30_000));
    await evictDurableObject(feed);
    await feed.ensureAlarm();
    expect((await alarmOf(feed)) ?? 0).toBeLessThan(systemClock.now() + 1_000);
    await rest(feed);
  });

  test('[FD10] goes on polling while the archive neither answers nor fails', async () => {
    const feed = feedNamed();
    await readUpToNow(feed);
    await runInDurableObject(feed, async (instance, { storage }) => {
      const ledger = new FeedLedger(storage);
      ledger.strikes.number([{ id: 'a', ...SOFIA, atMs: systemClock.now() }], systemClock.now(), 0);
      let result = () => {};
      const silent = { insert: () => new Promise<void>((answered) => (result = answered)) };
      Object.assign(instance, { drain: new ArchiveDrain(ledger, silent, systemClock, () => {}) });
      const calls = () => vi.mocked(fetch).mock.calls.length;
      const before = calls();
      await instance.alarm();
      expect(calls()).toBeGreaterThan(before);
      const waitMs = ((await storage.getAlarm()) ?? 0) - systemClock.now();
      expect(waitMs).toBeGreaterThan(1_000);
      await storage.deleteAlarm();
      result();
    });
  });

  test('[FD8] polls at once when a lease names a cell that nobody watched, even in another’s place', async () => {
    const feed = feedNamed();
    await readUpToNow(feed);
    const lease = (cell: string) =>
      feed.lease({ relay: 'relay:0', cells: { [cell]: 1 }, viewers: 1, droppedReaders: 0 });
    const setAlarmLater = () =>
      runInDurableObject(feed, (_, { storage }) => storage.setAlarm(systemClock.now() + 25_000));
    await lease('4/9/5');
    await runDurableObjectAlarm(feed);
    await setAlarmLater();
    await lease('4/9/5');
    expect((await alarmOf(feed)) ?? 0).toBeGreaterThan(systemClock.now() + 20_000);
    await lease('4/0/0');
    expect((await alarmOf(feed)) ?? 0).toBeLessThan(systemClock.now() + 1_000);
    await rest(feed);
  });
});

describe('the epoch', () => {
  test('[FD17] is made with the Feed’s ledger, also with one of an earlier release, and another ledger has another', async () => {
    const epochOf = (feed: ReturnType<typeof feedNamed>) =>
      runInDurableObject(feed, (_, { storage }) => feedSnapshot(new FeedLedger(storage), NOON_MS)?.epoch);
    const feed = feedNamed();
    const epoch = await epochOf(feed);
    expect(epoch).toMatch(/^[0-9a-f]{8}$/);
    expect(await epochOf(feedNamed())).not.toBe(epoch);
    await runInDurableObject(feed, (_, { storage }) => storage.sql.exec("DELETE FROM feed_state WHERE name = 'epoch'"));
    expect(await epochOf(feed)).toBeUndefined();
    await evictDurableObject(feed);
    expect(await epochOf(feed)).toMatch(/^[0-9a-f]{8}$/);
    await rest(feed);
  });
});
