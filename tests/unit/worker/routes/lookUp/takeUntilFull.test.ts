import { expect, test } from 'vitest';
import type { Strike } from '#shared/strike.ts';
import { takeUntilFull } from '#worker/routes/lookUp/takeUntilFull.ts';

/** A page, newest first, a strike each millisecond. */
const PAGE = Array.from(
  { length: 5_000 },
  (_, at): Strike => ({ id: String(at), latitude: 42, longitude: 23, atMs: 9_000 - at }),
);
const isEven = ({ atMs }: Strike) => atMs % 2 === 0;

test('a search stops inside the page once it holds enough, and says down to when it looked', () => {
  const taken: Strike[] = [];
  expect(takeUntilFull(taken, PAGE, 100, isEven)).toBe(9_000 - 200 + 1);
  expect(taken).toHaveLength(100);
  expect(taken.at(-1)?.atMs).toBe(9_000 - 198);
});

test('a page of which all finds room was looked through to its end', () => {
  const taken: Strike[] = [];
  expect(takeUntilFull(taken, PAGE, 2_500, isEven)).toBeUndefined();
  expect(taken).toHaveLength(2_500);
});
