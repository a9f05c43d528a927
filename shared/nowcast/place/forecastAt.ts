import type { Position } from '#shared/geo/geodesy.ts';
import { stormOf } from '#shared/nowcast/cells/CellReport.ts';
import { FLASH_WINDOW_MS, FlashWindow, type Stroke } from '#shared/nowcast/cells/CellTracker.ts';
import { createPlane } from '#shared/nowcast/cells/plane.ts';
import { advectFlashes } from './advectFlashes.ts';
import { answerAt, type PlaceAnswer } from './answerAt.ts';
import type { CellsNews } from './CellsNews.ts';

/** The cells' forecast for a place. `strikes`: those of the ten minutes before the cells' time within 120 km of it. */
export function forecastAt(place: Position, news: CellsNews, strikes: readonly Stroke[]): PlaceAnswer {
  const plane = createPlane(place);
  const window = new FlashWindow(plane);
  window.advance(news.atMs, strikes);
  const storms = news.cells.map((cell) => stormOf(cell, plane, news.atMs));
  return answerAt(plane.toKm(place), advectFlashes(news.atMs, window.flashes, storms), storms, news);
}

/** Strikes as columns, in any order. */
interface HeldStrikes {
  readonly length: number;
  readonly atMs: ArrayLike<number>;
  strikeAt(row: number): Stroke;
}

/** Returns the strikes in the ten minutes before `atMs`, oldest first. */
export function heldStrokes(strikes: HeldStrikes, atMs: number): Stroke[] {
  const strokes: Stroke[] = [];
  for (let row = 0; row < strikes.length; row += 1) {
    const fellMs = strikes.atMs[row] as number;
    if (fellMs <= atMs && fellMs > atMs - FLASH_WINDOW_MS) strokes.push(strikes.strikeAt(row));
  }
  return strokes.sort((a, b) => a.atMs - b.atMs);
}
