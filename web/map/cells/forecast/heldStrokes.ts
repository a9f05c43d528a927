import { FLASH_WINDOW_MS, type Stroke } from '#shared/nowcast/cells/FlashWindow.ts';
import { hourStartMs } from '#shared/time/hourKey.ts';
import { DEGREES_TO_E5 } from '#shared/wire/StrikeColumns.ts';
import type { StrikeStore } from '#web/sky/strikes/StrikeStore.ts';

/** The strikes held of the ten minutes before `atMs`, oldest first. */
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

/** Whether a window from `fromMs` on, which is read by whole hours, holds the ten minutes before `atMs`. */
export function reachesBack(fromMs: number, atMs: number): boolean {
  return hourStartMs(fromMs) <= atMs - FLASH_WINDOW_MS;
}
