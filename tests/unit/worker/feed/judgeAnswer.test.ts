import { describe, expect, test } from 'vitest';
import { isFormatBroken, judgeAnswer, UnreadableShare } from '#worker/feed/judgeAnswer.ts';
import type { ProviderAnswer } from '#worker/sources/port/StrikeSource.ts';

const window = { bbox: { west: 20, south: 40, east: 30, north: 50 }, fromMs: 1_000_000, toMs: 1_060_000 };
const strike = (id: string, changes = {}) => ({ id, latitude: 45, longitude: 25, atMs: 1_030_000, ...changes });
const told = (strikes: ReturnType<typeof strike>[], truncated = false): ProviderAnswer => ({
  kind: 'strikes',
  strikes,
  rows: strikes.length,
  truncated,
  skipped: [],
  providerTimeMs: undefined,
});

describe('[FD13] what the provider says is checked against the question', () => {
  test.each([
    ['five minutes early', { atMs: window.fromMs - 300_000 }, 0],
    ['earlier', { atMs: window.fromMs - 300_001 }, 1],
    ['five minutes late', { atMs: window.toMs + 300_000 }, 0],
    ['later', { atMs: window.toMs + 300_001 }, 1],
    ['a tenth of a degree out', { longitude: 30.1, latitude: 39.9 }, 0],
    ['further out', { longitude: 30.11 }, 1],
  ])('a strike %s', (_, changes, misplaced) => {
    const answer = judgeAnswer(told([strike('a'), strike('b'), strike('c', changes)]), window);
    expect(answer.misplaced).toBe(misplaced);
    expect(answer.judgement).toMatchObject({ kind: 'believed', parts: [] });
  });

  test('half of its events may be misplaced, one more and it has failed', () => {
    const away = { latitude: -33 };
    const half = told([strike('a'), strike('b', away)]);
    expect(judgeAnswer(half, window).judgement).toMatchObject({ kind: 'believed', strikes: [strike('a')] });
    const most = told([strike('a'), strike('b', away), strike('c', away)]);
    expect(judgeAnswer(most, window)).toMatchObject({ judgement: { kind: 'failed' }, misplaced: 2 });
  });
});

test('[FD1] a truncated answer has parts; one too long has them too, and fails only where no split is left', () => {
  expect(judgeAnswer(told([strike('a')], true), window).judgement).toMatchObject({ kind: 'believed' });
  const parts = [
    { ...window, fromMs: 1_030_000 },
    { ...window, toMs: 1_030_000 },
  ];
  expect(judgeAnswer(told([], true), window).judgement).toMatchObject({ parts, unsplittable: false });
  expect(judgeAnswer({ kind: 'oversized', reason: 'x' }, window).judgement).toEqual({ kind: 'split', parts });
  const point = { bbox: { west: 1, south: 1, east: 1.001, north: 1.001 }, fromMs: 0, toMs: 1_000 };
  expect(judgeAnswer({ kind: 'oversized', reason: 'x' }, point).judgement).toEqual({ kind: 'failed', reason: 'x' });
  expect(judgeAnswer(told([], true), point).judgement).toMatchObject({ kind: 'believed', unsplittable: true });
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
  const shareOf = (...answers: (readonly [rows: number, unreadable: number, atMs: number])[]) => {
    const share = new UnreadableShare();
    for (const [rows, unreadable, atMs] of answers) {
      share.note({ fromMs: atMs - 65_000, toMs: atMs }, rows, unreadable, atMs);
    }
    return share;
  };
  const MINUTE_MS = 60_000;
  /** A poll every 5 s for so many minutes. */
  const polls = (minutes: number, answer: (atMs: number) => readonly [rows: number, unreadable: number]) =>
    Array.from({ length: minutes * 12 }, (_, n) => [...answer(n * 5_000), n * 5_000] as const);

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
    const answer = (atMs: number) => [1, Math.floor(atMs / MINUTE_MS) % 2] as const;
    expect(shareOf(...polls(14, answer)).broken(14 * MINUTE_MS)).toBe(true);
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
