import type { FeedState, HelloEvent } from '../../../../shared/wire/FeedEvent.ts';

/** Of strikes before the first `hello` only those still on their way are owed. */
const ON_THE_WAY_MS = 2 * 60_000;

/** A reader's position in the stream. Times are on the provider's clock. */
export interface LiveState {
  /** All up to this seq has been told; undefined before the first `hello`. */
  readonly cursor: number | undefined;
  readonly epoch: string | undefined;
  readonly source: 'live' | 'simulated';
  readonly attribution: string | undefined;
  readonly helloSeq: number;
  readonly helloMs: number;
  /** When the reader began; undefined if it went on from another reader's cursor. */
  readonly beganMs: number | undefined;
  /** When the stream last owed nothing; undefined before that. */
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

/** After a `hello`. `forgot`: the server counts anew, so the cursor means nothing to it. */
export function greeted(state: LiveState, hello: HelloEvent): { readonly state: LiveState; readonly forgot: boolean } {
  const { seq, feed, serverTimeMs, source, primary } = hello;
  // Empty words ask for nothing.
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

/** How far back a reader without a key may ask, by the server's clock. */
const KEYLESS_REACH_MS = 3_600_000;

/** The earliest time that may be asked for. `serverNowMs` is the time on the server's clock. */
export const earliestAskedMs = (hasKey: boolean, serverNowMs: number): number =>
  hasKey ? Number.NEGATIVE_INFINITY : serverNowMs - KEYLESS_REACH_MS;

/**
 * After a `reset`. The history from `fromMs` on is owed: `windowMs` further back, for strikes that come late, but nothing
 * before `reachMs`.
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
