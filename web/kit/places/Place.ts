import type { Position } from '#shared/geo/geodesy.ts';

/** A town or village, with its name in each language of the site. */
export interface Place extends Position {
  readonly en: string;
  readonly ru: string;
  readonly bg: string;
  /** Further names to find it by, such as the local one. Shown nowhere. */
  readonly also: readonly string[];
  /** ISO 3166-1 alpha-2; `XK` for Kosovo. */
  readonly country: string;
  /** Two significant digits; 0 if unknown. */
  readonly population: number;
}
