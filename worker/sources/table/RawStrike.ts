/** What a row says of a strike, by the keys of a declaration's `fields`, unchecked. */
export interface RawStrike {
  readonly time?: unknown;
  readonly latitude?: unknown;
  readonly longitude?: unknown;
  readonly id?: unknown;
  readonly type?: unknown;
  readonly currentKa?: unknown;
  readonly multiplicity?: unknown;
  readonly semiMajorKm?: unknown;
  readonly semiMinorKm?: unknown;
  readonly azimuth?: unknown;
}

/**
 * The rows of an answer, in the source's order; `broken` says why the answer cannot be believed, `oversized` why it was not
 * read to its end.
 */
export type TableRows =
  | {
      readonly raw: readonly RawStrike[];
      /** Rows that the source sent, `unread` ones included. */
      readonly rows: number;
      /** A reason for each row that is no row of this table. */
      readonly unread: readonly string[];
      /** What the source says of rows that it left out; absent if it says nothing. */
      readonly cut?: boolean;
    }
  | { readonly broken: string }
  | { readonly oversized: string };
