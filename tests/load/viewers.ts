import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { formatTile, tileAt } from '#shared/geo/tile.ts';
import { CELL_ZOOM } from '#shared/limits.ts';
import { seededRandom } from '#shared/numbers.ts';
import type { DeltaColumns } from '#shared/wire/StrikeColumns.ts';
import { percentile } from './percentile.ts';

/** A stretch of the feed that a viewer watched: strikes of `cells` with `afterSeq < ordinal <= toSeq`. */
interface Stretch {
  readonly cells: readonly string[];
  /** Undefined while the viewer has not been greeted. */
  afterSeq: number | undefined;
  toSeq: number;
}

/** How often a viewer received an ordinal, when first, and when that stream was opened. */
interface ReceivedStrike {
  readonly times: number;
  readonly atMs: number;
  readonly openedMs: number;
}

/** A strike as the reference received it; `calledMs` is the time of the provider call that first returned it. */
export type TrueStrike = readonly [ordinal: number, latitude: number, longitude: number, calledMs: number | null];

const RETRY_LEAST_MS = 200;
const RETRY_SPREAD_MS = 2_000;

/**
 * One viewer of the site's own stream over plain HTTP. It keeps its cursor, comes back whenever its stream ends, and
 * can pan, sleep, stall, vanish or leave. Afterwards it can be judged against what truly fell.
 */
class Viewer {
  connections = 0;
  refusals = 0;
  resets = 0;
  private readonly url: URL;
  private readonly random: () => number;
  private readonly reported = new Map<number, ReceivedStrike>();
  private readonly stretches: Stretch[] = [];
  private cells: readonly string[];
  private cursor: number | undefined;
  private helloSeq = 0;
  private request: ClientRequest | undefined;
  private response: IncomingMessage | undefined;
  private retry: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(baseUrl: string, cells: readonly string[], random: () => number) {
    this.url = new URL('/api/v1/live', baseUrl);
    this.cells = cells;
    this.random = random;
    this.begin(cells);
    this.open();
  }

  /** Watches other cells from where it stands. Before its first `hello` there is nothing to move on from. */
  pan(cells: readonly string[]): void {
    if (this.cursor === undefined || this.isClosed) return;
    this.endStretch();
    this.cells = cells;
    this.begin(cells);
    this.drop();
    this.open();
  }

  sleep(): void {
    this.drop();
  }

  wake(): void {
    if (!this.isClosed && !this.request) this.open();
  }

  /** Stops reading while the connection stays; `wake`d by `resume`. */
  stall(): void {
    this.response?.pause();
  }

  resume(): void {
    this.response?.resume();
  }

  /** Loses its connection without a word: the server gets a reset, not an end. */
  vanish(): void {
    this.request?.socket?.resetAndDestroy();
  }

  /** Closes its sending side, and goes on reading. */
  halfClose(): void {
    this.request?.socket?.end();
  }

  leave(): void {
    this.isClosed = true;
    this.endStretch();
    this.drop();
  }

  /** Whether it received every strike it watched, once, and nothing else. `groundTruth` ascends; later strikes are ignored. */
  evaluate(groundTruth: readonly TrueStrike[]) {
    const headSeq = groundTruth.at(-1)?.[0] ?? 0;
    const due = new Map<number, number | null>();
    for (const [ordinal, latitude, longitude, calledMs] of groundTruth) {
      const cell = formatTile(tileAt(longitude, latitude, CELL_ZOOM));
      const watched = this.stretches.some(
        ({ cells, afterSeq, toSeq }) =>
          cells.includes(cell) && afterSeq !== undefined && ordinal > afterSeq && ordinal <= toSeq,
      );
      if (watched) due.set(ordinal, calledMs);
    }
    const received = [...this.reported].filter(([ordinal]) => ordinal <= headSeq);
    return {
      expected: due.size,
      missing: [...due.keys()].filter((ordinal) => !this.reported.has(ordinal)).length,
      doubled: received.filter(([, { times }]) => times > 1).length,
      unexpected: received.filter(([ordinal]) => !due.has(ordinal)).length,
      delaysMs: received.flatMap(([ordinal, { atMs, openedMs }]) => {
        const calledMs = due.get(ordinal);
        return calledMs && calledMs > openedMs ? [atMs - calledMs] : [];
      }),
    };
  }

  private begin(cells: readonly string[]): void {
    this.stretches.push({ cells, afterSeq: this.cursor, toSeq: Number.POSITIVE_INFINITY });
  }

  private endStretch(): void {
    const stretch = this.stretches.at(-1);
    if (stretch) stretch.toSeq = this.cursor ?? 0;
  }

  private drop(): void {
    clearTimeout(this.retry);
    this.request?.removeAllListeners('close').destroy();
    this.request = undefined;
    this.response = undefined;
  }

  private open(): void {
    clearTimeout(this.retry);
    const query = new URLSearchParams({ tiles: this.cells.join(',') });
    const headers = this.cursor === undefined ? {} : { 'last-event-id': String(this.cursor) };
    const request = get(`${this.url}?${query}`, { agent: false, headers }, (response) => this.read(response));
    request.on('error', () => {});
    request.on('close', () => {
      if (this.isClosed || this.request !== request) return;
      this.request = undefined;
      this.retry = setTimeout(() => this.open(), RETRY_LEAST_MS + this.random() * RETRY_SPREAD_MS);
    });
    this.request = request;
  }

  private read(response: IncomingMessage): void {
    response.on('error', () => {});
    if (response.statusCode !== 200) {
      this.refusals += 1;
      response.resume();
      return;
    }
    this.connections += 1;
    this.response = response;
    const openedMs = Date.now();
    let text = '';
    response.setEncoding('utf8').on('data', (part: string) => {
      if (this.response !== response) return;
      text += part;
      const frames = text.split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) this.accept(frame, openedMs);
    });
  }

  private accept(frame: string, openedMs: number): void {
    const event = /^event: ([\w-]+)$/m.exec(frame)?.[1];
    const id = /^id: (\d+)$/m.exec(frame)?.[1];
    const data = /^data: (.*)$/m.exec(frame)?.[1] ?? '{}';
    if (event === 'hello') this.greet((JSON.parse(data) as { seq: number }).seq);
    if (event === 'reset') this.startAnew();
    if (event === 'strikes') this.hear((JSON.parse(data) as { columns: DeltaColumns }).columns, openedMs);
    if (id !== undefined) this.cursor = Number(id);
  }

  private greet(seq: number): void {
    this.helloSeq = seq;
    if (this.cursor !== undefined) return;
    this.cursor = seq;
    const stretch = this.stretches.at(-1);
    if (stretch) stretch.afterSeq ??= seq;
  }

  private startAnew(): void {
    this.resets += 1;
    this.endStretch();
    this.cursor = this.helloSeq;
    this.begin(this.cells);
  }

  private hear(columns: DeltaColumns, openedMs: number): void {
    const atMs = Date.now();
    let ordinal = 0;
    for (const step of columns.o) {
      ordinal += step;
      const before = this.reported.get(ordinal);
      this.reported.set(ordinal, before ? { ...before, times: before.times + 1 } : { times: 1, atMs, openedMs });
    }
  }
}

/** The audience of a load run, in a separate process. It behaves by its seed and is evaluated at the end. */
export type AudienceOrder =
  | {
      readonly kind: 'start';
      readonly url: string;
      readonly viewers: number;
      readonly rampMs: number;
      readonly plateauMs: number;
      readonly seed: number;
    }
  | { readonly kind: 'judge'; readonly groundTruth: readonly TrueStrike[] };

export interface AudienceVerdict {
  readonly viewers: number;
  readonly connections: number;
  readonly refusals: number;
  readonly resets: number;
  readonly expected: number;
  readonly missing: number;
  readonly doubled: number;
  readonly unexpected: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly acts: Readonly<Record<string, number>>;
}

const VIEWS = [['4/8/5'], ['4/9/5'], ['4/8/5', '4/9/5'], ['4/8/5', '4/8/6', '4/9/5', '4/9/6'], ['4/8/6']];
/** Absences begin in the first half of the plateau and last a quarter of it, so that all are back when judged. */
const ABSENCE_STARTS = 0.5;
const ABSENCE_LASTS = 0.25;

const viewers: Viewer[] = [];
const acts: Record<string, number> = {};

function act(name: string, delayMs: number, run: () => void): void {
  setTimeout(() => {
    acts[name] = (acts[name] ?? 0) + 1;
    run();
  }, delayMs);
}

/** What people do in a storm: half only watch; the others look elsewhere, put the phone away, lose the network, leave. */
function behave(viewer: Viewer, view: () => string[], plateauMs: number, random: () => number): void {
  const when = () => random() * plateauMs;
  const absenceMs = plateauMs * ABSENCE_LASTS;
  const draw = random();
  if (draw < 0.2) for (let pan = 0; pan < 3; pan += 1) act('pan', when(), () => viewer.pan(view()));
  else if (draw < 0.3) {
    const atMs = when() * ABSENCE_STARTS;
    act('sleep', atMs, () => viewer.sleep());
    act('wake', atMs + absenceMs, () => viewer.wake());
  } else if (draw < 0.35) {
    const atMs = when() * ABSENCE_STARTS;
    act('stall', atMs, () => viewer.stall());
    act('resume', atMs + absenceMs, () => viewer.resume());
  } else if (draw < 0.4) act('vanish', when(), () => viewer.vanish());
  else if (draw < 0.43) act('half-close', when(), () => viewer.halfClose());
  else if (draw < 0.5) act('leave', when(), () => viewer.leave());
}

function start({ url, viewers: count, rampMs, plateauMs, seed }: Extract<AudienceOrder, { kind: 'start' }>): void {
  const random = seededRandom(seed);
  const view = () => VIEWS[Math.floor(random() * VIEWS.length)] ?? ['4/9/5'];
  for (let index = 0; index < count; index += 1) {
    setTimeout(
      () => {
        const viewer = new Viewer(url, view(), random);
        viewers.push(viewer);
        behave(viewer, view, plateauMs, random);
      },
      (index / count) * rampMs,
    );
  }
}

function evaluateAudience(groundTruth: readonly TrueStrike[]): AudienceVerdict {
  const verdicts = viewers.map((viewer) => viewer.evaluate(groundTruth));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const ofViewers = (name: 'connections' | 'refusals' | 'resets') => sum(viewers.map((viewer) => viewer[name]));
  const evaluated = (name: 'expected' | 'missing' | 'doubled' | 'unexpected') => sum(verdicts.map((one) => one[name]));
  const delays = verdicts.flatMap(({ delaysMs }) => delaysMs);
  return {
    viewers: viewers.length,
    connections: ofViewers('connections'),
    refusals: ofViewers('refusals'),
    resets: ofViewers('resets'),
    expected: evaluated('expected'),
    missing: evaluated('missing'),
    doubled: evaluated('doubled'),
    unexpected: evaluated('unexpected'),
    p50Ms: percentile(delays, 50),
    p99Ms: percentile(delays, 99),
    acts,
  };
}

process.on('message', (order: AudienceOrder) => {
  if (order.kind === 'start') start(order);
  else process.send?.(evaluateAudience(order.groundTruth));
});
process.on('disconnect', () => process.exit());
