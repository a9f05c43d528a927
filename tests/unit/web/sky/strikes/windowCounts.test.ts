import fc from 'fast-check';
import { expect, test } from 'vitest';
import { strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { aStrike } from '#tests/unit/web/sky/feed/feedHarness.ts';
import { StrikeStore } from '#web/sky/strikes/StrikeStore.ts';
import { windowCounts } from '#web/sky/strikes/windowCounts.ts';

const MINUTE = 60_000;
const NOW = 30_000_000 * MINUTE;
const BOX = { west: 23, south: 42, east: 24, north: 43 };

function storeOf(...strikes: readonly ReturnType<typeof aStrike>[]) {
  const store = new StrikeStore({ capacity: 64, maxAgeMs: 86_400_000, epochMs: NOW });
  store.append(strikesToColumns(strikes), NOW);
  return store;
}

test('strikes of the box and window are counted, per bar and in all, and the newest is named', () => {
  const store = storeOf(
    aStrike(1, { atMs: NOW - 59 * MINUTE }),
    aStrike(2, { atMs: NOW - 30_000 }),
    aStrike(3, { atMs: NOW - 20_000 }),
    aStrike(4, { atMs: NOW - 61 * MINUTE }),
    aStrike(5, { atMs: NOW, longitude: 25 }),
  );
  const counts = windowCounts(store, BOX, NOW, 60 * MINUTE, MINUTE);
  expect(counts.total).toBe(3);
  expect(counts.newestMs).toBe(NOW - 20_000);
  expect([counts.bars[1], counts.bars[59]]).toEqual([1, 2]);
});

test('bars begin at whole multiples of their length, so that they stand still while time passes', () => {
  const store = storeOf(aStrike(1, { atMs: NOW - 10 * MINUTE - 5_000 }));
  const barOf = (nowMs: number) => {
    const { bars, barsFromMs, barMs } = windowCounts(store, BOX, nowMs, 60 * MINUTE, MINUTE);
    return barsFromMs + bars.indexOf(1) * barMs;
  };
  expect(barOf(NOW + 7_000)).toBe(barOf(NOW));
  expect(barOf(NOW + 50_000)).toBe(barOf(NOW));
});

test('the bars together hold every strike of the window, also at its edges', () =>
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5_000, max: 70 * MINUTE }), { maxLength: 40 }), (ages) => {
      const store = storeOf(...ages.map((age, index) => aStrike(index + 1, { atMs: NOW + 12_345 - age })));
      const { bars, total } = windowCounts(store, BOX, NOW + 12_345, 60 * MINUTE, MINUTE);
      expect(bars.reduce((sum, count) => sum + count, 0)).toBe(total);
      expect(total).toBe(ages.filter((age) => age <= 60 * MINUTE).length);
    }),
  ));

test('no strike: nothing is newest', () => {
  expect(windowCounts(storeOf(), BOX, NOW, 600_000, 300_000)).toMatchObject({ total: 0, newestMs: null });
});
