import type { StrikeStore } from './StrikeStore.ts';

/**
 * The strikes this tab holds. Whenever rows are added or swept out there is a new object around the same store, which
 * tells its readers to read the store again.
 */
export interface HeldStrikes {
  readonly store: StrikeStore;
  readonly revision: number;
}

/** Returns the object that stands for the store after a change. */
export function changedStrikes({ store, revision }: HeldStrikes): HeldStrikes {
  return { store, revision: revision + 1 };
}
