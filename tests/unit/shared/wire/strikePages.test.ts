import type { InferOutput } from 'valibot';
import { expect, expectTypeOf, test } from 'vitest';
import { extentOf, type StrikesAnswer } from '#shared/wire/strikePages.ts';
import type { StrikesBody } from '#worker/routes/strikes.ts';

type Documented = InferOutput<typeof StrikesBody>;

const iso = (atMs: number) => new Date(atMs).toISOString();
const answer = (completeToMs: number | null, [fromMs, toMs]: readonly [number, number]): StrikesAnswer => ({
  strikes: [],
  completeTo: completeToMs === null ? null : iso(completeToMs),
  unread: [{ from: iso(fromMs), to: iso(toMs) }],
});

test('[AP7] of several pages that is read which all of them call read', () => {
  const first = extentOf(answer(100, [10, 20]));
  expect(extentOf(answer(90, [15, 30]), first)).toEqual({ completeToMs: 90, unread: [[10, 30]], outsideHome: false });
  expect(extentOf(answer(null, [15, 30]), first).completeToMs).toBeNull();
  expect(extentOf(answer(90, [15, 30]), { ...first, completeToMs: null }).completeToMs).toBeNull();
  expect(extentOf({ ...answer(90, [15, 30]), outsideHome: true }, first).outsideHome).toBe(true);
});

test('readers expect of the history what the document describes, to the last member; the type check proves it', () => {
  expectTypeOf<Documented>().toExtend<StrikesAnswer>();
  expectTypeOf<keyof Documented>().toEqualTypeOf<keyof StrikesAnswer>();
  expectTypeOf<keyof Documented['strikes'][number]>().toEqualTypeOf<keyof StrikesAnswer['strikes'][number]>();
});
