import type { Texts } from '#web/i18n/index.ts';
import { bearingDegrees, compassPoint, distanceKm, type Position } from './geodesy.ts';

/** A distance in whole kilometres, below 10 km in tenths. */
export function distanceText(km: number, locale: string): string {
  const maximumFractionDigits = km < 10 ? 1 : 0;
  return new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilometer', maximumFractionDigits }).format(km);
}

/** How far and in which direction `to` lies from `from`, as the parts of a text. */
export function awayParts(from: Position, to: Position, LL: Texts, locale: string) {
  const distance = distanceText(distanceKm(from, to), locale);
  return { distance, direction: LL.map.compass[compassPoint(bearingDegrees(from, to))]() };
}
