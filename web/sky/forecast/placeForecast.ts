import type { Position } from '#shared/geo/geodesy.ts';
import { FLASH_WINDOW_MS, type Stroke } from '#shared/nowcast/cells/FlashWindow.ts';
import { forecastAt } from '#shared/nowcast/place/forecastAt.ts';
import { hourStartMs } from '#shared/time/hourKey.ts';
import type { CellsFact } from '#shared/verdict/SkyFacts.ts';
import { type CellsEvent, decodeCells } from '#shared/wire/cellsEvent.ts';
import { DEGREES_TO_E5 } from '#shared/wire/StrikeColumns.ts';
import type { StrikeStore } from '#web/sky/strikes/StrikeStore.ts';

/**
 * What cells say of a place, computed on this device: the place never leaves it. Undefined if strikes held from `fromMs` on,
 * read by whole hours, do not reach back ten minutes before the cells' time.
 */
export function placeForecast(
  place: Position,
  event: CellsEvent,
  strikes: StrikeStore,
  fromMs: number,
): CellsFact | undefined {
  if (hourStartMs(fromMs) > event.atMs - FLASH_WINDOW_MS) return undefined;
  const news = decodeCells(event);
  const { atMs, hidden, partial } = news;
  return { kind: 'told', atMs, hidden, partial, answer: forecastAt(place, news, heldStrokes(strikes, atMs)) };
}

/** Returns the strikes held of the ten minutes before `atMs`, oldest first. */
export function heldStrokes(strikes: StrikeStore, atMs: number): Stroke[] {
  const { length, atMs: times, latitudesE5, longitudesE5 } = strikes;
  const strokes: Stroke[] = [];
  for (let row = 0; row < length; row += 1) {
    const time = times[row] as number;
    if (time > atMs || time <= atMs - FLASH_WINDOW_MS) continue;
    strokes.push({
      latitude: (latitudesE5[row] as number) / DEGREES_TO_E5,
      longitude: (longitudesE5[row] as number) / DEGREES_TO_E5,
      atMs: time,
    });
  }
  return strokes.sort((a, b) => a.atMs - b.atMs);
}
