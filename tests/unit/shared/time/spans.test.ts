import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { clippedSpans, fewerSpans, lengthMs, mergedSpans, type Span, spansWithout } from '#shared/time/spans.ts';
import { pairs } from '#tests/support/pairs.ts';

const spans = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 })).map((pair): Span => pair),
  { maxLength: 12 },
);
const instants = (list: readonly Span[]) =>
  Array.from({ length: 61 }, (_, at) => at).filter((at) => list.some(([from, to]) => from <= at && at < to));

test('merged spans hold the same time, in order, without one touching the next', () =>
  fc.assert(
    fc.property(spans, (list) => {
      const merged = mergedSpans(list);
      expect(instants(merged)).toEqual(instants(list));
      merged.forEach(([from, to], at) => {
        expect(from).toBeLessThan(to);
        expect(from).toBeGreaterThan(merged[at - 1]?.[1] ?? -1);
      });
    }),
  ));

test('fewer spans hold all of the time, and the newest are left as they are', () => {
  fc.assert(
    fc.property(spans, fc.integer({ min: 1, max: 5 }), (list, most) => {
      const merged = mergedSpans(list);
      const fewer = fewerSpans(merged, most);
      expect(fewer).toHaveLength(Math.min(most, merged.length));
      expect(instants(merged).filter((at) => !instants(fewer).includes(at))).toEqual([]);
      if (most > 1) expect(fewer.slice(1)).toEqual(merged.slice(merged.length - fewer.length + 1));
    }),
  );
  expect(fewerSpans(pairs('0,1 2,3 4,5'), 2)).toEqual(pairs('0,3 4,5'));
});

test('spans are clipped to a window, and vanish outside it', () => {
  const list: Span[] = pairs('0,10 20,30 40,50');
  expect(clippedSpans(list, 5, 25)).toEqual(pairs('5,10 20,25'));
  expect(clippedSpans(list, 10, 20)).toEqual([]);
});

test('what of spans lies in none of the others is exactly that, in order, and as long as it is', () =>
  fc.assert(
    fc.property(spans, spans, (list, others) => {
      const left = spansWithout(list, others);
      expect(instants(left)).toEqual(instants(list).filter((at) => !instants(others).includes(at)));
      expect(mergedSpans(left)).toEqual(left);
      expect(lengthMs(left)).toBe(instants(left).length);
    }),
  ));
