import type { FeedState, HelloEvent } from '../../../../shared/wire/FeedEvent.ts';

/** A new client needs only those older strikes that are still on their way at the first `hello`. */
const ON_THE_WAY_MS = 2 * 60_000;

/** A client's position in the stream. Times are on the provider's clock. */
export interface LiveState {
  /** Everything up to this seq was delivered; undefined before the first `hello`. */
  readonly cursor: number | undefined;
  readonly epoch: string | undefined;
  readonly source: 'live' | 'simulated';
  readonly attribution: string | undefined;
  readonly helloSeq: number;
  readonly helloMs: number;
  /** When the client began; undefined if it continued from another client's cursor. */
  readonly beganMs: number | undefined;
  /** When nothing was missing last; undefined before that. */
  readonly completeMs: number | undefined;
}

export const beginning = (since: number | undefined): LiveState => ({
  cursor: since,
  epoch: undefined,
  source: 'live',
  attribution: undefined,
  helloSeq: 0,
  helloMs: 0,
  beganMs: undefined,
  completeMs: undefined,
});

const providerMs = (serverTimeMs: number, feed: FeedState) => serverTimeMs + (feed.providerOffsetMs ?? 0);

/** State after a `hello`. `forgot`: the server restarted its numbering, so the cursor is invalid. */
export function greeted(state: LiveState, hello: HelloEvent): { readonly state: LiveState; readonly forgot: boolean } {
  const { seq, feed, serverTimeMs, source, primary } = hello;
  // An empty text requires no attribution.
  const attribution = primary?.attribution || undefined;
  const helloMs = providerMs(serverTimeMs, feed);
  const isFirst = state.cursor === undefined;
  const forgot = state.epoch !== undefined && feed.epoch !== undefined && feed.epoch !== state.epoch;
  const heard = { ...state, epoch: feed.epoch ?? state.epoch, source, attribution, helloSeq: seq, helloMs };
  if (!isFirst) return { state: heard, forgot };
  return { state: { ...heard, cursor: seq, beganMs: helloMs, completeMs: helloMs }, forgot };
}

export function beaten(state: LiveState, seq: number, serverTimeMs: number, feed: FeedState): LiveState {
  return { ...state, cursor: seq, completeMs: providerMs(serverTimeMs, feed) };
}

/** How far back a client without a key may read, by the server's clock. */
const KEYLESS_REACH_MS = 3_600_000;

/** The earliest time that may be requested. `serverNowMs` is the time on the server's clock. */
export const earliestAskedMs = (hasKey: boolean, serverNowMs: number): number =>
  hasKey ? Number.NEGATIVE_INFINITY : serverNowMs - KEYLESS_REACH_MS;

/**
 * State after a `reset`. The history is to be read from `fromMs` on: `windowMs` further back, because strikes arrive
 * late, but nothing before `reachMs`.
 */
export function resetFrom(
  state: LiveState,
  windowMs: number,
  reachMs: number,
): { readonly state: LiveState; readonly fromMs: number } {
  const { helloSeq, helloMs, completeMs = helloMs, beganMs } = state;
  const earliestMs = beganMs === undefined ? Number.NEGATIVE_INFINITY : beganMs - ON_THE_WAY_MS;
  return { state: { ...state, cursor: helloSeq }, fromMs: Math.max(completeMs - windowMs, earliestMs, reachMs) };
}
