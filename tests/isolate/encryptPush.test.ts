import { expect, test } from 'vitest';
import { bodyOfRfc8291, rfc8291 } from '#tests/support/push/rfc8291.ts';
import { encryptPush } from '#worker/push/encryptPush.ts';
import { newVapidKeys, Vapid, vapidKeysFault } from '#worker/push/Vapid.ts';

test('on workerd a push message is RFC 8291’s appendix A, byte for byte', async () => {
  expect(await bodyOfRfc8291(encryptPush)).toBe(rfc8291.body);
});

test('on workerd keys are made, signed with, and told apart from keys of another pair', async () => {
  const [keys, others] = [await newVapidKeys(), await newVapidKeys()];
  expect(await vapidKeysFault(keys)).toBeUndefined();
  expect(await vapidKeysFault({ ...keys, privateKey: others.privateKey })).toContain('not one pair');
  const header = await new Vapid(keys, 'https://example.org').header('https://web.push.apple.com/a', Date.now());
  expect(header).toMatch(/^vapid t=[\w-]+\.[\w-]+\.[\w-]{86}, k=B[\w-]{86}$/);
});
