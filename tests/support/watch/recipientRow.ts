import type { Recipient, Target } from '#worker/watch/deliver/Recipient.ts';

export const HOOK: Target = { channel: 'webhook', url: 'https://hooks.brigade.bg/a', secret: 'whsec_AAAA' };
export const PUSH: Target = {
  channel: 'push',
  subscription: { endpoint: 'https://fcm.googleapis.com/x', keys: { p256dh: '', auth: '' } },
};

/** A recipient of the book `b` as its object keeps it: one that was reached, and told from a warning on. */
export const recipientRow = (more: Partial<Recipient> = {}): Recipient => ({
  book: 'b',
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
