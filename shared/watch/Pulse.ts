/** A box of home that was not read, from one instant to another: `[west, south, east, north, fromMs, toMs]`. */
export type Gap = readonly [west: number, south: number, east: number, north: number, fromMs: number, toMs: number];

/** What the Feed knows of home at one instant, read in one turn. All times but our own are the provider's. */
export interface Pulse {
  /** Random, made with the Feed's ledger: a Feed that forgot everything has another one, and gives numbers again. */
  readonly epoch: string;
  /** Whoever lowers anything by this pulse must have seen every strike up to this ordinal. */
  readonly seq: number;
  /** Everything of home up to here was read, but for `gaps`; null before the first poll. Never ahead of the provider. */
  readonly watermarkMs: number | null;
  readonly providerNowMs: number;
  /** What of home within the last 70 min was not read, newest first. */
  readonly gaps: readonly Gap[];
  /** Whether there are more gaps than `gaps` tells. */
  readonly gapsCut: boolean;
}
