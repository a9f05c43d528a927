import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, test, vi } from 'vitest';
import { systemClock } from '#shared/Clock.ts';
import { toStrikes } from '#shared/strike.ts';
import { bodyOfRfc8291, rfc8291 } from '#tests/support/push/rfc8291.ts';
import { type D1, databaseContract, type Storage, storageContract } from '#tests/support/sqlite/storageContract.ts';
import { FeedLedger } from '#worker/feed/ledger.ts';
import { encryptPush, newVapidKeys, Vapid, vapidKeysError } from '#worker/http/outbound/push.ts';
import type { ReplayBudget } from '#worker/relay/replayBuffer.ts';
import { emptyArchive, feedNamed, relayNamed, rest, testEnv, testObjects } from './testEnv.ts';

describe('storage contract', () => {
  storageContract((work) => {
    const nobody = testObjects.CROSS_CHECK.getByName(crypto.randomUUID());
    return runInDurableObject(nobody, (_, { storage }) => work(storage as unknown as Storage));
  });

  databaseContract(testEnv.DB as unknown as D1);
});

describe('encrypt push', () => {
  test('on workerd a push message is RFC 8291’s appendix A, byte for byte', async () => {
    expect(await bodyOfRfc8291(encryptPush)).toBe(rfc8291.body);
  });

  test('on workerd keys are made, signed with, and told apart from keys of another pair', async () => {
    const [keys, others] = [await newVapidKeys(), await newVapidKeys()];
    expect(await vapidKeysError(keys)).toBeUndefined();
    expect(await vapidKeysError({ ...keys, privateKey: others.privateKey })).toContain('not one pair');
    const header = await new Vapid(keys, 'https://example.org').header('https://web.push.apple.com/a', Date.now());
    expect(header).toMatch(/^vapid t=[\w-]+\.[\w-]+\.[\w-]{86}, k=B[\w-]{86}$/);
  });
});

describe('relay object', () => {
  const NOTHING = { lastSuccessMs: null, newestStrikeMs: null, typicalDelayMs: null, cause: null, onDemand: {} };

  test('[CU5] asks again when the catch-up it joined was answered before the batch that showed the hole', async () => {
    await emptyArchive();
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ events: [] }));
    const nowMs = systemClock.now();
    const six = Array.from({ length: 6 }, (_, index) => ({
      id: `${index}`,
      latitude: 42.7,
      longitude: 23.3,
      atMs: nowMs + index,
    }));
    const relay = relayNamed('relay:0');
    const response = await relay.fetch('https://relay/?bbox=13,34,31,48');
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const numbered = await runInDurableObject(feedNamed('feed'), (_, { storage }) =>
      new FeedLedger(storage).strikes.number(six, nowMs, 0),
    );
    await runInDurableObject(relay, async (instance) => {
      // Under way, and answered already: it brings nothing of the six.
      const stale = Promise.resolve().finally(() => Object.assign(instance, { catchingUp: undefined }));
      Object.assign(instance, { catchingUp: stale });
      await instance.push({ afterSeq: 5, seq: 6, strikes: toStrikes(numbered.slice(5)), facts: NOTHING });
    });
    let text = '';
    while (!text.includes('event: strikes')) text += (await reader?.read())?.value ?? '';
    await reader?.cancel();
    await rest(feedNamed('feed'));
    expect(JSON.parse(/event: strikes\nid: 6\ndata: (.*)\n/.exec(text)?.[1] ?? '{}')).toMatchObject({
      strikes: numbered.map(({ id, latitude, longitude, atMs, ordinal }) => [id, latitude, longitude, atMs, ordinal]),
    });
  });

  test('[ST9] a network whose budget of replays is used up gets 429 and the time to wait; others are served', async () => {
    await emptyArchive();
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ events: [] }));
    const nowMs = systemClock.now();
    const many = Array.from({ length: 600 }, (_, index) => ({
      id: `many${index}`,
      latitude: 42.7,
      longitude: 23.3,
      atMs: nowMs + index,
    }));
    const relay = relayNamed('relay:9');
    const request = async (query: string) => {
      const response = await relay.fetch(`https://relay/?bbox=13,34,31,48&${query}`);
      if (response.status === 200) await response.body?.cancel();
      else await response.text();
      return response;
    };
    expect((await request('network=a&host=a')).status).toBe(200);
    const seq = await runInDurableObject(feedNamed('feed'), (_, { storage }) => {
      const { strikes } = new FeedLedger(storage);
      strikes.number(many, nowMs, 0);
      return strikes.seq;
    });
    const since = seq - 600;
    await runInDurableObject(relay, (instance) => {
      const { gate } = instance as unknown as { gate: { readonly replays: ReplayBudget } };
      for (let times = 0; times < 5; times += 1) gate.replays.charge('a', 60_000);
    });
    const refused = await request(`network=a&host=a&since=${since}`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect((await request(`network=b&host=b&since=${since}`)).status).toBe(200);
    expect((await request(`network=a&host=a&since=${seq - 400}`)).status).toBe(200);
    await rest(feedNamed('feed'));
  });
});
