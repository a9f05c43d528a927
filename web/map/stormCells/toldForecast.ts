import { type BBox, bboxContains } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { stormOf } from '#shared/nowcast/cells/CellReport.ts';
import { FLASH_WINDOW_MS, FlashWindow, type Stroke } from '#shared/nowcast/cells/FlashWindow.ts';
import { createPlane } from '#shared/nowcast/cells/plane.ts';
import { answerAt, type PlaceAnswer } from '#shared/nowcast/place/answerAt.ts';
import type { CellsNews } from '#shared/nowcast/place/CellsNews.ts';
import { carryFlashes } from '#shared/nowcast/place/carryFlashes.ts';
import { chanceWords } from '#shared/nowcast/place/chanceWords.ts';
import { hourStartMs } from '#shared/time/hourKey.ts';
import { DEGREES_TO_E5 } from '#shared/wire/StrikeColumns.ts';
import type { Texts } from '#web/kit/i18n/index.ts';
import type { StrikeStore } from '#web/sky/strikes/StrikeStore.ts';

const MINUTE_MS = 60_000;
const ETA_STEP = 5;

/** A forecast in minutes from now on, without values that lately do not hold. */
interface ToldForecast extends Pick<PlaceAnswer, 'state'> {
  /** Undefined if chances lately do not hold. */
  readonly chance: { readonly p30: number; readonly p60: number } | undefined;
  /** Minutes, in steps of five, and the range in eight of ten cases; only while approaching. */
  readonly eta: { readonly minutes: number; readonly range: readonly [number, number] } | undefined;
  /** There is a time of arrival, but it lately does not hold. */
  readonly etaHidden: boolean;
  readonly partial: boolean;
}

/** Undefined outside home. `strikes`: all of the ten minutes before the cells' time within 120 km of the place. */
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

/** Converts an answer as of `atMs` to `nowMs`. */
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

/** Forecasts a place on this device. `strikes`: those of the ten minutes before the cells' time within 120 km of it. */
export function forecastAt(place: Position, news: CellsNews, strikes: readonly Stroke[]): PlaceAnswer {
  const plane = createPlane(place);
  const window = new FlashWindow(plane);
  window.advance(news.atMs, strikes);
  const storms = news.cells.map((cell) => stormOf(cell, plane, news.atMs));
  return answerAt(plane.toKm(place), carryFlashes(news.atMs, window.flashes, storms), storms, news);
}

/** Sentences, the most important first. None says that a place is safe. */
export function forecastWords({ state, chance, eta, etaHidden, partial }: ToldForecast, LL: Texts): string[] {
  const words = LL.cells.forecast;
  const told = (p: number) => {
    const { bound, times, of } = chanceWords(p);
    return words[bound]({ times, of });
  };
  return [
    words[state](),
    ...(eta ? [words.eta({ minutes: eta.minutes, from: eta.range[0], to: eta.range[1] })] : []),
    ...(etaHidden ? [words.noEta()] : []),
    chance ? words.chance({ p30: told(chance.p30), p60: told(chance.p60) }) : words.noChance(),
    ...(partial ? [LL.cells.partial()] : []),
  ];
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

/** Whether a window from `fromMs` on, read by whole hours, holds the ten minutes before `atMs`. */
export function reachesBack(fromMs: number, atMs: number): boolean {
  return hourStartMs(fromMs) <= atMs - FLASH_WINDOW_MS;
}
