import { expect, test } from 'vitest';
import { isOtherSubscription, parseDeviceRecipients } from '#web/tools/watch/book/deviceBooks.ts';

const HELD = { endpoint: 'https://push.example/a', keys: { p256dh: 'p', auth: 'a' } };

test('the server is told of another address and of other keys, and of nothing else', () => {
  expect(isOtherSubscription(HELD, { ...HELD, expirationTime: 5 })).toBe(false);
  expect(isOtherSubscription(HELD, { ...HELD, endpoint: 'https://push.example/b' })).toBe(true);
  expect(isOtherSubscription(HELD, { ...HELD, keys: { p256dh: 'p', auth: 'b' } })).toBe(true);
});

test('of what stands in the store, what is no recipient is passed over', () => {
  const own = { recipient: 'r', subscription: HELD };
  expect(parseDeviceRecipients(JSON.stringify({ book: own, other: { recipient: 1 }, third: null }))).toEqual({
    book: own,
  });
  for (const text of [null, '', 'no json', '[]', 'null']) expect(parseDeviceRecipients(text)).toEqual({});
});
