import type { CrowdScope, Crowds } from './Crowds.ts';

/** Cells of a grid that stand for many strikes, after a count: a new object around the same counter each time, as `HeldStrikes` is around the store. */
export interface CountedCrowds {
  readonly crowds: Pick<Crowds, 'length' | 'each' | 'at' | 'cellKey'>;
  readonly scope: Pick<CrowdScope, 'level'>;
}

/** Those of strikes that are drawn themselves where they do not crowd. */
export interface CrowdsOfStrikes extends CountedCrowds {
  readonly crowds: Crowds;
  readonly scope: CrowdScope;
  /** The rows that were counted, from the first on. */
  readonly rows: number;
}
