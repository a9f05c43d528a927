import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareOfNetwork } from '#worker/watch/book/networkShare.ts';

const NETWORKS = 30;

/** What networks have after each asked for one place more, in this order. */
function given(most: number, asking: readonly number[]): { has: Map<number, number>; taken: number } {
  const has = new Map<number, number>();
  let taken = 0;
  for (const network of asking) {
    const held = has.get(network) ?? 0;
    if (held >= shareOfNetwork({ taken, most })) continue;
    has.set(network, held + 1);
    taken += 1;
  }
  return { has, taken };
}

test('until half of the places are taken no network is refused, however many people are behind it', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.double({ min: 0, max: 0.499, noNaN: true }), (most, part) => {
      const taken = Math.floor(most * part);
      expect(shareOfNetwork({ taken, most })).toBe(Number.POSITIVE_INFINITY);
    }),
  ));

test('whatever thirty networks take, in whatever order, every network that has nothing still gets a place', () => {
  const asking = fc.array(fc.integer({ min: 1, max: NETWORKS }), { minLength: 1_000, maxLength: 3_000 });
  fc.assert(
    fc.property(fc.integer({ min: 400, max: 1_000 }), asking, (most, order) => {
      const { taken } = given(most, order);
      expect(most - taken).toBeGreaterThanOrEqual(Math.floor(most / 10) - NETWORKS);
      expect(shareOfNetwork({ taken, most })).toBeGreaterThanOrEqual(1);
    }),
    { numRuns: 50 },
  );
});

test('a share only gets smaller as places are taken, and nobody gets more places than there are', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000 }), (most) => {
      const shares = Array.from({ length: most + 1 }, (_, taken) => shareOfNetwork({ taken, most }));
      expect(shares.toSorted((a, b) => b - a)).toEqual(shares);
      expect(shares.at(-1)).toBe(0);
    }),
    { numRuns: 50 },
  ));

test('of 10,000 areas one network gets 5,000, the next 555, and fifteen leave a tenth for those that have none', () => {
  const greedy = Array.from({ length: 15 }, (_, network) => Array<number>(10_000).fill(network)).flat();
  const { has, taken } = given(10_000, greedy);
  expect([has.get(0), has.get(1), has.get(2)]).toEqual([5_000, 555, 494]);
  expect(10_000 - taken).toBe(1_000);
});
