/** A box of home without data, from one instant to another. */
export type Gap = readonly [west: number, south: number, east: number, north: number, fromMs: number, toMs: number];

/** A consistent snapshot of the Feed's data state of home. All times are the provider's. */
export interface Pulse {
  /** Random, created with the Feed's ledger: a Feed that lost its storage has a new one, and restarts its ordinals. */
  readonly epoch: string;
  /** A client must have every strike up to this ordinal before it lowers anything by this pulse. */
  readonly seq: number;
  /** Home is complete up to here, except `gapBoxes`; null before the first poll. Never ahead of the provider. */
  readonly watermarkMs: number | null;
  readonly providerNowMs: number;
  /** For the last 70 min, newest first. */
  readonly gapBoxes: readonly Gap[];
  /** There are more gaps than `gapBoxes` lists. */
  readonly gapBoxesTruncated: boolean;
}
