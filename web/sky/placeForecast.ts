import type { Position } from '#shared/geo/geodesy.ts';
import { forecastAt, heldStrokes } from '#shared/nowcast/arrivalAt.ts';
import { FLASH_WINDOW_MS } from '#shared/nowcast/CellTracker.ts';
import type { CellsFact } from '#shared/sky/verdictOf.ts';
import { hourStartMs } from '#shared/time.ts';
import { type CellsEvent, decodeCells } from '#shared/wire/cellsEvent.ts';
import type { StrikeStore } from './StrikeStore.ts';

/**
 * Forecast for a place from storm cells, computed on this device, so that the place stays private. Undefined if strikes
 * held from `fromMs` on, read by whole hours, do not reach back ten minutes before the cells' time.
 */
export function placeForecast(
  place: Position,
  event: CellsEvent,
  strikes: StrikeStore,
  fromMs: number,
): CellsFact | undefined {
  if (hourStartMs(fromMs) > event.atMs - FLASH_WINDOW_MS) return undefined;
  const cellsUpdate = decodeCells(event);
  const { atMs, withheld, partial } = cellsUpdate;
  return { kind: 'told', atMs, withheld, partial, result: forecastAt(place, cellsUpdate, heldStrokes(strikes, atMs)) };
}
