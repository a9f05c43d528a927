import { expect, test } from 'vitest';
import type { Stroke } from '#shared/nowcast/cells/FlashWindow.ts';
import { heldStrokes } from '#shared/nowcast/place/forecastAt.ts';
import { encodeCells } from '#shared/wire/cellsEvent.ts';
import { strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { AT, aCell, aNews } from '#tests/unit/web/map/stormCells/aCell.ts';
import { placeForecast } from '#web/sky/forecast/placeForecast.ts';
import { StrikeStore } from '#web/sky/strikes/StrikeStore.ts';

const SOFIA = { latitude: 42.7, longitude: 23.3 };
/** From the west at 50 km/h, its flashes 30 km to 50 km away. */
const coming = aCell({ longitude: 22.81, eastKmH: 50, showArrow: true, radiusKm: 10 });
const strokes = Array.from({ length: 20 }, (_, index) => ({
  latitude: 42.7 + ((index % 5) - 2) * 0.03,
  longitude: 22.81 + (((index * 7) % 9) - 4) * 0.025 - ((index / 2) * 50) / 60 / 82,
  atMs: AT - index * 30_000,
}));
function storeOf(fallen: readonly Stroke[]): StrikeStore {
  const store = new StrikeStore({ capacity: 100, maxAgeMs: 3_600_000, epochMs: AT });
  store.append(strikesToColumns(fallen.map((stroke, index) => ({ id: `s${index}`, ordinal: index, ...stroke }))), AT);
  return store;
}

test('a forecast is made of the cells and of the strikes held', () => {
  const event = encodeCells(aNews([coming], { partial: true }));
  const told = placeForecast(SOFIA, event, storeOf(strokes), AT - 600_000);
  expect(told).toMatchObject({ kind: 'told', atMs: AT, partial: true, answer: { state: 'approaching' } });
  // A window from 12:11 on is read from 12:00 on: of cells at 12:08 the first two minutes are missing.
  const early = { ...event, atMs: AT - 22 * 60_000 };
  expect(placeForecast(SOFIA, early, storeOf(strokes), AT - 19 * 60_000)).toBeUndefined();
});

test('only strikes of the ten minutes before are read for it, by time', () => {
  const held = [AT - 601_000, AT - 1_000, AT - 300_000, AT + 1_000];
  const store = storeOf(held.map((atMs) => ({ ...SOFIA, atMs })));
  expect(heldStrokes(store, AT).map(({ atMs }) => atMs)).toEqual([AT - 300_000, AT - 1_000]);
});
