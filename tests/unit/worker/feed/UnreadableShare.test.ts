import { describe, expect, test } from 'vitest';
import { isFormatBroken, UnreadableShare } from '#worker/feed/judgeAnswer.ts';

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
