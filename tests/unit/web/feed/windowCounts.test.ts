import { expect, test } from 'vitest';
import { strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { StrikeStore } from '#web/feed/StrikeStore.ts';
import { windowCounts } from '#web/feed/windowCounts.ts';
import { aStrike } from './feedHarness.ts';

const NOW = 1_800_000_000_000;
const BOX = { west: 23, south: 42, east: 24, north: 43 };

function storeOf(...strikes: readonly ReturnType<typeof aStrike>[]) {
  const store = new StrikeStore({ capacity: 64, maxAgeMs: 86_400_000, epochMs: NOW });
  store.append(strikesToColumns(strikes), NOW);
  return store;
}

test('strikes of the box and window are counted, per bar and in all, and the newest is named', () => {
  const store = storeOf(
    aStrike(1, { atMs: NOW - 59 * 60_000 }),
    aStrike(2, { atMs: NOW - 30_000 }),
    aStrike(3, { atMs: NOW - 20_000 }),
    aStrike(4, { atMs: NOW - 61 * 60_000 }),
    aStrike(5, { atMs: NOW, longitude: 25 }),
  );
  const counts = windowCounts(store, BOX, NOW, 3_600_000, 60);
  expect(counts.total).toBe(3);
  expect(counts.newestMs).toBe(NOW - 20_000);
  expect(counts.bars).toHaveLength(60);
  expect([counts.bars[1], counts.bars[59]]).toEqual([1, 2]);
});

test('a strike that the device’s clock places in the future counts as now', () => {
  expect(windowCounts(storeOf(aStrike(1, { atMs: NOW + 3_000 })), BOX, NOW, 600_000, 10).bars[9]).toBe(1);
});

test('no strike: nothing is newest', () => {
  expect(windowCounts(storeOf(), BOX, NOW, 600_000, 2)).toEqual({ total: 0, newestMs: null, bars: [0, 0] });
});
