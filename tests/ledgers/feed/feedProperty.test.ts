import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FAILED, runFeed } from '#tests/ledgers/runFeed.ts';
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
