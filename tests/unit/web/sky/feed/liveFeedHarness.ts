import { onTestFinished, vi } from 'vitest';
import type { NumberedStrike } from '#shared/strike.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { parseHourKey } from '#shared/time/hourKey.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import type { FeedState } from '#shared/wire/FeedEvent.ts';
import { strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { encodeStrikeSlice } from '#shared/wire/strikeSlice.ts';
import { LiveFeed } from '#web/sky/feed/LiveFeed.ts';
import type { LiveFeedDeps } from '#web/sky/feed/LiveFeedDeps.ts';
import { systemTimers } from '#web/sky/feed/Timers.ts';
import { heartbeat, hello, LIVE, ScriptedServer, ScriptedSignals, type ScriptedStream } from './feedHarness.ts';

export const NOW = Date.UTC(2026, 6, 1, 12, 30);
export const HOUR = 3_600_000;
export const SOFIA = { west: 23.1, south: 42.6, east: 23.5, north: 42.8 };
export const ATHENS = { west: 23.5, south: 37.8, east: 23.9, north: 38.1 };

/** A slice host: `seq` and `strikes` are what it knows at the moment of each answer. */
class SliceHost {
  seq = 100;
  strikes: NumberedStrike[] = [];
  failing = false;
  refusing = false;
  hanging = false;
  feed: FeedState = { ...LIVE, lastSuccessMs: NOW };
  readonly asked: string[] = [];

  readonly fetchBytes = async (path: string): Promise<Response> => {
    this.asked.push(path);
    if (this.hanging) return new Promise(() => {});
    if (this.failing) return new Response(null, { status: 503 });
    if (this.refusing) return new Response(null, { status: 400 });
    if (path === apiPaths.status) {
      const { feed } = this;
      return Response.json({ source: 'simulated', build: 'test', serverTimeMs: Date.now(), feed, viewers: 7 });
    }
    const hourMs = parseHourKey(path.split('/').at(-2) ?? '') ?? 0;
    const strikes = this.strikes.filter(({ atMs }) => atMs >= hourMs && atMs < hourMs + HOUR);
    return new Response(
      encodeStrikeSlice({ seq: this.seq, beyondRetention: false, columns: strikesToColumns(strikes) }),
    );
  };
}

/** A feed that is given these streams and slices, until the test is over. Time is the test's, signals come when it sends them. */
export function beginFeed({ openStream, fetchBytes }: Pick<LiveFeedDeps, 'openStream' | 'fetchBytes'>) {
  const signals = new ScriptedSignals();
  const feed = new LiveFeed({
    openStream,
    fetchBytes,
    clock: systemClock,
    timers: systemTimers,
    random: () => 0.5,
    signals,
  });
  onTestFinished(() => feed.stop());
  return { feed, signals };
}

export function begin() {
  const server = new ScriptedServer();
  const host = new SliceHost();
  return { server, host, ...beginFeed({ openStream: server.open, fetchBytes: host.fetchBytes }) };
}

/** A feed that shows an hour of Sofia and has its slices; its stream has not begun. */
export async function beginShown() {
  const begun = begin();
  begun.feed.show(SOFIA, HOUR);
  await settled();
  return begun;
}

export const settled = () => vi.advanceTimersByTimeAsync(0);
export const ordinals = (feed: LiveFeed) =>
  Array.from(feed.view.strikes.store.ordinals.subarray(0, feed.view.strikes.store.length)).sort((a, b) => a - b);
export const greeting = (seq: number) => hello(seq, { serverTimeMs: Date.now() });

/** A stream begins as a relay begins one: with `hello`, and an `hb` once all that was owed has been told. */
export function beginStream(stream: ScriptedStream, seq: number): void {
  stream.send(greeting(seq));
  stream.send(heartbeat(seq, Date.now()));
}
