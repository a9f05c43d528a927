import type { AreaBody } from '#shared/watch/bodies.ts';
import { newAreaState } from '#shared/watch/watchArea.ts';
import type { Recipient, Target } from '#worker/watch/recipients.ts';
import type { StoredArea } from '#worker/watch/watchlists.ts';

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
export const STORED_CAMP: StoredArea = {
  watchlist: 'b',
  id: 'a',
  body: CAMP_BODY,
  revision: 1,
  replayed: true,
  state: newAreaState(),
  writtenMs: 0,
};

export const HOOK: Target = { channel: 'webhook', url: 'https://hooks.brigade.bg/a', secret: 'whsec_AAAA' };
export const PUSH: Target = {
  channel: 'push',
  subscription: { endpoint: 'https://fcm.googleapis.com/x', keys: { p256dh: '', auth: '' } },
};

/** A recipient of the watchlist `b` as its object keeps it: one that was reached, and is notified from a warning on. */
export const recipientRow = (more: Partial<Recipient> = {}): Recipient => ({
  watchlist: 'b',
  id: 'r',
  name: '',
  threshold: 'warning',
  quietHours: null,
  escalateAfterMin: null,
  heartbeat: false,
  target: HOOK,
  state: 'proven',
  mutedUntilMs: 0,
  mutedUntilClearOf: null,
  failures: 0,
  okMs: 0,
  muteKey: '0',
  origin: 'https://lightning.example',
  challengedMs: 0,
  echoedMs: 0,
  heartbeatMs: 0,
  ...more,
});
