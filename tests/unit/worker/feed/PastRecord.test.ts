import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { lengthMs, type Span, spansWithout } from '#shared/time/spans.ts';
import { afterSlice, cutSlice, type PastRecord, planSlice, spansToRead } from '#worker/feed/Backfill.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Reads all that is wanted of a provider that remembers the strikes at `told`; returns what was left of it. */
function readAll(lost: readonly Span[], wanted: Span, told: readonly number[]): PastRecord {
  let record: PastRecord = { lost, silent: [] };
  for (let turn = 0; turn < 1_000; turn += 1) {
    const slice = planSlice(spansToRead(record, ...wanted), 0);
    if (!slice) return record;
    const within = told.filter((atMs) => atMs >= slice[0] && atMs < slice[1]);
    record = afterSlice(record, slice, within.length > 0 ? Math.min(...within) : undefined);
  }
  throw new Error('never ends');
}

test('[HI9] exactly what is newer than the oldest strike told counts as read, however long the sky was quiet', () => {
  const instant = fc.integer({ min: 0, max: 14 * DAY_MS });
  fc.assert(
    fc.property(fc.array(instant, { maxLength: 8 }), (told) => {
      const { lost, silent } = readAll([[0, 13 * DAY_MS]], [2 * DAY_MS, 13 * DAY_MS], told);
      const heard = told.filter((atMs) => atMs >= 2 * DAY_MS && atMs < 13 * DAY_MS);
      const readFromMs = heard.length > 0 ? Math.min(...heard) : 13 * DAY_MS;
      expect(lost).toEqual([[0, readFromMs]]);
      expect(silent).toEqual(readFromMs > 2 * DAY_MS ? [[2 * DAY_MS, readFromMs]] : []);
    }),
    { numRuns: 60 },
  );
});

test('what was silent once is not asked for again, also beside an outage that is read back later', () => {
  const wanted: Span = [0, 10 * DAY_MS];
  const before = readAll([[0, 4 * DAY_MS]], wanted, []);
  expect(spansToRead(before, ...wanted)).toEqual([]);
  const outage: PastRecord = { ...before, lost: [...before.lost, [8 * DAY_MS, 9 * DAY_MS]] };
  expect(spansToRead(outage, ...wanted)).toEqual([[8 * DAY_MS, 9 * DAY_MS]]);
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
    fc.property(fc.integer({ min: 1, max: HOUR_MS }), fc.double({ min: 0, max: 0.5, noNaN: true }), (spanMs, rate) => {
      const cuts = cutSlice([1_000, 1_000 + spanMs], rate, 300);
      expect(spansWithout([[1_000, 1_000 + spanMs]], cuts)).toEqual([]);
      expect(lengthMs(cuts)).toBe(spanMs);
      expect(cuts.length).toBe(Math.max(1, Math.ceil((spanMs * rate) / 250)));
    }),
  );
});
