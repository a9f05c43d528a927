import { EventSourceParserStream } from 'eventsource-parser/stream';
import {
  type DecodedFeedEvent,
  decodeFeedEvent,
  type FeedEventName,
  type StrikeTuple,
} from '#shared/wire/FeedEvent.ts';

export interface ReceivedEvent {
  readonly value: DecodedFeedEvent;
  readonly id: string | undefined;
  readonly atMs: number;
}

/**
 * A subscriber as anyone might write one: reads a `?bbox=` stream, resumes from its last event id whenever the stream
 * ends for whatever reason, and records every strike it receives and how often.
 */
export class LiveClient {
  readonly events: ReceivedEvent[] = [];
  /** How often each strike id was received. */
  readonly reported = new Map<string, number>();
  /** When each strike was first received. */
  readonly firstReportedMs = new Map<string, number>();
  connections = 0;
  resets = 0;
  private cursor: string | undefined;
  private stopped = false;
  private readonly abort = new AbortController();
  private readonly waiters = new Set<() => void>();
  private readonly address: string;
  private readonly done: Promise<void>;

  constructor(baseUrl: string, query: string) {
    this.address = `${baseUrl}/api/v1/live?${query}`;
    this.done = this.run();
  }

  /** Resolves once `condition` holds; rejects after `timeoutMs`, saying `what` was waited for. */
  async until(condition: () => boolean, what: string, timeoutMs = 20_000): Promise<void> {
    const deadline = AbortSignal.timeout(timeoutMs);
    while (!condition()) {
      await new Promise<void>((resolve, reject) => {
        this.waiters.add(resolve);
        deadline.addEventListener('abort', () => reject(new Error(`waited ${timeoutMs} ms for ${what}`)), {
          once: true,
        });
      });
    }
  }

  strikes(): StrikeTuple[] {
    return this.events.flatMap(({ value }) =>
      value.event === 'strikes' && 'strikes' in value.data ? value.data.strikes : [],
    );
  }

  async close(): Promise<void> {
    this.stopped = true;
    this.abort.abort();
    await this.done;
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      try {
        await this.readOnce();
      } catch {
        // Refused, cut or aborted: all the same to a client that resumes.
      }
      if (!this.stopped) await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  private async readOnce(): Promise<void> {
    const headers: Record<string, string> = this.cursor === undefined ? {} : { 'last-event-id': this.cursor };
    const response = await fetch(this.address, { headers, signal: this.abort.signal });
    if (!response.body || response.status !== 200) {
      await response.body?.cancel();
      throw new Error(`status ${response.status}`);
    }
    this.connections += 1;
    const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
    for await (const { event, id, data } of events) {
      const decoded = decodeFeedEvent(event as FeedEventName, data);
      if (!decoded.ok) throw new Error(`${event}: ${decoded.reason}`);
      this.accept({ value: decoded.value, id, atMs: Date.now() });
    }
  }

  private accept(received: ReceivedEvent): void {
    const { value, id, atMs } = received;
    this.events.push(received);
    if (value.event === 'reset') {
      this.resets += 1;
      this.cursor = undefined;
    }
    if (value.event === 'strikes' && 'strikes' in value.data) {
      for (const [strikeId] of value.data.strikes) {
        this.reported.set(strikeId, (this.reported.get(strikeId) ?? 0) + 1);
        if (!this.firstReportedMs.has(strikeId)) this.firstReportedMs.set(strikeId, atMs);
      }
    }
    if (id !== undefined) this.cursor = id;
    for (const wake of this.waiters) wake();
    this.waiters.clear();
  }
}
