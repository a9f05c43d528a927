import type { StrikeStore } from './StrikeStore.ts';

/**
 * The strikes this tab holds, as of one change: a new object whenever rows were added or swept out. The store is the
 * same throughout; whoever is given another `HeldStrikes` knows to read it again.
 */
export interface HeldStrikes {
  readonly store: StrikeStore;
  readonly revision: number;
}

/** What is held after a change to the store. */
export function changedStrikes({ store, revision }: HeldStrikes): HeldStrikes {
  return { store, revision: revision + 1 };
}
