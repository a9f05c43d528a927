import { type BBox, bboxContains } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { stormOf } from '#shared/nowcast/cells/CellReport.ts';
import { FlashWindow, type Stroke } from '#shared/nowcast/cells/FlashWindow.ts';
import { createPlane } from '#shared/nowcast/cells/plane.ts';
import { answerAt, type PlaceAnswer } from '#shared/nowcast/place/answerAt.ts';
import type { CellsNews } from '#shared/nowcast/place/CellsNews.ts';
import { carryFlashes } from '#shared/nowcast/place/carryFlashes.ts';

const MINUTE_MS = 60_000;
const ETA_STEP = 5;

/** A forecast as it is told: minutes from now on, without what does not hold lately. */
export interface ToldForecast extends Pick<PlaceAnswer, 'state'> {
  /** Undefined if chances do not hold lately. */
  readonly chance: { readonly p30: number; readonly p60: number } | undefined;
  /** In about so many minutes, in steps of five, and between which in eight of ten cases; only while approaching. */
  readonly eta: { readonly minutes: number; readonly range: readonly [number, number] } | undefined;
  /** Whether there is a time of arrival that does not hold lately. */
  readonly etaHidden: boolean;
  readonly partial: boolean;
}

/**
 * What is told of a place at `nowMs`; undefined beside home, of which alone cells are told. `strokes`: all of the ten minutes
 * before the cells' time within 120 km of the place. The place is given to nobody.
 */
export function placeForecast(
  place: Position,
  home: BBox,
  news: CellsNews,
  strokes: readonly Stroke[],
  nowMs: number,
): ToldForecast | undefined {
  if (!bboxContains(home, place.longitude, place.latitude)) return undefined;
  return toldForecast(forecastAt(place, news, strokes), news, nowMs);
}

/** An answer that stands for `atMs` as it is told at `nowMs`. */
export function toldForecast(
  { state, p30, p60, etaMin, range80 }: PlaceAnswer,
  { atMs, hidden = [], partial = false }: Pick<CellsNews, 'atMs' | 'hidden' | 'partial'>,
  nowMs: number,
): ToldForecast {
  const passed = Math.max(0, (nowMs - atMs) / MINUTE_MS);
  const left = (minutes: number) => Math.max(0, Math.round(minutes - passed));
  const arrives = etaMin !== undefined && range80 !== undefined;
  const etaHidden = arrives && hidden.includes('eta');
  return {
    state,
    chance: hidden.includes('chance') ? undefined : { p30, p60 },
    eta:
      arrives && !etaHidden
        ? {
            minutes: Math.max(ETA_STEP, Math.round((etaMin - passed) / ETA_STEP) * ETA_STEP),
            range: [left(range80[0]), left(range80[1])],
          }
        : undefined,
    etaHidden,
    partial,
  };
}

/**
 * What the newest cells and the strikes that one holds say of a place, without telling anybody which. `strikes`: at least
 * those of the ten minutes before the cells' time within 120 km of the place.
 */
export function forecastAt(place: Position, news: CellsNews, strikes: readonly Stroke[]): PlaceAnswer {
  const plane = createPlane(place);
  const window = new FlashWindow(plane);
  window.advance(news.atMs, strikes);
  const storms = news.cells.map((cell) => stormOf(cell, plane, news.atMs));
  return answerAt(plane.toKm(place), carryFlashes(news.atMs, window.flashes, storms), storms, news);
}
