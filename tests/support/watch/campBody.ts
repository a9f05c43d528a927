import type { AreaBody } from '#shared/watch/AreaBody.ts';
import { newAreaState } from '#shared/watch/watchArea.ts';
import type { KeptArea } from '#worker/watch/book/WatchLedger.ts';

/** A site at Sofia, as its owner puts it. */
export const CAMP_BODY: AreaBody = {
  name: 'Camp',
  kind: 'site',
  shape: { type: 'Point', coordinates: [23.32, 42.7] },
  ringsKm: [30, 16, 10],
  dwellMin: 30,
  least: 1,
};

/** The same site as an object keeps it, whose hold was read. */
export const KEPT_CAMP: KeptArea = {
  book: 'b',
  id: 'a',
  body: CAMP_BODY,
  revision: 1,
  replayed: true,
  state: newAreaState(),
  writtenMs: 0,
};
