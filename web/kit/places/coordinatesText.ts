import type { Position } from '#shared/geo/geodesy.ts';

/** To some 10 m, as the language writes numbers; `parseCoordinates` reads it. */
export function coordinatesText({ latitude, longitude }: Position, locale: string): string {
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 4, maximumFractionDigits: 4 });
  return `${format.format(latitude)}; ${format.format(longitude)}`;
}
