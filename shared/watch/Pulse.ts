/** A box of home that was not read, from one instant to another. */
export type Gap = readonly [west: number, south: number, east: number, north: number, fromMs: number, toMs: number];

/** The Feed's knowledge of home at one instant, read in one turn. All times but our own are the provider's. */
export interface Pulse {
  /** Random, made with the Feed's ledger: a Feed that forgot everything has another one, and restarts its ordinals. */
  readonly epoch: string;
  /** Whoever lowers anything by this pulse must have seen every strike up to this ordinal. */
  readonly seq: number;
  /** Everything of home up to here was read, except `gapBoxes`; null before the first poll. Never ahead of the provider. */
  readonly watermarkMs: number | null;
  readonly providerNowMs: number;
  /** Of the last 70 min, newest first. */
  readonly gapBoxes: readonly Gap[];
  /** There are more gaps than `gapBoxes` tells. */
  readonly gapBoxesTruncated: boolean;
}
