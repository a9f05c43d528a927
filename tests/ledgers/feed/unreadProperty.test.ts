import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FAILED, HOME, type RunningFeed, runFeed } from '#tests/ledgers/runFeed.ts';
import { emptyArchive } from '#tests/ledgers/testEnv.ts';
import { unreadOf } from '#worker/archive/readExtent.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { ArchiveDrain } from '#worker/feed/ArchiveDrain.ts';
import type { ProviderAnswer } from '#worker/sources/port/StrikeSource.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** What is told later than this after it fell is found by sweeps, not by polls. */
const LATE_MS = 60_000;
const REJECTED: ProviderAnswer = { kind: 'rejected', reason: 'status 400', denied: false };

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
