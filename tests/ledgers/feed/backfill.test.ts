import { describe, expect, test } from 'vitest';
import type { Strike } from '#shared/strike.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';
import type { FakeCall } from '#tests/ledgers/runFeed.ts';
import { COVERAGE, FAILED, HOME, type RunningFeed, runFeed, START_MS } from '#tests/ledgers/runFeed.ts';
import { describeFeed } from '#worker/feed/describeFeed.ts';

const MINUTE_MS = 60_000;
const DAYS = 3;
/** What polls repair, they number and tell: the past begins here. */
const REPAIRED_MS = START_MS - DAY_MS;

/** A provider's memory of home: a strike every five minutes from `fromMs` on, and a burst in one minute. */
function memory(fromMs: number): Strike[] {
  const regular = Array.from({ length: Math.floor((START_MS - fromMs) / (5 * MINUTE_MS)) }, (_, index) => ({
    id: `r${index}`,
    atMs: fromMs + index * 5 * MINUTE_MS,
    longitude: 14 + (index % 16),
    latitude: 35 + (index % 12),
  }));
  const burst = Array.from({ length: 1_500 }, (_, index) => ({
    id: `b${index}`,
    atMs: REPAIRED_MS - 7 * HOUR_MS + index * 40,
    longitude: 20 + (index % 5),
    latitude: 40 + (index % 3),
  }));
  return [...regular, ...burst];
}

/** Runs a Feed that reads the past back, with what came of it. */
async function readBack(
  strikes: readonly Strike[],
  story: (feed: RunningFeed, kept: Map<string, Strike>) => Promise<void>,
  { days = DAYS, hasRoom = () => true }: { days?: number; hasRoom?: (kept: number) => boolean } = {},
): Promise<void> {
  const kept = new Map<string, Strike>();
  const keep = async (batch: readonly Strike[]) => {
    for (const strike of batch) kept.set(strike.id, strike);
    return hasRoom(kept.size);
  };
  let running: RunningFeed | undefined;
  await runFeed(
    async (feed) => {
      running = feed;
      feed.provider.strikes.push(...strikes.map((strike) => ({ ...strike, publishedMs: strike.atMs })));
      await story(feed, kept);
    },
    {
      // The archive takes what streams are told at once: the past waits for it.
      publish: (fresh) => {
        running?.published.push(...fresh);
        running?.ledger.facts.write('archivedSeq', running.ledger.strikes.seq);
      },
    },
    { days, keep },
  );
}

const idsOf = (strikes: Iterable<Strike>, fromMs: number, toMs: number) =>
  [...strikes]
    .filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
    .map(({ id }) => id)
    .sort();
const lostOf = ({ ledger }: RunningFeed) => ledger.facts.read('lost') ?? [];

describe('home’s past', () => {
  test('[HI8] goes into the archive alone, whole though answers are cut off: no stream and no watch hears of it', async () => {
    const strikes = memory(START_MS - 5 * DAY_MS);
    await readBack(strikes, async (feed, kept) => {
      await feed.time.pass(10 * MINUTE_MS);
      const nowMs = feed.time.now();
      expect(idsOf(kept.values(), nowMs - DAYS * DAY_MS, REPAIRED_MS)).toEqual(
        idsOf(strikes, nowMs - DAYS * DAY_MS, REPAIRED_MS),
      );
      expect([...kept.values()].filter(({ atMs }) => atMs >= REPAIRED_MS)).toEqual([]);
      expect(feed.published.filter(({ atMs }) => atMs < REPAIRED_MS)).toEqual([]);
      expect(feed.published.map(({ id }) => id).sort()).toEqual(idsOf(strikes, REPAIRED_MS, START_MS));
      const unread = lostOf(feed);
      expect(unread).toHaveLength(1);
      expect(unread[0]?.[1]).toBeLessThanOrEqual(START_MS - DAYS * DAY_MS + 5 * MINUTE_MS);
    });
  });

  test('[HI9] stays unread where the provider told nothing older: it may have forgotten', async () => {
    const remembersMs = START_MS - 2 * DAY_MS;
    await readBack(memory(remembersMs), async (feed) => {
      await feed.time.pass(10 * MINUTE_MS);
      expect(lostOf(feed)).toEqual([[0, remembersMs]]);
      const asked = feed.provider.calls.length;
      await feed.time.pass(10 * MINUTE_MS);
      const more = feed.provider.calls.slice(asked).filter(({ window }) => window.toMs < REPAIRED_MS);
      expect(more).toEqual([]);
    });
  });

  test('[HI8] survives the Feed’s death at any moment: every strike is kept, and nothing is taken for read that is not', async () => {
    const strikes = memory(START_MS - 5 * DAY_MS);
    await readBack(strikes, async (feed, kept) => {
      for (let death = 0; death < 25; death += 1) {
        await feed.time.pass(7_300);
        const [unread] = lostOf(feed);
        const readFromMs = Math.max(unread?.[1] ?? 0, START_MS - DAYS * DAY_MS);
        const missing = idsOf(strikes, readFromMs, REPAIRED_MS).filter((id) => !kept.has(id));
        expect(missing).toEqual([]);
        feed.die();
      }
      await feed.time.pass(15 * MINUTE_MS);
      expect(idsOf(kept.values(), START_MS - DAYS * DAY_MS + HOUR_MS, REPAIRED_MS)).toEqual(
        idsOf(strikes, START_MS - DAYS * DAY_MS + HOUR_MS, REPAIRED_MS),
      );
    });
  });

  test('[HI8] costs home nothing: its polls go out as without it, and its failures leave the feed live', async () => {
    const pollsOf = async (days: number, isHostile: boolean) => {
      const polls: number[] = [];
      await readBack(
        memory(START_MS - 5 * DAY_MS),
        async (feed) => {
          if (isHostile) feed.provider.fault = ({ window }) => (window.toMs <= REPAIRED_MS ? FAILED : undefined);
          await feed.time.pass(8 * MINUTE_MS);
          const isPoll = ({ atMs, window }: FakeCall) => window.toMs > atMs;
          polls.push(...feed.provider.calls.filter(isPoll).map(({ atMs }) => atMs));
          const { cause, lastSuccessMs } = describeFeed(
            feed.ledger,
            { home: HOME, coverage: COVERAGE },
            feed.time.now(),
          );
          expect(cause).toBeNull();
          expect(feed.time.now() - (lastSuccessMs ?? 0)).toBeLessThan(31_000);
          if (isHostile) expect(lostOf(feed)).toEqual([[0, REPAIRED_MS]]);
        },
        { days },
      );
      return polls;
    };
    const without = await pollsOf(0, false);
    expect(without.length).toBeGreaterThan(10);
    expect(await pollsOf(DAYS, false)).toEqual(without);
    expect(await pollsOf(DAYS, true)).toEqual(without);
  });

  test('[HI8] rests for as long as the provider asks, and ends where the archive has no more room', async () => {
    await readBack(memory(START_MS - 5 * DAY_MS), async (feed) => {
      const isPast = (window: { toMs: number }) => window.toMs <= REPAIRED_MS;
      feed.provider.fault = ({ window }) =>
        isPast(window) ? { kind: 'paused', reason: 'status 429', retryAfterMs: 5 * MINUTE_MS } : undefined;
      await feed.time.pass(9 * MINUTE_MS);
      const asked = feed.provider.calls.filter(({ window }) => isPast(window)).map(({ atMs }) => atMs);
      expect(asked.length).toBeLessThanOrEqual(2);
    });
    await readBack(
      memory(START_MS - 5 * DAY_MS),
      async (feed, kept) => {
        await feed.time.pass(10 * MINUTE_MS);
        expect(kept.size).toBeLessThan(400);
        expect(kept.size).toBeGreaterThan(50);
      },
      { hasRoom: (size) => size < 50 },
    );
  });

  test('[HI8] stays unread while every other row is unreadable, few though there are in each answer, and is read once all can be', async () => {
    const strikes = memory(START_MS - 5 * DAY_MS).filter(({ id }) => id.startsWith('r'));
    const wanted = (nowMs: number) => idsOf(strikes, nowMs - DAYS * DAY_MS, REPAIRED_MS);
    await readBack(strikes, async (feed, kept) => {
      feed.provider.fault = ({ window }) => {
        const answer = feed.provider.rowsOf(window, feed.time.now());
        if (window.fromMs >= REPAIRED_MS - HOUR_MS) return undefined;
        const readable = answer.strikes.filter(({ id }) => Number(id.slice(1)) % 2 === 0);
        return { ...answer, strikes: readable, skipped: readable.map(() => 'bad id') };
      };
      await feed.time.pass(30 * MINUTE_MS);
      expect(kept.size).toBeLessThan(20);
      feed.provider.fault = () => undefined;
      await feed.time.pass(30 * MINUTE_MS);
      const nowMs = feed.time.now();
      expect(idsOf(kept.values(), nowMs - DAYS * DAY_MS, REPAIRED_MS)).toEqual(wanted(nowMs));
    });
  });
});
