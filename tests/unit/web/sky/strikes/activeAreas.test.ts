import { expect, test } from 'vitest';
import { HOME_BOX as BALKANS } from '#shared/geo/Areas.ts';
import { strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { aStrike } from '#tests/unit/web/sky/feed/feedHarness.ts';
import { activeAreas } from '#web/sky/strikes/activeAreas.ts';
import { StrikeStore } from '#web/sky/strikes/StrikeStore.ts';

const NOW = 1_800_000_000_000;

/** So many strikes around each place. */
function areasOf(
  ...storms: readonly (readonly [count: number, latitude: number, longitude: number, ageMs?: number])[]
) {
  const store = new StrikeStore({ capacity: 512, maxAgeMs: 86_400_000, epochMs: NOW });
  let ordinal = 0;
  for (const [count, latitude, longitude, ageMs = 60_000] of storms) {
    const strikes = Array.from({ length: count }, () => aStrike(++ordinal, { latitude, longitude, atMs: NOW - ageMs }));
    store.append(strikesToColumns(strikes), NOW);
  }
  return activeAreas(store, BALKANS, NOW - 3_600_000, 3);
}

test('the three areas with most strikes are named, most first, each once', () => {
  const areas = areasOf([5, 42.7, 23.3], [40, 38, 23.7], [30, 38.2, 23.2], [20, 45.2, 19.8], [10, 41.3, 19.8]);
  expect(areas.map(({ count }) => count)).toEqual([40, 20, 10]);
  expect(areas[0]?.at).toEqual({ latitude: 38, longitude: 23.7 });
});

test('strikes before the window or outside the view do not count', () => {
  expect(areasOf([9, 42.7, 23.3, 3_700_000], [9, 52, 13.4])).toEqual([]);
});
