import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Strike, strikesAt } from '#shared/strike.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import { COVERAGE, FAILED, type FakeCall, HOME, type RunningFeed, runFeed, START_MS } from '#tests/ledgers/runFeed.ts';
import { emptyArchive } from '#tests/ledgers/testEnv.ts';
import { extentIn, StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { ArchiveDrain } from '#worker/feed/ArchiveDrain.ts';
import { describeFeed } from '#worker/feed/feedStatus.ts';
import type { ProviderResponse } from '#worker/sources/source.ts';

const DAYS = 3;
/** Polls number and publish the strikes that they repair: the past begins here. */
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

/** Runs a Feed that reads the past back, with its results. */
async function readBack(
  strikes: readonly Strike[],
  story: (feed: RunningFeed, stored: Map<string, Strike>) => Promise<void>,
  { days = DAYS, hasRoom = () => true }: { days?: number; hasRoom?: (stored: number) => boolean } = {},
): Promise<void> {
  const retained = new Map<string, Strike>();
  const store = async (batch: readonly Strike[]) => {
    for (const strike of batch) retained.set(strike.id, strike);
    return hasRoom(retained.size);
  };
  let running: RunningFeed | undefined;
  await runFeed(
    async (feed) => {
      running = feed;
      feed.provider.strikes.push(...strikes.map((strike) => ({ ...strike, publishedMs: strike.atMs })));
      await story(feed, retained);
    },
    {
      // The archive stores live strikes first: the past waits for it.
      publish: (fresh) => {
        running?.published.push(...fresh);
        running?.ledger.facts.write('archivedSeq', running.ledger.strikes.seq);
      },
    },
    { days, storePast: store },
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
    await readBack(strikes, async (feed, retained) => {
      await feed.time.pass(10 * MINUTE_MS);
      const nowMs = feed.time.now();
      expect(idsOf(retained.values(), nowMs - DAYS * DAY_MS, REPAIRED_MS)).toEqual(
        idsOf(strikes, nowMs - DAYS * DAY_MS, REPAIRED_MS),
      );
      expect([...retained.values()].filter(({ atMs }) => atMs >= REPAIRED_MS)).toEqual([]);
      expect(feed.published.filter(({ atMs }) => atMs < REPAIRED_MS)).toEqual([]);
      expect(feed.published.map(({ id }) => id).sort()).toEqual(idsOf(strikes, REPAIRED_MS, START_MS));
      const gaps = lostOf(feed);
      expect(gaps).toHaveLength(1);
      expect(gaps[0]?.[1]).toBeLessThanOrEqual(START_MS - DAYS * DAY_MS + 5 * MINUTE_MS);
    });
  });

  test('[HI9] stays a gap where the provider told nothing older: it may have forgotten', async () => {
    const remembersMs = START_MS - 2 * DAY_MS;
    await readBack(memory(remembersMs), async (feed) => {
      await feed.time.pass(10 * MINUTE_MS);
      expect(lostOf(feed)).toEqual([[0, remembersMs]]);
      const requestCount = feed.provider.calls.length;
      await feed.time.pass(10 * MINUTE_MS);
      const more = feed.provider.calls.slice(requestCount).filter(({ window }) => window.toMs < REPAIRED_MS);
      expect(more).toEqual([]);
    });
  });

  test('[HI8] survives the Feed’s death at any moment: every strike is kept, and nothing is taken for read that is not', async () => {
    const strikes = memory(START_MS - 5 * DAY_MS);
    await readBack(strikes, async (feed, retained) => {
      for (let death = 0; death < 25; death += 1) {
        await feed.time.pass(7_300);
        const [gaps] = lostOf(feed);
        const readFromMs = Math.max(gaps?.[1] ?? 0, START_MS - DAYS * DAY_MS);
        const missing = idsOf(strikes, readFromMs, REPAIRED_MS).filter((id) => !retained.has(id));
        expect(missing).toEqual([]);
        feed.die();
      }
      await feed.time.pass(15 * MINUTE_MS);
      expect(idsOf(retained.values(), START_MS - DAYS * DAY_MS + HOUR_MS, REPAIRED_MS)).toEqual(
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
          if (isHostile) feed.provider.overrideFor = ({ window }) => (window.toMs <= REPAIRED_MS ? FAILED : undefined);
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
      feed.provider.overrideFor = ({ window }) =>
        isPast(window) ? { kind: 'paused', reason: 'status 429', retryAfterMs: 5 * MINUTE_MS } : undefined;
      await feed.time.pass(9 * MINUTE_MS);
      const requested = feed.provider.calls.filter(({ window }) => isPast(window)).map(({ atMs }) => atMs);
      expect(requested.length).toBeLessThanOrEqual(2);
    });
    await readBack(
      memory(START_MS - 5 * DAY_MS),
      async (feed, retained) => {
        await feed.time.pass(10 * MINUTE_MS);
        expect(retained.size).toBeLessThan(400);
        expect(retained.size).toBeGreaterThan(50);
      },
      { hasRoom: (size) => size < 50 },
    );
  });

  test('[HI8] stays a gap while every other row is unreadable, few though there are in each answer, and is read once all can be', async () => {
    const strikes = memory(START_MS - 5 * DAY_MS).filter(({ id }) => id.startsWith('r'));
    const requested = (nowMs: number) => idsOf(strikes, nowMs - DAYS * DAY_MS, REPAIRED_MS);
    await readBack(strikes, async (feed, retained) => {
      feed.provider.overrideFor = ({ window }) => {
        const result = feed.provider.rowsOf(window, feed.time.now());
        if (window.fromMs >= REPAIRED_MS - HOUR_MS) return undefined;
        const readable = result.strikes.filter(({ id }) => Number(id.slice(1)) % 2 === 0);
        return { ...result, strikes: readable, skipped: readable.map(() => 'bad id') };
      };
      await feed.time.pass(30 * MINUTE_MS);
      expect(retained.size).toBeLessThan(20);
      feed.provider.overrideFor = () => undefined;
      await feed.time.pass(30 * MINUTE_MS);
      const nowMs = feed.time.now();
      expect(idsOf(retained.values(), nowMs - DAYS * DAY_MS, REPAIRED_MS)).toEqual(requested(nowMs));
    });
  });
});

describe('feed property', () => {
  const PAUSED: ProviderResponse = { kind: 'paused', reason: 'status 429', retryAfterMs: 5_000 };
  const REJECTED: ProviderResponse = { kind: 'rejected', reason: 'status 400', denied: false };

  const storm = fc.record({
    /** Bursts of strikes: when, how many, over how long, around where, how late at most. */
    bursts: fc.array(
      fc.record({
        atMs: fc.integer({ min: -3 * 60 * MINUTE_MS, max: 6 * MINUTE_MS }),
        strikes: fc.integer({ min: 1, max: 700 }),
        lengthMs: fc.constantFrom(1, 900, 20_000, 90_000),
        latitude: fc.integer({ min: 35, max: 46 }),
        longitude: fc.integer({ min: 14, max: 29 }),
        lateMs: fc.constantFrom(0, 8_000, 45_000),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    /** What befalls call number n, over and over. */
    fates: fc.array(fc.constantFrom(undefined, undefined, undefined, undefined, FAILED, PAUSED, REJECTED), {
      minLength: 1,
      maxLength: 40,
    }),
    latencyMs: fc.constantFrom(20, 400, 3_000),
    outage: fc.record({
      fromMs: fc.integer({ min: 0, max: 5 * MINUTE_MS }),
      lengthMs: fc.constantFrom(0, 30_000, 200_000),
    }),
    deathsMs: fc.array(fc.integer({ min: 1_000, max: 2 * MINUTE_MS }), { maxLength: 3 }),
  });

  test(
    '[FD1][FD2][FD4][FD5] numbers every strike exactly once, whatever storm, lateness, failures and deaths',
    () =>
      fc.assert(
        fc.asyncProperty(storm, async ({ bursts, fates, latencyMs, outage, deathsMs }) => {
          await runFeed(async ({ provider, time, published, ledger, die }) => {
            const startMs = time.now();
            provider.latencyMs = latencyMs;
            bursts.forEach((burst, which) => {
              for (let index = 0; index < burst.strikes; index += 1) {
                const atMs = Math.floor(startMs + burst.atMs + (index / burst.strikes) * burst.lengthMs);
                const scatter = ((index * 7919) % 1_000) / 1_000;
                provider.strikes.push({
                  id: `${which}-${index}`,
                  latitude: burst.latitude + scatter,
                  longitude: burst.longitude + ((index * 104_729) % 1_000) / 1_000,
                  atMs,
                  publishedMs: atMs + burst.lateMs * scatter,
                });
              }
            });
            provider.overrideFor = ({ atMs }, number) => {
              const sinceMs = atMs - startMs - outage.fromMs;
              if (sinceMs >= 0 && sinceMs < outage.lengthMs) return FAILED;
              return atMs < startMs + 8 * MINUTE_MS ? fates[number % fates.length] : undefined;
            };
            for (const deathMs of deathsMs) {
              await time.pass(deathMs);
              die();
            }
            await time.passUntil(startMs + 30 * MINUTE_MS);
            const expected = provider.strikes.map(({ id }) => id).sort();
            const numbered = strikesAt(ledger.strikes.after(0, 10_000));
            expect(numbered.map(({ id }) => id).sort()).toEqual(expected);
            expect(numbered.map(({ ordinal }) => ordinal)).toEqual(expected.map((_, index) => index + 1));
            expect(published.map(({ id }) => id).sort()).toEqual(expected);
            expect(ledger.windows.countGaps()).toBe(0);
          });
        }),
        { numRuns: 15 },
      ),
    120_000,
  );

  /** Strikes reported later than this are found by rescans, not by polls. */
  const LATE_MS = 60_000;

  const history = fc.record({
    strikes: fc.array(fc.record({ backMs: fc.integer({ min: -40 * MINUTE_MS, max: 26 * HOUR_MS }) }), {
      minLength: 20,
      maxLength: 300,
    }),
    fates: fc.array(fc.constantFrom(undefined, undefined, undefined, FAILED, REJECTED), {
      minLength: 1,
      maxLength: 30,
    }),
    /** A span for which the provider always fails. */
    hole: fc.record({
      backMs: fc.integer({ min: 0, max: 24 * HOUR_MS }),
      lengthMs: fc.constantFrom(0, MINUTE_MS, HOUR_MS),
    }),
    outage: fc.record({
      fromMs: fc.integer({ min: 0, max: 20 * MINUTE_MS }),
      lengthMs: fc.constantFrom(0, 3 * MINUTE_MS, 12 * MINUTE_MS),
    }),
    archiveAwayMs: fc.record({
      fromMs: fc.integer({ min: 0, max: 20 * MINUTE_MS }),
      lengthMs: fc.constantFrom(0, 200_000),
    }),
    deathMs: fc.integer({ min: 0, max: 30 * MINUTE_MS }),
  });

  /** Strikes lost without a trace: reported in time, within the time that counts as read, and not archived. */
  async function passedOver({ provider }: RunningFeed, db: D1Database, nowMs: number): Promise<string[]> {
    const archive = new StrikeArchive(db);
    const record = await archive.record();
    const { completeToMs, gaps } = extentIn({ bbox: HOME, fromMs: 0, toMs: nowMs }, record, HOME, 0);
    if (completeToMs === null) return [];
    const { results } = await db.prepare('SELECT id FROM strike').all<{ id: string }>();
    const archived = new Set(results.map(({ id }) => id));
    const read = provider.strikes.filter(
      ({ atMs }) => atMs < completeToMs - LATE_MS && !gaps.some(([fromMs, toMs]) => fromMs <= atMs && atMs < toMs),
    );
    return read.filter(({ id }) => !archived.has(id)).map(({ id }) => id);
  }

  test('[AP7] whatever failures, holes, outages and deaths: no strike is missing from the archive where it says it was read', async () => {
    let examined = 0;
    await fc.assert(
      fc.asyncProperty(history, async ({ strikes, fates, hole, outage, archiveAwayMs, deathMs }) => {
        const db = await emptyArchive();
        await runFeed(async (feed) => {
          const { provider, time, ledger } = feed;
          const startMs = time.now();
          const during = ({ fromMs, lengthMs }: { fromMs: number; lengthMs: number }) =>
            time.now() >= startMs + fromMs && time.now() < startMs + fromMs + lengthMs;
          strikes.forEach(({ backMs }, index) => {
            const atMs = startMs - backMs;
            provider.strikes.push({
              id: `s${index}`,
              latitude: 42,
              longitude: 20,
              atMs,
              publishedMs: atMs + (index % 40) * 1_000,
            });
          });
          const holeMs = startMs - hole.backMs;
          provider.overrideFor = ({ window }, number) => {
            if (during(outage)) return FAILED;
            const overHole = window.fromMs < holeMs + hole.lengthMs && window.toMs > holeMs;
            if (hole.lengthMs > 0 && overHole) return FAILED;
            return time.now() < startMs + 10 * MINUTE_MS ? fates[number % fates.length] : undefined;
          };
          const archive = new StrikeArchive(db);
          const insert: StrikeArchive['insert'] = async (...batch) => {
            if (during(archiveAwayMs)) throw new Error('away');
            await archive.insert(...batch);
          };
          let drain = new ArchiveDrain(ledger, { insert }, time, () => {});
          for (let step = 0; step < 50; step += 1) {
            if (Math.floor(deathMs / 30_000) === step) {
              feed.die();
              drain = new ArchiveDrain(ledger, { insert }, time, () => {});
            }
            await time.pass(step < 10 ? 2_000 : 30_000);
            await drain.run();
            expect(await passedOver(feed, db, time.now())).toEqual([]);
            examined += 1;
          }
          // In the end the only gap is the time before the first reading, unless something is still wrong.
          const amiss =
            hole.lengthMs > 0 || archiveAwayMs.lengthMs > 0 || outage.fromMs + outage.lengthMs > 8 * MINUTE_MS;
          if (!amiss) expect((await archive.record()).gaps).toEqual([[0, startMs - 24 * HOUR_MS]]);
        });
      }),
      { numRuns: 6 },
    );
    expect(examined).toBeGreaterThan(250);
  }, 180_000);
});
