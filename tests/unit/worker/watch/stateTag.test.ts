import { expect, test } from 'vitest';
import type { AreaView, BookView } from '#shared/watch/BookView.ts';
import type { DeliveryView, RecipientView } from '#shared/watch/RecipientView.ts';
import { CAMP_BODY } from '#tests/support/watch/campBody.ts';
import { stateTag } from '#worker/routes/watch/stateTag.ts';

const NOON_MS = Date.UTC(2026, 6, 1, 12);
const area: AreaView = {
  id: 'a',
  ...CAMP_BODY,
  revision: 1,
  level: 'stop',
  unknown: false,
  delayed: false,
  completeTo: NOON_MS,
  change: 3,
};
const delivery: DeliveryView = {
  id: 'd',
  type: 'watch.raise',
  level: 'stop',
  area: 'a',
  recipient: 'r',
  change: 3,
  state: 'pending',
  decidedAt: NOON_MS,
  attempts: 0,
};
const recipient: RecipientView = {
  id: 'r',
  channel: 'push',
  name: '',
  threshold: 'warning',
  target: 'push.example',
  state: 'proven',
  lastDelivery: delivery,
};
const view: BookView = {
  id: 'b',
  language: 'en',
  timeZone: 'UTC',
  areas: [area],
  told: { working: 1, total: 1 },
  recipients: [recipient],
  feed: { heardAt: NOON_MS, serverTime: NOON_MS },
};

test('the tag of a state stays while nothing but the server’s time goes on', () => {
  expect(stateTag({ ...view, feed: { heardAt: NOON_MS, serverTime: NOON_MS + 3_600_000 } })).toBe(stateTag(view));
  expect(stateTag(view)).toMatch(/^"[0-9a-f]{32}"$/);
});

test.each<[string, BookView]>([
  ['a level', { ...view, areas: [{ ...area, level: 'warning' }] }],
  ['sight', { ...view, areas: [{ ...area, unknown: true }] }],
  ['a countdown', { ...view, areas: [{ ...area, allClearNotBefore: NOON_MS }] }],
  ['an area that is gone', { ...view, areas: [] }],
  ['a recipient', { ...view, recipients: [{ ...recipient, state: 'dead' }] }],
  ['how many are told', { ...view, told: { working: 0, total: 1 } }],
  ['a delivery', { ...view, recipients: [{ ...recipient, lastDelivery: { ...delivery, state: 'sent' } }] }],
  ['the language', { ...view, language: 'bg' }],
  ['that nobody is shown', { ...view, recipients: undefined }],
])('the tag of a state changes with %s', (_, other) => {
  expect(stateTag(other)).not.toBe(stateTag(view));
});

test('how far the data goes counts in steps of 10 s: what is held is never older than that', () => {
  const later = (ms: number) =>
    stateTag({
      ...view,
      areas: [{ ...area, completeTo: NOON_MS + ms }],
      feed: { heardAt: NOON_MS + ms, serverTime: NOON_MS + ms },
    });
  expect(later(9_999)).toBe(stateTag(view));
  expect(later(10_000)).not.toBe(stateTag(view));
});
