import { expect, test } from 'vitest';
import { decryptPush, keysOfReceiver, newPushReceiver } from '#tests/support/push/decryptPush.ts';
import { recipientRow } from '#tests/support/watch/recipientRow.ts';
import { newVapidKeys, Vapid } from '#worker/push/Vapid.ts';
import type { Target } from '#worker/watch/deliver/Recipient.ts';
import { sendOne } from '#worker/watch/deliver/sendOne.ts';
import type { Message } from '#worker/watch/tell/Message.ts';

const NOW = Date.UTC(2026, 6, 1, 12);
const AT = new Date(NOW).toISOString();

function fireMessage(id: string, correction = false): Message {
  const fire = { id, latitude: 42, longitude: 23, firstSeen: AT, lastSeen: AT, frpMw: 5, chance: 0.6 };
  return {
    ...{ type: 'fire.likely-lightning', timestamp: AT },
    data: {
      ...{
        bookId: 'b',
        areaId: 'a',
        areaName: 'Camp',
        change: 3,
        level: 'stop',
        previousLevel: 'stop',
        unknown: false,
      },
      ...{ decidedAt: AT, title: 'Fire: Camp', text: 'A hotspot.', url: 'https://l.example/en/watch/b/a#mute=r' },
      fire: { ...fire, distanceKm: 9, bearingDeg: 0, url: `https://l.example/en/fires#fire=${id}` },
      ...(correction ? { correction } : {}),
    },
  };
}

async function sent(target: Target, message: Message) {
  const posts: RequestInit[] = [];
  const vapid = new Vapid(await newVapidKeys(), 'https://l.example');
  const telegram = { token: 't', api: 'https://api.telegram.example' };
  const take = async (_: unknown, init?: RequestInit) => {
    posts.push(init ?? {});
    return new Response();
  };
  const { id: recipient } = recipientRow();
  const job = {
    id: 'd',
    recipient,
    area: '',
    body: JSON.stringify(message),
    expiresMs: NOW,
    receipt: null,
    tryMs: 999,
  };
  await sendOne({ ...job, target }, { fetch: take as typeof fetch, nowMs: () => NOW, vapid, telegram });
  return posts[0] as { headers: Record<string, string>; body: string & Uint8Array };
}

test('a push about a fire opens it, has no level that a device counts, and is replaced by its correction alone', async () => {
  const receiver = newPushReceiver(Buffer.alloc(16, 1));
  const target = {
    channel: 'push',
    subscription: { endpoint: 'https://fcm.googleapis.com/x', keys: keysOfReceiver(receiver) },
  } as const;
  const first = await sent(target, fireMessage('f'));
  const payload = JSON.parse(decryptPush(Buffer.from(first.body), receiver).toString());
  expect(payload).toMatchObject({
    url: 'https://l.example/en/fires#fire=f',
    title: 'Fire: Camp',
    tag: first.headers.topic,
  });
  expect(payload).not.toHaveProperty('level');
  expect((await sent(target, fireMessage('f', true))).headers.topic).toBe(first.headers.topic);
  expect((await sent(target, fireMessage('g'))).headers.topic).not.toBe(first.headers.topic);
});

test('a chat gets the link to the fire, and the one to the area where it can be muted', async () => {
  const { body } = await sent({ channel: 'telegram', chatId: 7 }, fireMessage('f'));
  expect(JSON.parse(body).text.split('\n').slice(0, 4)).toEqual([
    'Fire: Camp',
    'A hotspot.',
    'https://l.example/en/fires#fire=f',
    'https://l.example/en/watch/b/a#mute=r',
  ]);
});
