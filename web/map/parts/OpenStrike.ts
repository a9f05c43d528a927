import type { StoredStrike } from '#web/sky/strikes/StrikeStore.ts';

/** A strike that is open on the map; its provider id is looked up if it is not known yet. */
export interface OpenStrike extends StoredStrike {
  readonly id?: string;
}
