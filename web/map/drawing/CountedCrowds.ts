import type { CrowdScope, Crowds } from '#web/strikes/Crowds.ts';

/** Crowds after a count: a new object around the same counter each time, as `HeldStrikes` is around the store. */
export interface CountedCrowds {
  readonly crowds: Crowds;
  readonly scope: CrowdScope;
  /** The rows that were counted, from the first on. */
  readonly rows: number;
}
