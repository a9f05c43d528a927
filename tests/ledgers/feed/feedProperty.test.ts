import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FAILED, HOME, type RunningFeed, runFeed } from '#tests/ledgers/runFeed.ts';
import { emptyArchive } from '#tests/ledgers/testEnv.ts';
import { unreadOf } from '#worker/archive/readExtent.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { ArchiveDrain } from '#worker/feed/ArchiveDrain.ts';
import type { ProviderAnswer } from '#worker/sources/port/StrikeSource.ts';

const MINUTE_MS = 60_000;
const PAUSED: ProviderAnswer = { kind: 'paused', reason: 'status 429', retryAfterMs: 5_000 };
const REJECTED: ProviderAnswer = { kind: 'rejected', reason: 'status 400', denied: false };

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
          provider.fault = ({ atMs }, number) => {
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
          const numbered = ledger.strikes.after(0, 10_000);
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

const HOUR_MS = 60 * MINUTE_MS;
/** What is told later than this after it fell is found by sweeps, not by polls. */
const LATE_MS = 60_000;

const history = fc.record({
  strikes: fc.array(fc.record({ backMs: fc.integer({ min: -40 * MINUTE_MS, max: 26 * HOUR_MS }) }), {
    minLength: 20,
    maxLength: 300,
  }),
  fates: fc.array(fc.constantFrom(undefined, undefined, undefined, FAILED, REJECTED), { minLength: 1, maxLength: 30 }),
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

/** Strikes that an answer would pass over in silence: told in time, within what counts as read, and not archived. */
async function passedOver({ provider }: RunningFeed, db: D1Database, nowMs: number): Promise<string[]> {
  const archive = new StrikeArchive(db);
  const record = await archive.record();
  const { completeToMs, unread } = unreadOf({ bbox: HOME, fromMs: 0, toMs: nowMs }, record, HOME, 0);
  if (completeToMs === null) return [];
  const { results } = await db.prepare('SELECT id FROM strike').all<{ id: string }>();
  const archived = new Set(results.map(({ id }) => id));
  const read = provider.strikes.filter(
    ({ atMs }) => atMs < completeToMs - LATE_MS && !unread.some(([fromMs, toMs]) => fromMs <= atMs && atMs < toMs),
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
        provider.fault = ({ window }, number) => {
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
        // In the end nothing is unread but what lies before the first reading, unless something is still amiss.
        const amiss =
          hole.lengthMs > 0 || archiveAwayMs.lengthMs > 0 || outage.fromMs + outage.lengthMs > 8 * MINUTE_MS;
        if (!amiss) expect((await archive.record()).unread).toEqual([[0, startMs - 24 * HOUR_MS]]);
      });
    }),
    { numRuns: 6 },
  );
  expect(examined).toBeGreaterThan(250);
}, 180_000);
