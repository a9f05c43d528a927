import type { Position } from '#shared/geo/geodesy.ts';
import { cornersOf } from '#shared/geo/Shape.ts';
import type { Texts } from '#web/kit/i18n/index.ts';
import type { SelectedPlace } from './placeEntry.ts';

/** To some 10 m, in the language's number format; `parseCoordinates` can read it. */
export function coordinatesText({ latitude, longitude }: Position, locale: string): string {
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 4, maximumFractionDigits: 4 });
  return `${format.format(latitude)}; ${format.format(longitude)}`;
}

/** Name and coordinates; for a shape its kind, its corners and its middle. */
export function takenPlaceText({ shape, name }: SelectedPlace, LL: Texts, locale: string): string {
  const corners = cornersOf(shape);
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  const at = coordinatesText(
    { longitude: middle(corners.map(([x]) => x)), latitude: middle(corners.map(([, y]) => y)) },
    locale,
  );
  if (shape.type === 'LineString') return LL.outline.line({ corners: corners.length, at });
  if (shape.type === 'Polygon') return LL.outline.area({ corners: corners.length - 1, at });
  return [name, at].filter((part) => part !== '').join(' · ');
}
