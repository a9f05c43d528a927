import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { decryptPush, keysOfReceiver, newPushReceiver } from '#tests/support/push/decryptPush.ts';
import { postPush, topicOf } from '#worker/push/postPush.ts';
import { newVapidKeys, Vapid } from '#worker/push/Vapid.ts';

const NOW = Date.UTC(2026, 6, 1, 12);

test('a message is posted encrypted, signed, with its topic, urgency and time to live, and follows no redirect', async () => {
  const phone = newPushReceiver(randomBytes(16));
  const sent: Request[] = [];
  const answer = new Response(null, { status: 201 });
  const { signal } = new AbortController();
  const response = await postPush({
    subscription: { endpoint: 'https://web.push.apple.com/QAbc', keys: keysOfReceiver(phone) },
    payload: new TextEncoder().encode('{"title":"Стоп"}'),
    ttlS: 5,
    urgency: 'high',
    topic: topicOf('recipient', 'area'),
    vapid: new Vapid(await newVapidKeys(), 'https://example.org'),
    nowMs: NOW,
    signal,
    fetch: async (input, init) => {
      sent.push(new Request(input as string, init));
      return answer;
    },
  });
  expect(response).toBe(answer);
  const [request] = sent as [Request];
  expect(request).toMatchObject({ method: 'POST', url: 'https://web.push.apple.com/QAbc', redirect: 'manual' });
  expect(Object.fromEntries(request.headers)).toMatchObject({
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: '60',
    urgency: 'high',
    topic: expect.stringMatching(/^[\w-]{24}$/),
    authorization: expect.stringMatching(/^vapid t=.+, k=.+$/),
  });
  expect(decryptPush(new Uint8Array(await request.arrayBuffer()), phone).toString()).toBe('{"title":"Стоп"}');
});

test('a topic is of one recipient and one area, and fits the 32 characters a push service allows', () => {
  expect(topicOf('a', 'b')).toMatch(/^[\w-]{24}$/);
  expect(topicOf('a', 'b')).toBe(topicOf('a', 'b'));
  expect(new Set([topicOf('a', 'b'), topicOf('b', 'a'), topicOf('a', 'c'), topicOf('c', 'b')]).size).toBe(4);
});
