import { describe, expect, test as plainTest } from 'vitest';
import { sumsOf } from '#shared/nowcast/grade/DaySums.ts';
import type { ForecastOutcome } from '#shared/nowcast/grade/ForecastBook.ts';
import { AS_FITTED } from '#shared/nowcast/place/chanceOf.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { encodeCells } from '#shared/wire/cellsEvent.ts';
import type { Source } from '#shared/wire/FeedEvent.ts';
import { withStorage } from '#tests/ledgers/testEnv.ts';
import { Proof } from '#worker/nowcast/Proof.ts';
import { ProofLedger } from '#worker/nowcast/ProofLedger.ts';
import { ToldCells } from '#worker/nowcast/ToldCells.ts';

const NOON_MS = Date.UTC(2026, 6, 1, 12);

/** A test of proofs over the storage of an object that nobody else knows. One that is made anew is as after a restart. */
const test = (
  title: string,
  work: (begin: (source?: Source) => Proof, ledger: ProofLedger, storage: DurableObjectStorage) => void,
): void =>
  plainTest(title, () =>
    withStorage((storage) =>
      work((source = 'live') => new Proof(new ProofLedger(storage, source)), new ProofLedger(storage, 'live'), storage),
    ),
  );

/** So many forecasts of `said` that came true in a share of the cases. */
function forecasts(
  count: number,
  said: number,
  came: number,
  more: Partial<ForecastOutcome['answer']> = {},
): ForecastOutcome[] {
  const odds = Math.log(said / (1 - said));
  return Array.from({ length: count }, (_, index) => ({
    askedMs: NOON_MS,
    place: index,
    nearestKm: 20,
    odds: [odds, odds],
    answer: { state: 'unclear', p30: said, p60: said, ...more },
    waitMinutes: index < count * came ? 20 : Number.POSITIVE_INFINITY,
  }));
}
const arrivals = forecasts(300, 0.5, 1, { state: 'approaching', etaMin: 10, range80: [1, 30] });
const positions = [{ leadMinutes: 15, errorKm: 4, stayingKm: 8 }] as const;

describe('the proof', () => {
  test('[PR1] adds up outcomes by day, over a restart, and tells thirty days of them', (begin) => {
    begin().grade(NOON_MS - 40 * DAY_MS, { forecasts: forecasts(50, 0.25, 0.2), positions: [] }, []);
    begin().grade(NOON_MS - DAY_MS, { forecasts: forecasts(100, 0.25, 0.2), positions }, []);
    begin().grade(NOON_MS, { forecasts: forecasts(300, 0.25, 0.3), positions }, []);
    const told = begin().told(NOON_MS + 1);
    expect(told).toMatchObject({ days: 2, toMs: NOON_MS + 1, fromMs: Date.UTC(2026, 5, 30) });
    expect(told.chance30).toMatchObject({ cases: 400, hits: 110 });
    expect(told.chance30.bins[3]).toMatchObject({ from: 0.2, to: 0.3, cases: 400, said: 0.25, came: 0.275 });
    expect(told.position15).toEqual({ cases: 2, errorKm: 4, stayingKm: 8 });
    expect(told.states.others).toEqual({ cases: 400, struck: 110 });
  });

  test('[PR1] grades no tick twice, though a restart plays the last half hour again', (begin) => {
    const outcomes = { forecasts: forecasts(10, 0.25, 0.2), positions: [] };
    begin().grade(NOON_MS, outcomes, []);
    begin().grade(NOON_MS, outcomes, []);
    begin().grade(NOON_MS - 5 * MINUTE_MS, outcomes, []);
    expect(begin().told(NOON_MS).chance30.cases).toBe(10);
  });

  test('[PR2] leaves out forecasts in whose time a gap was seen, also after it was read', (begin) => {
    const proof = begin();
    const outcomes = { forecasts: forecasts(10, 0.25, 0.2), positions: [] };
    proof.grade(NOON_MS + MINUTE_MS, { forecasts: [], positions: [] }, [
      [13, 34, 31, 48, NOON_MS, NOON_MS + MINUTE_MS],
    ]);
    proof.grade(NOON_MS + 90 * MINUTE_MS, outcomes, []);
    expect(proof.told(NOON_MS + 91 * MINUTE_MS).chance30.cases).toBe(0);
  });

  test('[PR1] never adds simulated storms to those of the sky', (begin) => {
    begin('simulated').grade(NOON_MS, { forecasts: forecasts(10, 0.25, 0.2), positions: [] }, []);
    begin('simulated').countMinutes(NOON_MS, NOON_MS);
    expect(begin('live').told(NOON_MS)).toMatchObject({ days: 0, uptime: { upMinutes: 0, ofMinutes: 0 } });
    expect(begin('simulated').told(NOON_MS)).toMatchObject({ days: 1, uptime: { upMinutes: 1, ofMinutes: 1 } });
  });

  test('[PR5] chances are fitted to outcomes once a night, from 300 hits on, and the fit outlives a restart', (begin) => {
    expect(begin().learnt(NOON_MS).odds).toEqual(AS_FITTED);
    expect(begin().told(NOON_MS).fit).toBeNull();
    begin().grade(NOON_MS, { forecasts: forecasts(4_000, 0.5, 0.25), positions: [] }, []);
    expect(begin().learnt(NOON_MS + MINUTE_MS).odds).toEqual(AS_FITTED);
    const [a30] = begin().learnt(NOON_MS + DAY_MS).odds;
    expect(a30).toBeLessThan(-0.5);
    expect(begin().learnt(NOON_MS + DAY_MS + MINUTE_MS).odds[0]).toBe(a30);
    expect(begin().told(NOON_MS + DAY_MS).fit).toMatchObject({ atMs: NOON_MS + DAY_MS, cases: 4_000 });
  });

  test('[PR9] replayed outcomes teach at once, until 300 that were told came true, and hide nothing', (begin) => {
    const odd = forecasts(4_000, 0.5, 0.05, { state: 'approaching', etaMin: 10, range80: [1, 10] });
    begin().takeReplayed({ toMs: NOON_MS - DAY_MS, sums: sumsOf(odd, []) });
    expect(begin().learnt(NOON_MS + 31 * DAY_MS).odds).toEqual(AS_FITTED);
    begin().takeReplayed({ toMs: NOON_MS - DAY_MS, sums: sumsOf(forecasts(4_000, 0.5, 0.25), []) });
    begin().grade(NOON_MS, { forecasts: forecasts(500, 0.5, 0.5), positions: [] }, []);
    expect(begin().learnt(NOON_MS + MINUTE_MS).odds[0]).toBeLessThan(-0.5);
    expect(begin().told(NOON_MS + MINUTE_MS)).toMatchObject({
      hidden: [],
      chance30: { cases: 500 },
      fit: { cases: 4_500, withReplayed: true },
    });
    begin().grade(NOON_MS + MINUTE_MS, { forecasts: forecasts(500, 0.5, 0.5, {}), positions: [] }, []);
    begin().grade(NOON_MS + 2 * MINUTE_MS, { forecasts: arrivals, positions: [] }, []);
    expect(begin().learnt(NOON_MS + DAY_MS).odds[0]).toBeGreaterThan(-0.5);
    expect(begin().told(NOON_MS + DAY_MS).fit).toMatchObject({ cases: 1_300, withReplayed: false });
  });

  test('[PR6] arrivals are hidden while fewer than 7 in 10 hold, chances while a gap is too wide, and come back', (begin) => {
    const proof = begin();
    const late = forecasts(100, 0.25, 1, { state: 'approaching', etaMin: 10, range80: [1, 10] });
    proof.grade(NOON_MS, { forecasts: late, positions: [] }, []);
    expect(proof.hidden(NOON_MS)).toEqual(['eta']);
    proof.grade(NOON_MS + 1, { forecasts: forecasts(400, 0.25, 1), positions: [] }, []);
    expect(proof.told(NOON_MS + 1)).toMatchObject({
      hidden: [
        { part: 'chance', why: 'gap' },
        { part: 'eta', why: 'share' },
      ],
      lately: { days: 7, arrivals: 100, held: 0 },
    });
    expect(proof.hidden(NOON_MS + 8 * DAY_MS)).toEqual([]);
  });

  test('[PR4] minutes are counted over a restart, those in between as down', (begin) => {
    begin().countMinutes(NOON_MS, NOON_MS);
    begin().countMinutes(NOON_MS + 20_000, NOON_MS);
    begin().countMinutes(NOON_MS + 10 * MINUTE_MS, NOON_MS + 9 * MINUTE_MS);
    expect(begin().told(NOON_MS).uptime).toEqual({ upMinutes: 2, ofMinutes: 11 });
  });

  test('[PR1] days are kept for 400 days', (begin, ledger) => {
    for (const days of [401, 399]) {
      begin().grade(NOON_MS - days * DAY_MS, { forecasts: forecasts(1, 0.25, 0), positions: [] }, []);
    }
    begin().learnt(NOON_MS);
    expect(ledger.since(0).days).toEqual([Math.floor((NOON_MS - 399 * DAY_MS) / DAY_MS)]);
  });
});

const minute = (atMs: number) => encodeCells({ atMs, cells: [], odds: AS_FITTED });

test('[NC7] what was told holds for five minutes, is kept for 14 days, and is not told of another source', (_begin, _ledger, storage) => {
  const told = new ToldCells(storage.sql, 'live');
  for (const ago of [2, 1]) told.keep(minute(NOON_MS - ago * MINUTE_MS));
  const at = (atMs: number) => told.at(atMs)?.atMs;
  expect(at(NOON_MS)).toBe(NOON_MS - MINUTE_MS);
  expect(at(NOON_MS - 90_000)).toBe(NOON_MS - 2 * MINUTE_MS);
  expect(at(NOON_MS + 4 * MINUTE_MS - 1)).toBe(NOON_MS - MINUTE_MS);
  expect(at(NOON_MS + 4 * MINUTE_MS)).toBeUndefined();
  expect(new ToldCells(storage.sql, 'simulated').at(NOON_MS)).toBeNull();
  told.keep(minute(NOON_MS - MINUTE_MS + 14 * DAY_MS));
  expect(at(NOON_MS - 90_000)).toBeUndefined();
  expect(at(NOON_MS)).toBe(NOON_MS - MINUTE_MS);
});
