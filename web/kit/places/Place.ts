import type { Position } from '#shared/geo/geodesy.ts';
import type { Names } from '#shared/languages.ts';

export interface Place extends Position, Names {
  /** Further names for searches, such as the local one; not shown. */
  readonly also: readonly string[];
  /** ISO 3166-1 alpha-2; `XK` for Kosovo. */
  readonly country: string;
  /** Two significant digits; 0 if unknown. */
  readonly population: number;
}
