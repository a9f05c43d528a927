import type { Clock } from '#shared/Clock.ts';
import type { Tile } from '#shared/geo/tile.ts';
import { STREAM_SILENCE_MS } from '#shared/limits.ts';
import { livePath, reconnectDelayMs, refusalDelayMs } from '#shared/wire/apiPaths.ts';
import {
  type DecodedFeedEvent,
  decodeFeedEvent,
  FEED_EVENT_NAMES,
  type FeedEventName,
} from '#shared/wire/FeedEvent.ts';

/** Each call returns a function that cancels it. */
export interface Timers {
  after(delayMs: number, run: () => void): () => void;
  every(periodMs: number, run: () => void): () => void;
}

export const systemTimers: Timers = {
  after(delayMs, run) {
    const handle = setTimeout(run, delayMs);
    return () => clearTimeout(handle);
  },
  every(periodMs, run) {
    const handle = setInterval(run, periodMs);
    return () => clearInterval(handle);
  },
};

/** How often the supervisor checks the clock. */
const TICK_MS = 10_000;
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
  readonly lastReceivedMs: number;
  readonly lastTickMs: number;
  /** The seq of the newest `hello`; a `reset` continues from it. */
  readonly helloSeq: number | undefined;
  /** The stream is still catching up on strikes from before its `hello`. */
  readonly catchingUp: boolean;
  /** The server's earliest time for a reconnection. */
  readonly awayUntilMs: number;
  /** The server refused a stream for lack of capacity, and none has begun since. */
  readonly slicesOnly: boolean;
  /** True if the browser may reconnect by itself: it has a Last-Event-ID and has not failed since it got it. */
  readonly nativeMayResume: boolean;
  /** The Feed whose ordinals `cursor` and `baseSeq` are; undefined before a Feed has named itself. */
  readonly epoch: string | undefined;
}

type ConnectionInput =
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

type ConnectionCommand =
  | { readonly type: 'open'; readonly since: number | undefined }
  | { readonly type: 'close' }
  | { readonly type: 'retry'; readonly delayMs: number }
  | { readonly type: 'deliver'; readonly frame: DecodedFeedEvent }
  /** Between two ticks the device slept, or its clock was set. */
  | { readonly type: 'timeJumped' }
  | { readonly type: 'reloadSite' };

interface ConnectionStep {
  readonly state: ConnectionState;
  readonly commands: readonly ConnectionCommand[];
}

function initialConnection(nowMs: number): ConnectionState {
  return {
    phase: 'stopped',
    failures: 0,
    cursor: undefined,
    baseSeq: undefined,
    lastReceivedMs: nowMs,
    lastTickMs: nowMs,
    helloSeq: undefined,
    catchingUp: true,
    awayUntilMs: Number.NEGATIVE_INFINITY,
    slicesOnly: false,
    nativeMayResume: false,
    epoch: undefined,
  };
}

function reopen(state: ConnectionState, nowMs: number): ConnectionStep {
  return {
    state: { ...state, phase: 'opening', lastReceivedMs: nowMs, nativeMayResume: false },
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
  const received = { ...ofEpoch(state, frame), phase: 'open', lastReceivedMs: nowMs } as const;
  if (frame.event === 'hello') {
    const { seq } = frame.data;
    const cursor = received.cursor ?? seq;
    const baseSeq = received.baseSeq ?? cursor;
    const catchingUp = cursor < seq;
    const greeted = { ...received, slicesOnly: false };
    return { state: { ...greeted, helloSeq: seq, cursor, baseSeq, catchingUp }, commands: [deliver] };
  }
  if (frame.event === 'reset') {
    const { helloSeq } = received;
    return { state: { ...received, cursor: helloSeq, baseSeq: helloSeq, catchingUp: false }, commands: [deliver] };
  }
  if (frame.event === 'away') return stayAway(received, frame.data.retryAfterMs, nowMs);
  // `storm-cells` may arrive in one chunk with `hello`, so it proves nothing.
  if (frame.event === 'storm-cells') return { state: received, commands: [deliver] };
  // Only an event after `hello` proves that the stream works; one that fails earlier must be reopened with a delay.
  const proven = { ...received, failures: 0 };
  if (id === undefined) return { state: proven, commands: [deliver] };
  const cursor = Math.max(id, received.cursor ?? 0);
  const catchingUp = received.catchingUp && cursor < (received.helloSeq ?? Number.POSITIVE_INFINITY);
  return { state: { ...proven, cursor, catchingUp, nativeMayResume: true }, commands: [deliver] };
}

/** Another epoch's ordinals are other numbers, so its stream begins at the event that names it. */
function ofEpoch(state: ConnectionState, frame: DecodedFeedEvent): ConnectionState {
  if (frame.event !== 'hello' && frame.event !== 'hb') return state;
  const { epoch } = frame.data.feed;
  if (epoch === undefined || epoch === state.epoch) return state;
  if (state.epoch === undefined) return { ...state, epoch };
  const { seq } = frame.data;
  return { ...state, epoch, cursor: seq, baseSeq: seq, helloSeq: seq, catchingUp: false };
}

function onProtocolMismatch(state: ConnectionState): ConnectionStep {
  return { state: { ...state, phase: 'stopped' }, commands: [{ type: 'close' }, { type: 'reloadSite' }] };
}

function onTick(state: ConnectionState, nowMs: number, random: () => number): ConnectionStep {
  const step = afterTick(state, nowMs, random);
  const sinceMs = nowMs - state.lastTickMs;
  if (sinceMs >= 0 && sinceMs <= SLEPT_AFTER_MS) return step;
  return { ...step, commands: [{ type: 'timeJumped' }, ...step.commands] };
}

function afterTick(state: ConnectionState, nowMs: number, random: () => number): ConnectionStep {
  const slept = nowMs - state.lastTickMs > SLEPT_AFTER_MS;
  // After the clock was set back, a dead stream must still be detected in time, and no refusal lasts longer.
  const backMs = Math.max(0, state.lastTickMs - nowMs);
  const ticked = {
    ...state,
    lastTickMs: nowMs,
    lastReceivedMs: Math.min(state.lastReceivedMs, nowMs),
    awayUntilMs: state.awayUntilMs - backMs,
  };
  const silent = nowMs - ticked.lastReceivedMs >= STREAM_SILENCE_MS;
  switch (state.phase) {
    case 'opening':
    case 'open':
      if (!silent) return { state: ticked, commands: [] };
      return slept ? reopen(ticked, nowMs) : reopenLater(ticked, random);
    case 'waiting':
      return slept ? reopen(ticked, nowMs) : { state: ticked, commands: [] };
    case 'away':
      return nowMs >= ticked.awayUntilMs ? reopen(ticked, nowMs) : { state: ticked, commands: [] };
    default:
      return { state: ticked, commands: [] };
  }
}

/** Returns the next state and its commands. Pure: time and randomness come from `nowMs` and `random`. */
function stepConnection(
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
      return running ? onProtocolMismatch(state) : unchanged;
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
      const silent = running && nowMs - state.lastReceivedMs >= STREAM_SILENCE_MS;
      return state.phase === 'suspended' || state.phase === 'waiting' || silent ? reopen(state, nowMs) : unchanged;
    }
  }
}

export interface EventStream {
  readonly readyState: number;
  /** How long the server asks us to stay away, if it refused the stream. */
  readonly refusedForMs?: number | undefined;
  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void;
  close(): void;
}

/** `readyState` of an EventSource that will not reconnect. */
const CLOSED = 2;

interface FeedConnectionDeps {
  readonly openStream: (url: string) => EventStream;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: () => number;
  readonly onEvent: (event: DecodedFeedEvent) => void;
  readonly onPhase: (phase: ConnectionState['phase']) => void;
  /** The device slept, or its clock was set: times on it from before may lie in its future. */
  readonly onTimeJump: () => void;
  /** The server's protocol differs: only reloading the site can help. */
  readonly onProtocolMismatch: () => void;
}

/** Keeps an EventSource alive (`connectionMachine.ts`), which alone ends on any non-200 status and ignores silence. */
export class FeedConnection {
  private readonly deps: FeedConnectionDeps;
  private state: ConnectionState;
  private cells: readonly Tile[] = [];
  private stream: EventStream | undefined;
  private cancelRetry: () => void = () => {};
  private cancelTick: () => void = () => {};

  constructor(deps: FeedConnectionDeps) {
    this.deps = deps;
    this.state = initialConnection(deps.clock.now());
  }

  /** Strikes up to this seq must come from slices; undefined until the server has sent where the stream begins. */
  get baseSeq(): number | undefined {
    return this.state.baseSeq;
  }

  /** The stream has delivered every strike up to this seq; undefined before any `hello`. */
  get cursor(): number | undefined {
    return this.state.cursor;
  }

  /** True if the stream has delivered everything that was pending at its last start. */
  get caughtUp(): boolean {
    return !this.state.catchingUp;
  }

  get phase(): ConnectionState['phase'] {
    return this.state.phase;
  }

  /** True if the server refused a stream for lack of capacity, and none has begun since. */
  get slicesOnly(): boolean {
    return this.state.slicesOnly;
  }

  /** True if the newest attempts failed: no stream has proven itself since. */
  get failing(): boolean {
    return this.state.failures > 0;
  }

  get lastReceivedMs(): number {
    return this.state.lastReceivedMs;
  }

  /** Opens or reopens the stream of `cells` after `since`, by default after the cursor. */
  start(cells: readonly Tile[], since?: number): void {
    this.cells = cells;
    this.cancelTick();
    this.cancelTick = this.deps.timers.every(TICK_MS, () => this.step({ type: 'tick' }));
    this.step({ type: 'start', since });
  }

  suspend(): void {
    this.step({ type: 'suspend' });
  }

  wake(): void {
    this.step({ type: 'wake' });
  }

  stop(): void {
    this.cancelTick();
    this.step({ type: 'stop' });
  }

  private step(input: ConnectionInput): void {
    const before = this.state.phase;
    const { state, commands } = stepConnection(this.state, input, this.deps.clock.now(), this.deps.random);
    this.state = state;
    if (state.phase !== before) this.deps.onPhase(state.phase);
    for (const command of commands) this.dispatch(command);
  }

  private dispatch(command: ConnectionCommand): void {
    switch (command.type) {
      case 'open':
        this.open(command.since);
        break;
      case 'close':
        this.cancelRetry();
        this.stream?.close();
        this.stream = undefined;
        break;
      case 'retry':
        this.cancelRetry = this.deps.timers.after(command.delayMs, () => this.step({ type: 'retryDue' }));
        break;
      case 'deliver':
        this.deps.onEvent(command.frame);
        break;
      case 'timeJumped':
        this.deps.onTimeJump();
        break;
      case 'reloadSite':
        this.deps.onProtocolMismatch();
        break;
    }
  }

  private open(since: number | undefined): void {
    const stream = this.deps.openStream(livePath(this.cells, since));
    this.stream = stream;
    const whileCurrent = (run: () => void) => {
      if (this.stream === stream) run();
    };
    for (const name of FEED_EVENT_NAMES) {
      stream.addEventListener(name, (message) => whileCurrent(() => this.receive(name, message)));
    }
    stream.addEventListener('error', () => {
      const { readyState, refusedForMs } = stream;
      whileCurrent(() => this.step({ type: 'broken', closed: readyState === CLOSED, refusedForMs }));
    });
  }

  private receive(name: FeedEventName, message: MessageEvent<string>): void {
    const decoded = decodeFeedEvent(name, message.data);
    const id = /^\d+$/.test(message.lastEventId) ? Number(message.lastEventId) : undefined;
    if (decoded.ok) this.step({ type: 'frame', frame: decoded.value, id });
    else this.step({ type: decoded.otherProtocol === undefined ? 'badFrame' : 'foreignProtocol' });
  }
}
