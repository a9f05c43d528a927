import { STREAM_SILENCE_MS } from '#shared/limits.ts';
import { reconnectDelayMs, refusalDelayMs } from '#shared/wire/apiPaths.ts';
import { PROTOCOL_VERSION } from '#shared/wire/FeedEvent.ts';
import type { DecodedFeedEvent } from '#shared/wire/feedCodec.ts';

/** How often the supervisor checks the clock. */
export const TICK_MS = 10_000;
/** A longer gap between ticks means that the device slept, not that a timer was late. */
const SLEPT_AFTER_MS = 3 * TICK_MS;

/*
 * The phases of the supervised stream, and the inputs that change them:
 *
 *             start                     any frame
 *   stopped ─────────► opening ────────────────────────► open
 *                      ▲  ▲ │ ◄────────────────────────── │
 *                      │  │ │  broken: the browser will   │
 *                      │  │ │  reopen it by itself        │
 *                      │  │ └──────────────┬──────────────┘
 *                      │  │                │ broken otherwise · badFrame · tick after 45 s of silence
 *                      │  │                ▼
 *                      │  └──────────── waiting    (no stream; a jittered delay is running)
 *                      │   retryDue · wake · tick after sleep
 *                      └─────────────── suspended  (no stream, no delay: offline, frozen, long hidden)
 *                          wake
 *
 * From opening or open:  the server has no place for us (`away`, or a refusal that names a time) → away: no stream
 *                        until that time, not even for another view; then retryDue → opening. Slices are read meanwhile.
 * From suspended:        wake before that time → away.
 * From any phase:        start → opening, from the cursor; stop → stopped.
 * From any but stopped:  suspend → suspended.
 * From opening or open:  wake, or a tick after sleep, finds 45 s of silence → opening, without delay;
 *                        foreignProtocol, or a `hello` of another version → stopped, and the site reloads.
 * Any other input leaves the phase as it is.
 */

/**
 * The supervised stream.
 * - `cursor`: the stream has delivered every strike of the subscribed cells up to this seq.
 * - `baseSeq`: where the chain of streams began; strikes up to it must come from slices.
 */
export interface ConnectionState {
  readonly phase: 'stopped' | 'opening' | 'open' | 'waiting' | 'away' | 'suspended';
  readonly failures: number;
  readonly cursor: number | undefined;
  readonly baseSeq: number | undefined;
  readonly lastHeardMs: number;
  readonly lastTickMs: number;
  /** The seq of the newest `hello`; a `reset` continues from it. */
  readonly helloSeq: number | undefined;
  /** The stream is still catching up on strikes from before its `hello`. */
  readonly catchingUp: boolean;
  /** The server asked us not to reconnect before this time. */
  readonly awayUntilMs: number;
  /** The server refused a stream for lack of capacity, and none has begun since. */
  readonly slicesOnly: boolean;
  /** True if the browser may reconnect by itself: it has a Last-Event-ID and has not failed since it got it. */
  readonly nativeMayResume: boolean;
}

export type ConnectionInput =
  | { readonly type: 'start'; readonly since: number | undefined }
  | { readonly type: 'stop' }
  | { readonly type: 'frame'; readonly frame: DecodedFeedEvent; readonly id: number | undefined }
  | { readonly type: 'badFrame' }
  | { readonly type: 'foreignProtocol' }
  /** `closed`: the browser will not reconnect. `refusedForMs`: how long the server asks us to wait. */
  | { readonly type: 'broken'; readonly closed: boolean; readonly refusedForMs?: number | undefined }
  | { readonly type: 'tick' }
  | { readonly type: 'retryDue' }
  /** Offline, frozen, or hidden for a long time. */
  | { readonly type: 'suspend' }
  /** Online, visible or thawed again. */
  | { readonly type: 'wake' };

export type ConnectionCommand =
  | { readonly type: 'open'; readonly since: number | undefined }
  | { readonly type: 'close' }
  | { readonly type: 'retry'; readonly delayMs: number }
  | { readonly type: 'deliver'; readonly frame: DecodedFeedEvent }
  | { readonly type: 'reloadSite' };

export interface ConnectionStep {
  readonly state: ConnectionState;
  readonly commands: readonly ConnectionCommand[];
}

export function initialConnection(nowMs: number): ConnectionState {
  return {
    phase: 'stopped',
    failures: 0,
    cursor: undefined,
    baseSeq: undefined,
    lastHeardMs: nowMs,
    lastTickMs: nowMs,
    helloSeq: undefined,
    catchingUp: true,
    awayUntilMs: Number.NEGATIVE_INFINITY,
    slicesOnly: false,
    nativeMayResume: false,
  };
}

function reopen(state: ConnectionState, nowMs: number): ConnectionStep {
  return {
    state: { ...state, phase: 'opening', lastHeardMs: nowMs, nativeMayResume: false },
    commands: [{ type: 'close' }, { type: 'open', since: state.cursor }],
  };
}

function reopenLater(state: ConnectionState, random: () => number): ConnectionStep {
  const delayMs = reconnectDelayMs(state.failures, random);
  return {
    state: { ...state, phase: 'waiting', failures: state.failures + 1, nativeMayResume: false },
    commands: [{ type: 'close' }, { type: 'retry', delayMs }],
  };
}

function stayAway(state: ConnectionState, delayMs: number, nowMs: number): ConnectionStep {
  const away = { phase: 'away', slicesOnly: true, awayUntilMs: nowMs + delayMs, nativeMayResume: false } as const;
  return { state: { ...state, ...away }, commands: [{ type: 'close' }, { type: 'retry', delayMs }] };
}

function onRefusal(state: ConnectionState, forMs: number, nowMs: number, random: () => number): ConnectionStep {
  const refused = { ...state, failures: state.failures + 1 };
  return stayAway(refused, refusalDelayMs(forMs, state.failures, random), nowMs);
}

function onFrame(
  state: ConnectionState,
  frame: DecodedFeedEvent,
  id: number | undefined,
  nowMs: number,
): ConnectionStep {
  const deliver = { type: 'deliver', frame } as const;
  const heard = { ...state, phase: 'open', lastHeardMs: nowMs } as const;
  if (frame.event === 'hello') {
    if (frame.data.protocol !== PROTOCOL_VERSION) return onForeignProtocol(state);
    const { seq } = frame.data;
    const cursor = state.cursor ?? seq;
    const baseSeq = state.baseSeq ?? cursor;
    const catchingUp = cursor < seq;
    const greeted = { ...heard, slicesOnly: false };
    return { state: { ...greeted, helloSeq: seq, cursor, baseSeq, catchingUp }, commands: [deliver] };
  }
  if (frame.event === 'reset') {
    const { helloSeq } = state;
    return { state: { ...heard, cursor: helloSeq, baseSeq: helloSeq, catchingUp: false }, commands: [deliver] };
  }
  if (frame.event === 'away') return stayAway(heard, frame.data.retryAfterMs, nowMs);
  // `storm-cells` may arrive in one chunk with `hello`, so it proves nothing.
  if (frame.event === 'storm-cells') return { state: heard, commands: [deliver] };
  // Only an event after `hello` proves that the stream works; one that fails earlier must be reopened with a delay.
  const proven = { ...heard, failures: 0 };
  if (id === undefined) return { state: proven, commands: [deliver] };
  const cursor = Math.max(id, state.cursor ?? 0);
  const catchingUp = state.catchingUp && cursor < (state.helloSeq ?? Number.POSITIVE_INFINITY);
  return { state: { ...proven, cursor, catchingUp, nativeMayResume: true }, commands: [deliver] };
}

function onForeignProtocol(state: ConnectionState): ConnectionStep {
  return { state: { ...state, phase: 'stopped' }, commands: [{ type: 'close' }, { type: 'reloadSite' }] };
}

function onTick(state: ConnectionState, nowMs: number, random: () => number): ConnectionStep {
  const slept = nowMs - state.lastTickMs > SLEPT_AFTER_MS;
  // After the clock was set back, a dead stream must still be detected in time.
  const ticked = { ...state, lastTickMs: nowMs, lastHeardMs: Math.min(state.lastHeardMs, nowMs) };
  const silent = nowMs - ticked.lastHeardMs >= STREAM_SILENCE_MS;
  switch (state.phase) {
    case 'opening':
    case 'open':
      if (!silent) return { state: ticked, commands: [] };
      return slept ? reopen(ticked, nowMs) : reopenLater(ticked, random);
    case 'waiting':
      return slept ? reopen(ticked, nowMs) : { state: ticked, commands: [] };
    case 'away':
      return nowMs >= state.awayUntilMs ? reopen(ticked, nowMs) : { state: ticked, commands: [] };
    default:
      return { state: ticked, commands: [] };
  }
}

/** Returns the next state and its commands. Pure: time and randomness come from `nowMs` and `random`. */
export function stepConnection(
  state: ConnectionState,
  input: ConnectionInput,
  nowMs: number,
  random: () => number,
): ConnectionStep {
  const unchanged: ConnectionStep = { state, commands: [] };
  const running = state.phase === 'opening' || state.phase === 'open';
  switch (input.type) {
    case 'start': {
      const cursor = input.since ?? state.cursor;
      const fresh = { cursor, baseSeq: cursor, helloSeq: undefined, catchingUp: true };
      if (state.phase === 'away') return { state: { ...state, ...fresh }, commands: [] };
      return reopen({ ...state, ...fresh, lastTickMs: nowMs }, nowMs);
    }
    case 'stop':
      return { state: { ...state, phase: 'stopped' }, commands: [{ type: 'close' }] };
    case 'frame':
      return running ? onFrame(state, input.frame, input.id, nowMs) : unchanged;
    case 'foreignProtocol':
      return running ? onForeignProtocol(state) : unchanged;
    case 'badFrame':
      return running ? reopenLater(state, random) : unchanged;
    case 'broken':
      if (!running) return unchanged;
      if (input.refusedForMs !== undefined) return onRefusal(state, input.refusedForMs, nowMs, random);
      if (input.closed || !state.nativeMayResume) return reopenLater(state, random);
      return { state: { ...state, phase: 'opening', nativeMayResume: false }, commands: [] };
    case 'tick':
      return onTick(state, nowMs, random);
    case 'retryDue':
      return state.phase === 'waiting' || state.phase === 'away' ? reopen(state, nowMs) : unchanged;
    case 'suspend':
      if (state.phase === 'stopped') return unchanged;
      return { state: { ...state, phase: 'suspended' }, commands: [{ type: 'close' }] };
    case 'wake': {
      const awayMs = state.awayUntilMs - nowMs;
      if (state.phase === 'away') return awayMs > 0 ? unchanged : reopen(state, nowMs);
      if (state.phase === 'suspended' && awayMs > 0) return stayAway(state, awayMs, nowMs);
      const silent = running && nowMs - state.lastHeardMs >= STREAM_SILENCE_MS;
      return state.phase === 'suspended' || state.phase === 'waiting' || silent ? reopen(state, nowMs) : unchanged;
    }
  }
}
