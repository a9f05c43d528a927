import { bearingDegrees, compassPoint, distanceKm, type Position } from '#shared/geo/geodesy.ts';
import type { Texts } from '#web/kit/i18n/index.ts';
import type { Measure } from '#web/sky/shown/Sky.ts';

/** Returns a distance in whole kilometres, below 10 km in tenths. */
export function distanceText(km: number, LL: Texts, locale: string): string {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: km < 10 ? 1 : 0 }).format(km);
  return LL.map.kilometres({ number });
}

/** Returns how far and in which direction `to` lies from `from`, as the parts of a text. */
export function awayParts(from: Position, to: Position, LL: Texts, locale: string) {
  const distance = distanceText(distanceKm(from, to), LL, locale);
  return { distance, direction: LL.map.near[compassPoint(bearingDegrees(from, to))]() };
}

/** Returns how far and in which direction `to` lies, and from what: `11 km north-west of you`. */
export function awayText(from: Measure, to: Position, LL: Texts, locale: string): string {
  const parts = awayParts(from.at, to, LL, locale);
  const { away, awayFromPoint, awayFromCentre } = LL.map.strike;
  return { visitor: away, point: awayFromPoint, centre: awayFromCentre }[from.by](parts);
}
