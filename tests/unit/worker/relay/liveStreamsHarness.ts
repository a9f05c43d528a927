import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { HOME_BOX as HOME } from '#shared/geo/Areas.ts';
import type { CellsEvent } from '#shared/wire/cellsEvent.ts';
import type { FeedState, StrikesEvent } from '#shared/wire/FeedEvent.ts';
import { numberedStrikes } from '#tests/support/numberedStrikes.ts';
import { fakeClock } from '#tests/support/time/fakeClock.ts';
import { packStrikes } from '#worker/feed/StrikePages.ts';
import { type ClientKey, NO_ADDRESS } from '#worker/relay/ClientKey.ts';
import { NewestCells } from '#worker/relay/frames.ts';
import { LiveStreams } from '#worker/relay/LiveStreams.ts';
import { bboxFilter, type StreamFilter } from '#worker/relay/OpenStream.ts';
import { StrikeRing } from '#worker/relay/StrikeRing.ts';

export const HOUR_MS = 3_600_000;
export const START_MS = Date.UTC(2026, 6, 1, 12);
export const SOFIA = bboxFilter({ west: 23, south: 42, east: 24, north: 43 });
export const FEED: FeedState = { state: 'live', lastSuccessMs: START_MS, newestStrikeMs: null, typicalDelayMs: null };

/** A relay's ring and streams under a clock of the test; `open` returns a reader. */
export function aRelay(inRing = 0) {
  const clock = fakeClock(START_MS);
  const ring = new StrikeRing(0, 15 * 60_000, 60_000);
  const feed = { now: FEED };
  const newest = new NewestCells();
  const cells = () => newest.at(clock.now());
  const streams = new LiveStreams({ ring, clock, feed: () => feed.now, cells, onCount: () => {} });
  const pushCells = (event: CellsEvent) => {
    newest.take(event);
    streams.pushCells();
  };
  const push = (first: number, count: number) => {
    const strikes = numberedStrikes(first, count);
    const seq = first + count - 1;
    ring.append(packStrikes(strikes), seq, clock.now());
    streams.push(strikes, seq);
  };
  if (inRing > 0) push(1, inRing);
  const open = (
    since?: number,
    filter: StreamFilter = SOFIA,
    gone = new AbortController(),
    client: ClientKey = NO_ADDRESS,
  ) => {
    const hello = {
      protocol: 1,
      seq: ring.headSeq,
      serverTimeMs: START_MS,
      build: 'b',
      source: 'live',
      feed: FEED,
    } as const;
    const wantsCells = filter.touches(HOME);
    const opened = { client, filter, since, hello, wantsCells, retryMs: 3_000, closesMs: START_MS + 2 * HOUR_MS };
    return new Reader(streams.open(opened, gone.signal));
  };
  return { clock, feed, ring, streams, push, pushCells, open };
}

/** Takes chunks one by one, as a client that decides when it reads. */
class Reader {
  readonly events: EventSourceMessage[] = [];
  retryMs: number | undefined;
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  private readonly decoder = new TextDecoder();
  private readonly parser = createParser({
    onEvent: (event) => this.events.push(event),
    onRetry: (ms) => {
      this.retryMs = ms;
    },
  });

  constructor(stream: ReadableStream<Uint8Array>) {
    this.reader = stream.getReader();
  }

  /** Reads until `count` events came, or the stream ended: then resolves to false. */
  async take(count: number): Promise<boolean> {
    while (this.events.length < count) {
      const { done, value } = await this.reader.read();
      if (done) return false;
      this.parser.feed(this.decoder.decode(value, { stream: true }));
    }
    return true;
  }

  cancel(): Promise<void> {
    return this.reader.cancel();
  }

  ordinals(): number[] {
    return this.events
      .filter(({ event }) => event === 'strikes')
      .flatMap(({ data }) => (JSON.parse(data) as StrikesEvent).strikes.map(([, , , , ordinal]) => ordinal));
  }
}

/** The ordinals after `after` up to `last`. */
export const upTo = (last: number, after = 0) => Array.from({ length: last - after }, (_, index) => after + index + 1);
