import { runInDurableObject } from 'cloudflare:test';
import { expect, test, vi } from 'vitest';
import { systemClock } from '#shared/time/Clock.ts';
import { FeedLedger } from '#worker/feed/ledger/FeedLedger.ts';
import { emptyArchive, feedNamed, relayNamed, rest } from './testEnv.ts';

const NOTHING = { lastSuccessMs: null, newestStrikeMs: null, typicalDelayMs: null, cause: null };

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
    await instance.push({ afterSeq: 5, seq: 6, strikes: numbered.slice(5), facts: NOTHING });
  });
  let text = '';
  while (!text.includes('event: strikes')) text += (await reader?.read())?.value ?? '';
  await reader?.cancel();
  await rest(feedNamed('feed'));
  expect(JSON.parse(/event: strikes\nid: 6\ndata: (.*)\n/.exec(text)?.[1] ?? '{}')).toMatchObject({
    strikes: numbered.map(({ id, latitude, longitude, atMs, ordinal }) => [id, latitude, longitude, atMs, ordinal]),
  });
});
