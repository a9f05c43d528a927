import type { StoredStrike } from '#web/strikes/StrikeStore.ts';

/** A strike that is open on the map; its provider id is asked for where it is not known yet. */
export interface OpenStrike extends StoredStrike {
  readonly id?: string;
}
