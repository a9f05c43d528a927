import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LightningClient, type Strike } from '#client/index.ts';
import { encodeFeedEvent } from '#shared/wire/feedCodec.ts';
import { detailedStrikes } from '#tests/support/strikes.ts';
import { strikesFrame } from '#worker/relay/frames.ts';
import { bboxFilter } from '#worker/relay/OpenStream.ts';

const BOX = { west: 23, south: 42, east: 24, north: 43 };
const FEED = { state: 'live', lastSuccessMs: null, newestStrikeMs: null, typicalDelayMs: null } as const;
const hello = encodeFeedEvent({
  event: 'hello',
  retryMs: 5_000,
  data: { protocol: 1, seq: 0, serverTimeMs: 0, build: 'b', source: 'live', feed: FEED },
});

/** A server whose stream tells these bytes and stays open. */
function serverOf(frame: Uint8Array): typeof fetch {
  return async (_, init) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(hello));
        controller.enqueue(frame);
        init?.signal?.addEventListener('abort', () => controller.close());
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
}

test('[ST15] the typed client tells the detail of a strike as its source told it, and none where there is none', () =>
  fc.assert(
    fc.asyncProperty(detailedStrikes, async (strikes) => {
      const frame = strikesFrame(bboxFilter(BOX), strikes, strikes.length) ?? new Uint8Array();
      const client = new LightningClient({ origin: 'https://lightning.example', fetch: serverOf(frame) });
      const told: Strike[] = [];
      for await (const item of client.live({ bbox: BOX })) {
        if (item.type === 'strike') told.push(item.strike);
        if (told.length === strikes.length) break;
      }
      expect(told).toEqual(strikes.map(({ ordinal: _, ...strike }) => strike));
    }),
    { numRuns: 30 },
  ));
