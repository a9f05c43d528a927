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

describe('[FD12] over the last minute', () => {
  const shareOf = (...answers: [rows: number, unreadable: number, atMs: number][]) => {
    const share = new UnreadableShare();
    for (const answer of answers) share.note(...answer);
    return share;
  };

  test('a thin rain of unreadable events adds up', () => {
    const share = shareOf([4, 4, 0], [4, 4, 5_000], [4, 4, 10_000]);
    expect(share.broken(10_000)).toBe(true);
    expect(share.broken(65_000)).toBe(false);
  });

  test('one bad event that every poll tells again does not', () => {
    expect(
      shareOf(...Array.from({ length: 12 }, (_, n): [number, number, number] => [1, 1, n * 5_000])).broken(59_000),
    ).toBe(false);
  });

  test('an answer with events, all of them readable, ends the doubt; an empty one does not', () => {
    expect(shareOf([20, 20, 0], [0, 0, 5_000]).broken(5_000)).toBe(true);
    expect(shareOf([20, 20, 0], [20, 0, 5_000]).broken(5_000)).toBe(false);
  });
});
