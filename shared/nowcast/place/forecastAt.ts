import type { Position } from '#shared/geo/geodesy.ts';
import { stormOf } from '#shared/nowcast/cells/CellReport.ts';
import { FlashWindow, type Stroke } from '#shared/nowcast/cells/FlashWindow.ts';
import { createPlane } from '#shared/nowcast/cells/plane.ts';
import { answerAt, type PlaceAnswer } from './answerAt.ts';
import type { CellsNews } from './CellsNews.ts';
import { carryFlashes } from './carryFlashes.ts';

/** What cells say of a place. `strikes`: those of the ten minutes before the cells' time within 120 km of it. */
export function forecastAt(place: Position, news: CellsNews, strikes: readonly Stroke[]): PlaceAnswer {
  const plane = createPlane(place);
  const window = new FlashWindow(plane);
  window.advance(news.atMs, strikes);
  const storms = news.cells.map((cell) => stormOf(cell, plane, news.atMs));
  return answerAt(plane.toKm(place), carryFlashes(news.atMs, window.flashes, storms), storms, news);
}
