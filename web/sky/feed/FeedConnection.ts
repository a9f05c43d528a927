import * as v from 'valibot';
import type { Clock } from '#shared/Clock.ts';
import type { Tile } from '#shared/geo/tile.ts';
import { livePath } from '#shared/wire/apiPaths.ts';
import { PROTOCOL_VERSION } from '#shared/wire/FeedEvent.ts';
import {
  type DecodedFeedEvent,
  decodeFeedEvent,
  FEED_EVENT_NAMES,
  type FeedEventName,
} from '#shared/wire/feedCodec.ts';
import {
  type ConnectionCommand,
  type ConnectionInput,
  type ConnectionState,
  initialConnection,
  stepConnection,
  TICK_MS,
} from './connectionMachine.ts';
import type { Timers } from './Timers.ts';

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
  /** The server's protocol differs: only reloading the site can help. */
  readonly onForeignProtocol: () => void;
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

  get lastHeardMs(): number {
    return this.state.lastHeardMs;
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
    for (const command of commands) this.carryOut(command);
  }

  private carryOut(command: ConnectionCommand): void {
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
      case 'reloadSite':
        this.deps.onForeignProtocol();
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
    const protocol = name === 'hello' ? announcedProtocol(message.data) : undefined;
    if (protocol !== undefined && protocol !== PROTOCOL_VERSION) {
      this.step({ type: 'foreignProtocol' });
      return;
    }
    const decoded = decodeFeedEvent(name, message.data);
    const id = /^\d+$/.test(message.lastEventId) ? Number(message.lastEventId) : undefined;
    this.step(decoded.ok ? { type: 'frame', frame: decoded.value, id } : { type: 'badFrame' });
  }
}

const Announcement = v.object({ protocol: v.number() });

/** Returns a `hello`'s protocol, or undefined. Parsed alone, because a later version may change everything else. */
function announcedProtocol(helloText: string): number | undefined {
  try {
    const result = v.safeParse(Announcement, JSON.parse(helloText));
    return result.success ? result.output.protocol : undefined;
  } catch {
    return undefined;
  }
}
