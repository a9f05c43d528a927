import { compassPoint, type Position } from '#shared/geo/geodesy.ts';
import type { CellReport } from '#shared/nowcast/cells/CellReport.ts';
import type { Locale, Texts } from '#web/kit/i18n/index.ts';
import type { NearestPlaces } from '#web/kit/places/NearestPlaces.ts';
import type { Measure } from '#web/sky/shown/Sky.ts';
import { nearPlaceText } from '#web/sky/words/nearPlaceText.ts';
import { awayText } from '#web/sky/words/placeText.ts';
import { spanText } from '#web/sky/words/spanText.ts';
import { bearingOf } from './drawing/bearingOf.ts';
import { towardsPlace } from './forecast/towardsPlace.ts';

const SPEED_STEP = 5;
const MINUTE_MS = 60_000;

/** Where a cell is, seen from a place that people know. */
export function cellName(at: Position, places: NearestPlaces | undefined, LL: Texts, locale: Locale): string {
  const near = places?.near(at);
  return near
    ? nearPlaceText(near, LL, locale)
    : LL.cells.unnamed({ position: `${at.latitude.toFixed(2)}, ${at.longitude.toFixed(2)}` });
}

/** `moving north-east, about 40 km/h`, or that it has no clear direction. */
export function headingText({ showArrow, eastKmH, northKmH }: CellReport, LL: Texts, locale: string): string {
  if (!showArrow) return LL.cells.unclear();
  const kmH = Math.max(SPEED_STEP, Math.round(Math.hypot(eastKmH, northKmH) / SPEED_STEP) * SPEED_STEP);
  return LL.cells.moving({
    direction: LL.cells.towards[compassPoint(bearingOf({ eastKmH, northKmH }))](),
    speed: LL.cells.speed({ number: new Intl.NumberFormat(locale).format(kmH) }),
  });
}

/** How a cell lies to the visitor's place, or if it is too far away for that where it goes. */
export function motionTexts(
  cell: CellReport,
  from: Measure | undefined,
  atMs: number,
  LL: Texts,
  locale: string,
): string[] {
  const state = from ? towardsPlace(from.at, cell, atMs) : 'quiet';
  if (!from || state === 'quiet') return [headingText(cell, LL, locale)];
  return state === 'here' ? [LL.cells.here()] : [LL.cells[state](), awayText(from, cell, LL, locale)];
}

/** All that a list tells of a cell but where it is. */
export function cellTexts(
  cell: CellReport,
  from: Measure | undefined,
  atMs: number,
  LL: Texts,
  locale: string,
): string[] {
  const { trend, flashes, ageMinutes } = cell;
  const words = LL.cells;
  return [
    ...motionTexts(cell, from, atMs, LL, locale),
    ...(trend === 'steady' ? [] : [words[trend]()]),
    words.flashes({ count: flashes }),
    ageMinutes < 1 ? words.new() : words.age({ span: spanText(ageMinutes * MINUTE_MS, locale) }),
  ];
}
