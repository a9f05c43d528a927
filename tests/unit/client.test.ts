import * as fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { type AlertSkill, LightningClient, type Strike } from '#client/index.ts';
import { beaten, beginning, earliestRequestedMs, greeted, resetFrom } from '#client/LiveStream.ts';
import { toStrikes } from '#shared/strike.ts';
import type { SkillView } from '#shared/watch/skillBody.ts';
import { encodeFeedEvent } from '#shared/wire/FeedEvent.ts';
import { detailedStrikes } from '#tests/support/strikes.ts';
import { bboxFilter, strikesFrame } from '#worker/relay/replayBuffer.ts';

const ANY_TIME_MS = Number.NEGATIVE_INFINITY;
const FEED = { state: 'live', lastSuccessMs: null, newestStrikeMs: null, typicalDelayMs: null } as const;

/** A stream that sends these bytes and stays open. */
function streamOf(bytes: readonly Uint8Array[], signal: AbortSignal | null | undefined): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of bytes) controller.enqueue(part);
      signal?.addEventListener('abort', () => controller.close());
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

describe('where a reader of the stream stands', () => {
  const MINUTE_MS = 60_000;
  const HOUR_MS = 60 * MINUTE_MS;
  const feed = (epoch: string, providerOffsetMs = 0) => ({ ...FEED, epoch, providerOffsetMs }) as const;
  const hello = (seq: number, serverTimeMs: number, epoch = 'e1') =>
    ({ protocol: 1, seq, serverTimeMs, build: 'b', source: 'live', feed: feed(epoch) }) as const;

  test('[CU1] it begins at the seq of the first hello, and keeps its own cursor at later ones', () => {
    const first = greeted(beginning(undefined), hello(7, HOUR_MS)).state;
    expect(first.cursor).toBe(7);
    expect(greeted(first, hello(90, 2 * HOUR_MS)).state.cursor).toBe(7);
  });

  test('[AP13] it knows whose data the strikes are, where a licence asks for words', () => {
    const primary = { name: 'a', kind: 'cg-stroke', supportsAlerts: true, worstDelayMs: 1, errorKm: 1 } as const;
    const greetedBy = (attribution: string) =>
      greeted(beginning(undefined), { ...hello(7, HOUR_MS), primary: { ...primary, attribution } }).state.attribution;
    expect(greetedBy('A network')).toBe('A network');
    expect(greetedBy('')).toBeUndefined();
    expect(greeted(beginning(undefined), hello(7, HOUR_MS)).state.attribution).toBeUndefined();
  });

  test('[FD17] another epoch means that the server forgot all, whatever its seq', () => {
    const first = greeted(beginning(undefined), hello(7, HOUR_MS)).state;
    expect(greeted(first, hello(9, 2 * HOUR_MS)).forgot).toBe(false);
    expect(greeted(first, hello(9, 2 * HOUR_MS, 'e2')).forgot).toBe(true);
  });

  test('[CU2] after a reset it goes on from the hello, and owes what may have come since it last owed nothing', () => {
    const began = greeted(beginning(undefined), hello(7, HOUR_MS)).state;
    const known = beaten(began, 20, 5 * HOUR_MS, feed('e1', 1_000));
    const again = greeted(known, hello(3, 9 * HOUR_MS)).state;
    const { state, fromMs } = resetFrom(again, 2 * HOUR_MS, ANY_TIME_MS);
    expect(state.cursor).toBe(3);
    expect(fromMs).toBe(3 * HOUR_MS + 1_000);
  });

  test('nothing is owed of before it began, but for what was on its way', () => {
    const began = greeted(beginning(undefined), hello(7, HOUR_MS)).state;
    expect(resetFrom(began, HOUR_MS, ANY_TIME_MS).fromMs).toBe(HOUR_MS - 2 * MINUTE_MS);
  });

  test('with a cursor of unknown age it owes the window before the hello', () => {
    const began = greeted(beginning(99), hello(7, 5 * HOUR_MS)).state;
    expect(resetFrom(began, HOUR_MS, ANY_TIME_MS)).toMatchObject({ fromMs: 4 * HOUR_MS, state: { cursor: 7 } });
  });
});

test('[CU2] after a reset the typed client without a key asks for an hour at most, and says so; with one for all it owes', async () => {
  const serverNowMs = Date.now() + 300_000;
  const data = { protocol: 1, seq: 9, serverTimeMs: serverNowMs, build: 'b', source: 'live' } as const;
  // The provider's clock is behind the server's, so an hour on it is more than an hour on the server's.
  const feed = { ...FEED, providerOffsetMs: -600_000 };
  const hello = encodeFeedEvent({ event: 'hello', retryMs: 5_000, data: { ...data, feed } });
  const frames = new TextEncoder().encode(hello + encodeFeedEvent({ event: 'reset', data: { reason: 'too-old' } }));
  const requestedFromMs = async (key?: string) => {
    const requested: number[] = [];
    const server: typeof fetch = async (input, init) => {
      const { pathname, searchParams } = new URL(String(input));
      if (pathname.endsWith('/live')) return streamOf([frames], init?.signal);
      requested.push(Date.parse(searchParams.get('from') ?? ''));
      return Response.json({ code: 'plan-required' }, { status: 401 });
    };
    const client = new LightningClient({ origin: 'https://lightning.example', fetch: server, ...(key ? { key } : {}) });
    let notifiedMs = Number.NaN;
    const read = async () => {
      const bbox = { west: 23, south: 42, east: 24, north: 43 };
      for await (const item of client.live({ bbox, since: 3 })) if (item.type === 'reset') notifiedMs = item.fromMs;
    };
    await expect(read()).rejects.toMatchObject({ code: 'plan-required' });
    return { notifiedMs, requestedMs: requested[0] ?? Number.NaN };
  };
  const keyless = await requestedFromMs();
  for (const fromMs of [keyless.notifiedMs, keyless.requestedMs])
    expect(Math.abs(fromMs - (serverNowMs - 3_600_000))).toBeLessThan(10_000);
  const backlogMs = serverNowMs - 600_000 - 3_600_000;
  expect(await requestedFromMs('blk_key')).toEqual({ notifiedMs: backlogMs, requestedMs: backlogMs });
  expect(earliestRequestedMs(true, serverNowMs)).toBe(ANY_TIME_MS);
});

describe('client strike detail', () => {
  const BOX = { west: 23, south: 42, east: 24, north: 43 };
  const data = { protocol: 1, seq: 0, serverTimeMs: 0, build: 'b', source: 'live', feed: FEED } as const;
  const hello = new TextEncoder().encode(encodeFeedEvent({ event: 'hello', retryMs: 5_000, data }));
  const serverOf =
    (frame: Uint8Array): typeof fetch =>
    async (_, init) =>
      streamOf([hello, frame], init?.signal);

  test('[ST15] the typed client tells the detail of a strike as its source told it, and none where there is none', () =>
    fc.assert(
      fc.asyncProperty(detailedStrikes, async (strikes) => {
        const frame = strikesFrame(bboxFilter(BOX), toStrikes(strikes), strikes.length) ?? new Uint8Array();
        const client = new LightningClient({ origin: 'https://lightning.example', fetch: serverOf(frame) });
        const reported: Strike[] = [];
        for await (const item of client.live({ bbox: BOX })) {
          if (item.type === 'strike') reported.push(item.strike);
          if (reported.length === strikes.length) break;
        }
        expect(reported).toEqual(strikes.map(({ ordinal: _, ...strike }) => strike));
      }),
      { numRuns: 30 },
    ));
});

test('the typed client asks how good alerts were, and its type is what the API answers', async () => {
  const requests: string[] = [];
  const server: typeof fetch = async (input) => {
    requests.push(String(input));
    return Response.json({ hits: 1 });
  };
  const client = new LightningClient({ origin: 'https://site.test', fetch: server });
  const near = { latitude: 42.7, longitude: 23.32 };
  expect(await client.alertSkill({ near, ringsKm: [30, 16, 5], dwellMin: 20, siteKm: 1, timeZone: 'UTC' })).toEqual({
    hits: 1,
  });
  await client.alertSkill({ region: 'BG.plovdiv' });
  expect(requests.map((address) => decodeURIComponent(address))).toEqual([
    'https://site.test/api/v1/watch/skill?shape=42.7,23.32&rings=30,16,5&dwell=20&site=1&timeZone=UTC',
    'https://site.test/api/v1/watch/skill?region=BG.plovdiv',
  ]);
  expectTypeOf<SkillView>().toExtend<AlertSkill>();
});
