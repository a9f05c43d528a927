import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { strikesAt, toStrikes } from '#shared/strike.ts';
import { DAY_MS, HOUR_MS, lengthMs, MINUTE_MS, type Span, spansWithout } from '#shared/time.ts';
import type { Gap } from '#shared/watch/Area.ts';
import { numberedStrikes } from '#tests/support/strikes.ts';
import { afterSlice, type PastRecord, planSlice, spansToRead, truncatedSlice } from '#worker/feed/Backfill.ts';
import { ProviderClock } from '#worker/feed/FeedEngine.ts';
import { gapsToReport } from '#worker/feed/feedStatus.ts';
import { type Breaker, CLOSED_BREAKER, type ClockEstimate, OUR_CLOCK, planPoll } from '#worker/feed/plan.ts';
import { marksAfterPoll, NO_BOUND, nearerReach, pollStatus } from '#worker/feed/ReadOutcome.ts';
import {
  carveBacklog,
  failureVerdict,
  nextSliceMs,
  type ReadFailure,
  type ReadSituation,
  rescansDue,
  selectRead,
  watchRescanDue,
} from '#worker/feed/reads.ts';
import {
  type InFlight,
  isFormatBroken,
  liveRead,
  type Read,
  UnreadableShare,
  validateResponse,
} from '#worker/feed/readWindow.ts';
import { StrikePages } from '#worker/feed/StrikePages.ts';
import { shouldResetAlarm } from '#worker/feed/shouldResetAlarm.ts';
import { mergedGaps } from '#worker/feed/windowLedger.ts';
import { PROVIDER_TRAITS } from '#worker/sources/provider.ts';
import { type ProviderResponse, unreportedMs } from '#worker/sources/source.ts';

const window = { bbox: { west: 0, south: 0, east: 1, north: 1 }, fromMs: 0, toMs: 1 };

const NOW_MS = 1_000_000;

describe('owed reads', () => {
  const START_MS = Date.UTC(2026, 6, 1, 6);

  describe('sweeps', () => {
    test('[FD3] read every minute of a day again, three times, when asked every few seconds', () => {
      const swept = new Map<number, number>();
      const endMs = START_MS + 24 * HOUR_MS;
      for (let lastMs = START_MS; lastMs < endMs; lastMs += 7_000) {
        for (const { fromMs, toMs } of rescansDue(lastMs, lastMs + 7_000)) {
          for (let atMs = fromMs; atMs < toMs; atMs += MINUTE_MS) swept.set(atMs, (swept.get(atMs) ?? 0) + 1);
        }
      }
      for (let atMs = START_MS; atMs < endMs - 2 * HOUR_MS; atMs += MINUTE_MS) expect(swept.get(atMs)).toBe(3);
    });

    test('[FD3] of a source later than polls read again reach all that it tells within its worst delay, whatever the pauses', () => {
      const traits = { ...PROVIDER_TRAITS, delayMs: { typical: 0, worst: 30 * MINUTE_MS, step: 1_000 } };
      const swept = new Map<number, number>();
      const steps = [7_000, 4 * MINUTE_MS, 61 * MINUTE_MS, 20_000, 6 * MINUTE_MS];
      let nowMs = START_MS;
      for (let step = 0; nowMs < START_MS + 6 * HOUR_MS; step += 1) {
        const lastMs = nowMs;
        nowMs += steps[step % steps.length] ?? 0;
        for (const { fromMs, toMs } of rescansDue(lastMs, nowMs, unreportedMs(traits))) {
          for (let atMs = fromMs; atMs < toMs; atMs += MINUTE_MS)
            if (nowMs >= atMs + 30 * MINUTE_MS) swept.set(atMs, Math.min(swept.get(atMs) ?? nowMs, nowMs));
        }
        // What counts as read by now was asked for after it was told, if the Feed was awake.
        const readToMs = nowMs - unreportedMs(traits);
        for (let atMs = START_MS; atMs < readToMs; atMs += MINUTE_MS)
          expect(swept.get(atMs)).toBeLessThanOrEqual(nowMs);
      }
    });

    test('[FD3] read a closed hour ten minutes after it closed, and are none between their times', () => {
      expect(rescansDue(START_MS + 21 * MINUTE_MS, START_MS + 24 * MINUTE_MS)).toEqual([]);
      const dueMs = START_MS + 10 * MINUTE_MS;
      expect(rescansDue(dueMs - 1, dueMs)).toContainEqual({ fromMs: START_MS - HOUR_MS, toMs: START_MS });
    });

    test('[FD18] of the last minutes are due once a minute, from six minutes before to one', () => {
      const due = { fromMs: START_MS - 6 * MINUTE_MS, toMs: START_MS - MINUTE_MS };
      expect(watchRescanDue(START_MS - 1, START_MS)).toEqual(due);
      expect(watchRescanDue(START_MS - 1, START_MS + MINUTE_MS - 1)).toEqual(due);
      expect(watchRescanDue(START_MS, START_MS + MINUTE_MS - 1)).toBeUndefined();
    });
  });

  describe('carving what is owed', () => {
    test('[FD5] takes the newest part of a span, or all of a short one', () => {
      const length = fc.integer({ min: 1, max: 1e8 });
      fc.assert(
        fc.property(length, length, (spanMs, sliceMs) => {
          const span = { fromMs: 1_000, toMs: 1_000 + spanMs };
          const slice = carveBacklog(span, sliceMs);
          expect(slice.toMs).toBe(span.toMs);
          expect(slice.toMs - slice.fromMs).toBe(Math.min(spanMs, sliceMs));
        }),
      );
    });

    test('takes longer slices of a quiet past, shorter ones of a busy one, within a minute and six hours', () => {
      expect(nextSliceMs(600_000, 74, false)).toBe(1_200_000);
      expect(nextSliceMs(600_000, 75, false)).toBe(600_000);
      expect(nextSliceMs(600_000, 300, true)).toBe(300_000);
      expect(nextSliceMs(60_000, 300, true)).toBe(60_000);
      expect(nextSliceMs(6 * 3_600_000, 0, false)).toBe(6 * 3_600_000);
    });
  });
});

describe('past record', () => {
  /** Reads all that is wanted of a provider that remembers the strikes at `told`; returns what was left of it. */
  function readAll(lost: readonly Span[], requested: Span, reported: readonly number[]): PastRecord {
    let record: PastRecord = { lost, silent: [] };
    for (let angle = 0; angle < 1_000; angle += 1) {
      const slice = planSlice(spansToRead(record, ...requested), 0);
      if (!slice) return record;
      const within = reported.filter((atMs) => atMs >= slice[0] && atMs < slice[1]);
      record = afterSlice(record, slice, within.length > 0 ? Math.min(...within) : undefined);
    }
    throw new Error('never ends');
  }

  test('[HI9] exactly what is newer than the oldest strike told counts as read, however long the sky was quiet', () => {
    const instant = fc.integer({ min: 0, max: 14 * DAY_MS });
    fc.assert(
      fc.property(fc.array(instant, { maxLength: 8 }), (reported) => {
        const { lost, silent } = readAll([[0, 13 * DAY_MS]], [2 * DAY_MS, 13 * DAY_MS], reported);
        const received = reported.filter((atMs) => atMs >= 2 * DAY_MS && atMs < 13 * DAY_MS);
        const readFromMs = received.length > 0 ? Math.min(...received) : 13 * DAY_MS;
        expect(lost).toEqual([[0, readFromMs]]);
        expect(silent).toEqual(readFromMs > 2 * DAY_MS ? [[2 * DAY_MS, readFromMs]] : []);
      }),
      { numRuns: 60 },
    );
  });

  test('what was silent once is not asked for again, also beside an outage that is read back later', () => {
    const requested: Span = [0, 10 * DAY_MS];
    const before = readAll([[0, 4 * DAY_MS]], requested, []);
    expect(spansToRead(before, ...requested)).toEqual([]);
    const outage: PastRecord = { ...before, lost: [...before.lost, [8 * DAY_MS, 9 * DAY_MS]] };
    expect(spansToRead(outage, ...requested)).toEqual([[8 * DAY_MS, 9 * DAY_MS]]);
    const after = afterSlice(outage, [8 * DAY_MS, 9 * DAY_MS], 8.5 * DAY_MS);
    expect(after.lost).toEqual([
      [0, 4 * DAY_MS],
      [8 * DAY_MS, 8.5 * DAY_MS],
    ]);
  });

  test('a slice is an hour of a quiet sky and a minute at least of a busy one, and its cuts hold all of it once', () => {
    expect(planSlice([], 0)).toBeUndefined();
    expect(planSlice([[0, 10 * HOUR_MS]], 0)).toEqual([9 * HOUR_MS, 10 * HOUR_MS]);
    expect(planSlice([[0, 10 * HOUR_MS]], 1)).toEqual([10 * HOUR_MS - 60_000, 10 * HOUR_MS]);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: HOUR_MS }),
        fc.double({ min: 0, max: 0.5, noNaN: true }),
        (spanMs, rate) => {
          const cuts = truncatedSlice([1_000, 1_000 + spanMs], rate, 300);
          expect(spansWithout([[1_000, 1_000 + spanMs]], cuts)).toEqual([]);
          expect(lengthMs(cuts)).toBe(spanMs);
          expect(cuts.length).toBe(Math.max(1, Math.ceil((spanMs * rate) / 250)));
        },
      ),
    );
  });
});

describe('the provider’s clock', () => {
  const NOW_MS = Date.UTC(2026, 6, 1);
  const at = (ms: number) => ({ earliestMs: ms, latestMs: ms });

  const newClock = (known: ClockEstimate = OUR_CLOCK, clockEstimates: ClockEstimate[] = []) =>
    new ProviderClock(known, (estimate) => clockEstimates.push(estimate));

  test('is ours until it says otherwise, and while it differs by less than three seconds', () => {
    const clock = newClock();
    expect(clock.now(NOW_MS)).toEqual(at(NOW_MS));
    clock.observe(NOW_MS - 2_000, NOW_MS);
    expect(clock.now(NOW_MS)).toEqual(at(NOW_MS));
  });

  test('is followed where it is ahead or behind', () => {
    const clock = newClock();
    clock.observe(NOW_MS + 50_000, NOW_MS);
    expect(clock.now(NOW_MS)).toEqual(at(NOW_MS + 50_500));
  });

  test('is the median of the last nine answers: one strange answer moves nothing', () => {
    const clock = newClock();
    for (let result = 0; result < 5; result += 1) clock.observe(NOW_MS - 60_000, NOW_MS);
    clock.observe(NOW_MS + 600_000, NOW_MS);
    expect(clock.now(NOW_MS)).toEqual(at(NOW_MS - 59_500));
    for (let result = 0; result < 9; result += 1) clock.observe(NOW_MS, NOW_MS);
    expect(clock.now(NOW_MS)).toEqual(at(NOW_MS));
  });

  test('is not believed when it is more than a quarter of an hour off', () => {
    const clock = newClock();
    clock.observe(0, NOW_MS);
    clock.observe(NOW_MS + 16 * 60_000, NOW_MS);
    expect(clock.now(NOW_MS)).toEqual(at(NOW_MS));
  });

  test.each([14, -14])('is in doubt when its Date is %d min off: both instants count until strikes tell', (minutes) => {
    const clock = newClock();
    clock.observe(NOW_MS + minutes * MINUTE_MS - 500, NOW_MS);
    const dateMs = NOW_MS + minutes * MINUTE_MS;
    const both = { earliestMs: Math.min(NOW_MS, dateMs), latestMs: Math.max(NOW_MS, dateMs) };
    expect(clock.now(NOW_MS)).toEqual(both);
    clock.observeStrike(NOW_MS - 5 * MINUTE_MS, NOW_MS);
    expect(clock.now(NOW_MS)).toEqual(both);
    clock.observeStrike(NOW_MS - 8_000, NOW_MS);
    expect(clock.now(NOW_MS)).toEqual(at(NOW_MS));
    clock.observeStrike(dateMs - 8_000, NOW_MS);
    expect(clock.now(NOW_MS)).toEqual(at(dateMs));
  });

  test('[FD15] goes on after a restart where it was, and is written down when it has moved by a second', () => {
    const clockEstimates: ClockEstimate[] = [];
    const before = newClock(OUR_CLOCK, clockEstimates);
    before.observe(NOW_MS - 2_000, NOW_MS);
    expect(clockEstimates).toEqual([]);
    before.observe(NOW_MS - 5 * MINUTE_MS - 500, NOW_MS);
    before.observe(NOW_MS - 5 * MINUTE_MS - 900, NOW_MS);
    before.observeStrike(NOW_MS - 5 * MINUTE_MS - 8_000, NOW_MS);
    expect(clockEstimates.map(({ strikesFollow }) => strikesFollow)).toEqual([null, 'date']);
    const after = newClock(clockEstimates.at(-1));
    expect(after.now(NOW_MS)).toEqual(at(NOW_MS - 5 * MINUTE_MS));
    after.observe(NOW_MS, NOW_MS);
    expect(after.now(NOW_MS)).toEqual(at(NOW_MS - 5 * MINUTE_MS));
  });

  test('[FD15] bounds what an answer can have told by its Date, less what strikes have told of it', () => {
    const clock = newClock();
    const reach = (toMs: number) => ({ markMs: toMs, watermarkMs: toMs });
    expect(clock.reachOf(undefined, NOW_MS)).toEqual(NO_BOUND);
    expect(clock.reachOf(NOW_MS - 2_000, NOW_MS)).toEqual(reach(NOW_MS - 2_000));
    const brokenMs = NOW_MS - 16 * MINUTE_MS;
    expect(clock.reachOf(brokenMs, NOW_MS)).toEqual({ ...NO_BOUND, watermarkMs: brokenMs });
    const slowMs = NOW_MS - 5 * MINUTE_MS - 500;
    clock.observe(slowMs, NOW_MS);
    expect(clock.reachOf(slowMs, NOW_MS)).toEqual(reach(slowMs));
    clock.observeStrike(NOW_MS - 8_000, NOW_MS);
    expect(clock.reachOf(slowMs, NOW_MS)).toEqual(reach(NOW_MS - 500));
  });
});

describe('settled', () => {
  const PLANNED_MS = 1_800_000_000_500;
  const reach = (toMs: number) => ({ markMs: toMs, watermarkMs: toMs });

  describe('after a complete poll', () => {
    test('[FD15] mark and watermark stand where the poll was to reach, in whole milliseconds', () => {
      const expected = { markMs: PLANNED_MS, watermarkMs: PLANNED_MS };
      expect(marksAfterPoll(PLANNED_MS + 0.5, NO_BOUND, null)).toEqual(expected);
      expect(marksAfterPoll(PLANNED_MS, reach(PLANNED_MS + 400), PLANNED_MS - 5_000)).toEqual(expected);
    });

    test('[FD15] neither mark nor watermark passes the earliest `Date` of its answers; the watermark stays rather than run back', () => {
      const earliest = nearerReach(nearerReach(NO_BOUND, reach(PLANNED_MS - 300_000)), reach(PLANNED_MS - 290_000));
      const toMs = PLANNED_MS - 300_000;
      expect(marksAfterPoll(PLANNED_MS, earliest, null)).toEqual({ markMs: toMs, watermarkMs: toMs });
      expect(marksAfterPoll(PLANNED_MS, reach(toMs), PLANNED_MS)).toEqual({ markMs: toMs, watermarkMs: PLANNED_MS });
    });

    test('[FD15] a `Date` that no clock can show bounds the watermark alone, and is no instant before the epoch', () => {
      const broken = { ...NO_BOUND, watermarkMs: -1 };
      expect(marksAfterPoll(PLANNED_MS, broken, null)).toEqual({ markMs: PLANNED_MS, watermarkMs: 0 });
    });
  });
  const read = (changes: Partial<Read> = {}): Read => ({ ...liveRead('home', window, 0), ...changes });
  const plan = planPoll(undefined, { earliestMs: 0, latestMs: 0 }, 60_000);
  const poll = (answered: number, ...reads: Read[]) => ({ plan, begunMs: 0, reads, answered, reach: NO_BOUND });

  describe('what becomes of a poll when the next one is due', () => {
    test.each([
      ['is complete without reads left', poll(3), 'complete'],
      ['waits for reads that were never sent', poll(1, read({ sentMs: 1 }), read()), 'wait'],
      ['owes a read that hangs while others were answered', poll(1, read({ sentMs: 1 })), 'owe'],
      ['owes a read that failed while others were answered', poll(1, read({ failures: 1, notBeforeMs: 9 })), 'owe'],
      [
        'gives way to a new poll from the same mark when nothing was answered and all hang',
        poll(0, read({ sentMs: 1 }), read({ sentMs: 1, failures: 2 })),
        'supersede',
      ],
      ['waits for its retries if it got no answer at all', poll(0, read({ failures: 1, notBeforeMs: 9 })), 'wait'],
    ])('[FD2] [FD7] it %s', (_, begun, status) => {
      expect(pollStatus(begun)).toBe(status);
    });
  });
});

describe('strike pages', () => {
  /** A ledger of strikes 1 to `headSeq` that counts how often it is read. */
  function aLedger(headSeq: number) {
    const ledger = { headSeq, reads: 0 };
    const read = (seq: number, maxStrikes: number) => {
      ledger.reads += 1;
      return toStrikes(numberedStrikes(seq + 1, Math.min(maxStrikes, Math.max(0, ledger.headSeq - seq))));
    };
    return { ledger, pages: new StrikePages(read) };
  }

  test('[CU1] pages tell exactly what lies between a relay and the head, whatever it has', () =>
    fc.assert(
      fc.property(fc.nat(9_000), fc.nat(9_000), (headSeq, fromSeq) => {
        const { pages } = aLedger(headSeq);
        const reported: number[] = [];
        for (let seq = fromSeq; seq < headSeq; ) {
          const reportedPages = pages.after(seq, headSeq);
          reported.push(...reportedPages.flatMap(({ strikes }) => [...strikes.ordinals]));
          expect(reportedPages.at(-1)?.seq).toBeGreaterThan(seq);
          seq = reportedPages.at(-1)?.seq ?? headSeq;
        }
        expect(reported).toEqual(
          Array.from({ length: Math.max(0, headSeq - fromSeq) }, (_, index) => fromSeq + 1 + index),
        );
      }),
      { numRuns: 50 },
    ));

  test('a hundred relays that start together read each whole page once', () => {
    const { ledger, pages } = aLedger(5_000);
    for (let relay = 0; relay < 100; relay += 1) pages.after(relay, 5_000);
    expect(ledger.reads).toBe(10);
  });

  test('a page that is not full yet is read again: strikes may still be added to it', () => {
    const { ledger, pages } = aLedger(10);
    pages.after(0, 10);
    ledger.headSeq = 20;
    expect(pages.after(10, 20).flatMap(({ strikes }) => strikesAt(strikes))).toEqual(numberedStrikes(11, 10));
  });
});

const OPEN: Breaker = { state: 'half-open', probes: 3 };
const failure = (changes: Partial<ReadFailure> = {}): ReadFailure => {
  return { kind: 'failed', denied: false, failures: 1, superseded: false, sentMs: NOW_MS - 100, ...changes };
};
const verdict = (changes: Partial<ReadFailure>, breaker: Breaker = CLOSED_BREAKER) =>
  failureVerdict(failure(changes), breaker, NOW_MS, 0.5);

describe('a read that failed', () => {
  test('[FD7] is tried again after 2, 4 and 8 s, and counts for nothing meanwhile', () => {
    const waits = [1, 2, 3].map((failures) => verdict({ failures }));
    expect(waits.map(({ notBeforeMs }) => notBeforeMs - NOW_MS)).toEqual([2_000, 4_000, 8_000]);
    expect(waits.every(({ final, breaker }) => !final && breaker === CLOSED_BREAKER)).toBe(true);
  });

  test.each([
    ['its retries ran out', verdict({ failures: 4 })],
    ['it was our fault', verdict({ kind: 'rejected' })],
    ['a newer poll took its place', verdict({ superseded: true })],
  ])('[FD7] is final when %s: its window rests a minute, and the breaker counts it', (_, { final, ...rest }) => {
    expect(final).toBe(true);
    expect(rest).toEqual({ notBeforeMs: NOW_MS + 60_000, breaker: { state: 'closed', failures: 1 } });
  });

  test('[FD7] is final when it was a probe, and the next one waits from when it was sent', () => {
    expect(verdict({}, OPEN)).toMatchObject({ final: true, breaker: { state: 'open', probes: 3 } });
    expect(verdict({}, OPEN).breaker).toHaveProperty('probeAtMs', NOW_MS - 100 + 13_500);
  });

  test('[FD7] opens the circuit at once when our credentials were refused', () => {
    expect(verdict({ kind: 'rejected', denied: true }).breaker.state).toBe('open');
  });
});

describe('judge answer', () => {
  const window = { bbox: { west: 20, south: 40, east: 30, north: 50 }, fromMs: 1_000_000, toMs: 1_060_000 };
  const strike = (id: string, changes = {}) => ({ id, latitude: 45, longitude: 25, atMs: 1_030_000, ...changes });
  const report = (strikes: ReturnType<typeof strike>[], truncated = false): ProviderResponse => {
    return { kind: 'strikes', strikes, rows: strikes.length, truncated, skipped: [], providerTimeMs: undefined };
  };

  describe('[FD13] what the provider says is checked against the question', () => {
    test.each([
      ['five minutes early', { atMs: window.fromMs - 300_000 }, 0],
      ['earlier', { atMs: window.fromMs - 300_001 }, 1],
      ['five minutes late', { atMs: window.toMs + 300_000 }, 0],
      ['later', { atMs: window.toMs + 300_001 }, 1],
      ['a tenth of a degree out', { longitude: 30.1, latitude: 39.9 }, 0],
      ['further out', { longitude: 30.11 }, 1],
    ])('a strike %s', (_, changes, outOfWindow) => {
      const result = validateResponse(report([strike('a'), strike('b'), strike('c', changes)]), window);
      expect(result.outOfWindow).toBe(outOfWindow);
      expect(result.validation).toMatchObject({ kind: 'believed', parts: [] });
    });

    test('half of its events may lie outside the window, one more and it has failed', () => {
      const away = { latitude: -33 };
      const half = report([strike('a'), strike('b', away)]);
      expect(validateResponse(half, window).validation).toMatchObject({ kind: 'believed', strikes: [strike('a')] });
      const most = report([strike('a'), strike('b', away), strike('c', away)]);
      expect(validateResponse(most, window)).toMatchObject({ validation: { kind: 'failed' }, outOfWindow: 2 });
    });
  });

  test('[FD1] a truncated answer has parts; one too long has them too, and fails only where no split is left', () => {
    expect(validateResponse(report([strike('a')], true), window).validation).toMatchObject({ kind: 'believed' });
    const parts = [
      { ...window, fromMs: 1_030_000 },
      { ...window, toMs: 1_030_000 },
    ];
    expect(validateResponse(report([], true), window).validation).toMatchObject({ parts, unsplittable: false });
    expect(validateResponse({ kind: 'oversized', reason: 'x' }, window).validation).toEqual({ kind: 'split', parts });
    const point = { bbox: { west: 1, south: 1, east: 1.001, north: 1.001 }, fromMs: 0, toMs: 1_000 };
    const failed = { kind: 'failed', reason: 'x' };
    expect(validateResponse({ kind: 'oversized', reason: 'x' }, point).validation).toEqual(failed);
    expect(validateResponse(report([], true), point).validation).toMatchObject({
      kind: 'believed',
      unsplittable: true,
    });
  });

  test.each([
    [10, 10, true],
    [49, 10, true],
    [50, 10, false],
    [9, 9, false],
    [0, 0, false],
  ])('%d rows with %d unreadable: broken is %s', (rows, unreadable, broken) => {
    expect(isFormatBroken(rows, unreadable)).toBe(broken);
  });

  describe('[FD12] over time', () => {
    /** Each poll reads the minute before `atMs` again. */
    const shareOf = (...results: (readonly [rows: number, unreadable: number, atMs: number])[]) => {
      const share = new UnreadableShare();
      for (const [rows, unreadable, atMs] of results) {
        share.note({ fromMs: atMs - 65_000, toMs: atMs }, rows, unreadable, atMs);
      }
      return share;
    };
    /** A poll every 5 s for so many minutes. */
    const polls = (minutes: number, result: (atMs: number) => readonly [rows: number, unreadable: number]) =>
      Array.from({ length: minutes * 12 }, (_, n) => [...result(n * 5_000), n * 5_000] as const);

    test('a thin rain of unreadable events adds up within a minute', () => {
      const share = shareOf([4, 4, 0], [4, 4, 5_000], [4, 4, 10_000]);
      expect(share.broken(10_000)).toBe(true);
      expect(share.broken(65_000 + 10_000)).toBe(false);
    });

    test('one row in every answer, unreadable, is broken within six minutes, whether or not a good one comes with it', () => {
      for (const rows of [1, 2, 4]) {
        expect(shareOf(...polls(4, () => [rows, 1])).broken(4 * MINUTE_MS)).toBe(false);
        expect(shareOf(...polls(6, () => [rows, 1])).broken(6 * MINUTE_MS)).toBe(true);
      }
    });

    test('half the events of a drizzle, one a minute, are broken, though every other answer is readable', () => {
      const result = (atMs: number) => [1, Math.floor(atMs / MINUTE_MS) % 2] as const;
      expect(shareOf(...polls(14, result)).broken(14 * MINUTE_MS)).toBe(true);
    });

    test('one bad event that every poll of its minute tells again is not, and neither is one in a hundred', () => {
      expect(shareOf(...polls(1, () => [1, 1])).broken(MINUTE_MS)).toBe(false);
      const oneInHundred = (atMs: number) => [20, Math.floor(atMs / MINUTE_MS) % 5 === 0 ? 1 : 0] as const;
      expect(shareOf(...polls(60, oneInHundred)).broken(60 * MINUTE_MS)).toBe(false);
      expect(shareOf(...polls(60, () => [6, 1])).broken(60 * MINUTE_MS)).toBe(false);
    });

    test('of a source whose polls read ten minutes again, one bad event is not broken, and one in every answer is', () => {
      const broken = (minutes: number) => {
        const share = new UnreadableShare();
        for (const [rows, unreadable, atMs] of polls(minutes, () => [1, 1])) {
          share.note({ fromMs: atMs - 10 * MINUTE_MS, toMs: atMs }, rows, unreadable, atMs);
        }
        return share.broken(minutes * MINUTE_MS);
      };
      expect([broken(10), broken(60)]).toEqual([false, true]);
    });

    test('a minute of events, all of them readable, ends the doubt; an empty one does not', () => {
      expect(shareOf([20, 20, 0], [0, 0, 5_000]).broken(5_000)).toBe(true);
      expect(shareOf([20, 20, 0], [20, 0, 5_000]).broken(5_000)).toBe(false);
      const trickle = polls(10, () => [1, 1]);
      expect(shareOf(...trickle, [20, 0, 10 * MINUTE_MS]).broken(10 * MINUTE_MS)).toBe(false);
      expect(shareOf(...trickle).broken(15 * MINUTE_MS)).toBe(true);
      expect(shareOf(...trickle).broken(20 * MINUTE_MS)).toBe(false);
    });
  });
});

test.each([
  ['none is set', { alarmMs: null, ranHere: true }, true],
  ['it is more than 30 s overdue', { alarmMs: NOW_MS - 30_001, ranHere: true }, true],
  ['it is due and about to run', { alarmMs: NOW_MS - 30_000, ranHere: true }, false],
  ['it is due, and nothing ran since the start', { alarmMs: NOW_MS, ranHere: false }, false],
  ['it lies ahead, set by a run of this object', { alarmMs: NOW_MS + 30_000, ranHere: true }, false],
  ['it lies ahead, set by an object that died', { alarmMs: NOW_MS + 30_000, ranHere: false }, true],
])('the alarm is set to now or left alone when %s', (_, facts, set) => {
  expect(shouldResetAlarm(facts, NOW_MS)).toBe(set);
});

describe('which call goes out next', () => {
  const NONE: InFlight = { live: 0, backlog: 0, onDemand: 0, past: 0 };
  const read = (changes: Partial<Read> = {}): Read => ({ ...liveRead('home', window, 0), ...changes });
  const situation = (changes: Partial<ReadSituation>): ReadSituation => ({
    nowMs: NOW_MS,
    live: [],
    inFlight: NONE,
    dueAtMs: Number.POSITIVE_INFINITY,
    onDemandAtMs: Number.POSITIVE_INFINITY,
    pastAtMs: Number.POSITIVE_INFINITY,
    liveSinceOther: 0,
    nextPollMs: NOW_MS + 5_000,
    budget: { nextCallMs: 0 },
    breaker: { state: 'closed', failures: 0 },
    maxRps: 2,
    ...changes,
  });

  const wait = (untilMs: number) => ({ kind: 'wait', untilMs });
  const next = (changes: Partial<ReadSituation>) => selectRead(situation(changes));

  test('is the first live read that is neither sent nor resting', () => {
    const [sent, resting, ready, later] = [read({ sentMs: 1 }), read({ notBeforeMs: NOW_MS + 1 }), read(), read()];
    expect(next({ live: [sent, resting, ready, later] })).toEqual({ kind: 'live', read: ready });
  });

  test('[FD6] is none before the budget allows it or while four calls are under way, nor a third owed window', () => {
    expect(next({ live: [read()], budget: { nextCallMs: NOW_MS + 300 } })).toEqual(wait(NOW_MS + 300));
    expect(next({ live: [read()], inFlight: { live: 3, backlog: 1, onDemand: 0, past: 0 } })).toEqual(
      wait(NOW_MS + 5_000),
    );
    expect(next({ dueAtMs: 0, inFlight: { ...NONE, backlog: 2 } }).kind).toBe('wait');
  });

  test('is an owed window when nothing live is due before its token is back', () => {
    expect(next({ dueAtMs: 0 })).toEqual({ kind: 'owed' });
    const soon = NOW_MS + 499;
    expect(next({ dueAtMs: 0, nextPollMs: soon })).toEqual(wait(soon));
  });

  test('[FD5] is an owed window after four live ones, however busy the sky, even when every token is spent before the next poll', () => {
    expect(next({ live: [read()], dueAtMs: 0, liveSinceOther: 3 }).kind).toBe('live');
    expect(next({ live: [read()], dueAtMs: 0, liveSinceOther: 4 }).kind).toBe('owed');
    const slow = { dueAtMs: 0, maxRps: 0.2, nextPollMs: NOW_MS + 1_000 };
    expect(next({ ...slow, liveSinceOther: 4 }).kind).toBe('owed');
  });

  test('[FD7] is one live read, and nothing owed, once an open circuit may be probed', () => {
    const open = { state: 'open', probeAtMs: NOW_MS + 60_000, probes: 0 } as const;
    expect(next({ live: [read()], breaker: open, dueAtMs: 0, liveSinceOther: 9 })).toEqual(wait(NOW_MS + 60_000));
    const due = { state: 'open', probeAtMs: NOW_MS, probes: 0 } as const;
    expect(next({ live: [read()], breaker: due, dueAtMs: 0, liveSinceOther: 9 }).kind).toBe('live');
    expect(next({ breaker: due, dueAtMs: 0 }).kind).toBe('wait');
    expect(next({ live: [read()], breaker: { state: 'half-open', probes: 1 } }).kind).toBe('wait');
  });

  test('[FD8] is another region’s only when home needs no call, owes nothing now, and the circuit is closed', () => {
    const due = { onDemandAtMs: NOW_MS - 4_999 };
    expect(next(due)).toEqual({ kind: 'onDemand' });
    expect(next({ ...due, live: [read()] }).kind).toBe('live');
    expect(next({ ...due, dueAtMs: 0 }).kind).toBe('owed');
    const soon = NOW_MS + 499;
    expect(next({ ...due, nextPollMs: soon })).toEqual(wait(soon));
    const open = { state: 'open', probeAtMs: NOW_MS, probes: 0 } as const;
    expect(next({ ...due, breaker: open }).kind).toBe('wait');
  });

  test('[FD8] is another region’s before what home owes once it has waited for 5 s, but never before home’s polls', () => {
    const patient = { onDemandAtMs: NOW_MS - 5_000, dueAtMs: 0 };
    expect(next(patient).kind).toBe('onDemand');
    expect(next({ ...patient, live: [read()] }).kind).toBe('live');
    expect(next({ ...patient, inFlight: { ...NONE, onDemand: 1, past: 0 } }).kind).toBe('owed');
  });

  test('[FD8] is no second on-demand one beside one that hangs, for home keeps its slots; another region is waited for until it may be called', () => {
    const hanging = { onDemandAtMs: 0, inFlight: { live: 0, backlog: 2, onDemand: 1, past: 0 } };
    expect(next(hanging).kind).toBe('wait');
    expect(next({ ...hanging, live: [read()] }).kind).toBe('live');
    expect(next({ onDemandAtMs: NOW_MS + 700 })).toEqual(wait(NOW_MS + 700));
  });

  test('[HI8] is for the past only when no other call is due before its token is back, and never beside another', () => {
    expect(next({ pastAtMs: 0 })).toEqual({ kind: 'past' });
    const soon = NOW_MS + 499;
    expect(next({ pastAtMs: 0, nextPollMs: soon })).toEqual(wait(soon));
    expect(next({ pastAtMs: 0, dueAtMs: soon })).toEqual(wait(soon));
    expect(next({ pastAtMs: 0, onDemandAtMs: soon })).toEqual(wait(soon));
    expect(next({ pastAtMs: 0, live: [read()], liveSinceOther: 9 }).kind).toBe('live');
    expect(next({ pastAtMs: 0, dueAtMs: 0 }).kind).toBe('owed');
    expect(next({ pastAtMs: 0, inFlight: { ...NONE, past: 1 } }).kind).toBe('wait');
    const probing = { state: 'half-open', probes: 1 } as const;
    expect(next({ pastAtMs: 0, breaker: probing }).kind).toBe('wait');
  });

  test('[HI8] is waited for until the past rests no more, unless a poll comes first', () => {
    expect(next({ pastAtMs: NOW_MS + 2_000 })).toEqual(wait(NOW_MS + 2_000));
    expect(next({ pastAtMs: NOW_MS + 2_000, nextPollMs: NOW_MS + 1_000 })).toEqual(wait(NOW_MS + 1_000));
  });
});

describe('gaps', () => {
  const gap = (fromMs: number, toMs: number, west = 13): Gap => [west, 34, 31, 48, fromMs, toMs];

  test('[FD16] of one box are one where they touch or overlap, newest first; of two boxes stay two, and one without length is none', () => {
    expect(mergedGaps([gap(0, 10), gap(30, 40), gap(10, 20), gap(35, 50)])).toEqual([gap(30, 50), gap(0, 20)]);
    expect(mergedGaps([gap(0, 10), gap(5, 20, 14), gap(7, 7, 15)])).toEqual([gap(5, 20, 14), gap(0, 10)]);
  });

  test('[FD16] that end more than 70 min before the watermark are not told', () => {
    const nowMs = 100 * MINUTE_MS;
    const merged = [gap(0, nowMs), gap(0, 31 * MINUTE_MS, 14), gap(0, 30 * MINUTE_MS, 15)];
    expect(gapsToReport(merged, nowMs)).toEqual({ gapBoxes: merged.slice(0, 2), gapBoxesTruncated: false });
  });

  test('[FD16] beyond 20 are cut, the oldest, and that is told', () => {
    const merged = Array.from({ length: 21 }, (_, index) => gap(1_000 - index * 10, 1_005 - index * 10));
    expect(gapsToReport(merged.slice(1), 1_000)).toEqual({ gapBoxes: merged.slice(1), gapBoxesTruncated: false });
    expect(gapsToReport(merged, 1_000)).toEqual({ gapBoxes: merged.slice(0, 20), gapBoxesTruncated: true });
  });
});
