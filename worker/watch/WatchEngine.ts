import type { NumberedStrike } from '#shared/strike.ts';
import type { Clock } from '#shared/time/Clock.ts';
import { holdMs } from '#shared/watch/heldLevel.ts';
import type { Pulse } from '#shared/watch/Pulse.ts';
import type { FeedCalls } from '../feed/FeedCalls.ts';
import { unpackStrikes } from '../feed/pages/PackedStrikes.ts';
import type { Log } from '../observability/log.ts';
import { WatchedArea } from './WatchedArea.ts';
import type { KeptArea, WatchLedger } from './WatchLedger.ts';

export interface WatchEngineDeps {
  readonly ledger: WatchLedger;
  /** Called anew for each look: a stub whose object died stays broken. */
  readonly feed: () => Pick<FeedCalls, 'watchNews' | 'strikesWithin'>;
  readonly shard: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly settleMs: number;
}

/** How often an object with areas looks at the Feed by itself. */
const LOOK_EVERY_MS = 10_000;
/** After a look that the Feed did not answer. */
const LOOK_AGAIN_MS = 2_000;
/** Of strikes that make up a number within ten minutes, the first may be older than the hold. */
const LEAST_WITHIN_MS = 10 * 60_000;

/** Applies what the Feed tells to the areas of one object: strikes, cursor, states and log lines in one transaction. */
export class WatchEngine {
  private readonly deps: WatchEngineDeps;
  private readonly areas = new Map<string, WatchedArea>();
  private running: Promise<void> | undefined;
  private again = false;
  private heardLast = false;

  constructor(deps: WatchEngineDeps) {
    this.deps = deps;
    for (const kept of deps.ledger.areas()) this.keep(kept);
  }

  get size(): number {
    return this.areas.size;
  }

  area(book: string, id: string): WatchedArea | undefined {
    return this.areas.get(keyOf({ book, id }));
  }

  areasOf(book: string): WatchedArea[] {
    return [...this.areas.values()].filter(({ kept }) => kept.book === book);
  }

  /** Takes the area up, or replaces it. Its hold is read again before it is seen. */
  keep(kept: KeptArea): void {
    this.areas.set(keyOf(kept), new WatchedArea(kept, this.deps.settleMs));
  }

  drop(kept: Pick<KeptArea, 'book' | 'id'>): void {
    this.areas.delete(keyOf(kept));
  }

  /** Asks the Feed and applies what it tells; a call during a run is answered by one more run. Never rejects. Returns when to look again. */
  async run(): Promise<number> {
    this.again = true;
    this.running ??= this.runWhileAsked();
    await this.running;
    return this.deps.clock.now() + (this.heardLast ? LOOK_EVERY_MS : LOOK_AGAIN_MS);
  }

  /** The area as it is now, by the age of what is known; nothing is written. */
  stateNow(area: WatchedArea) {
    const heard = this.deps.ledger.fact('heard');
    return area.step({
      strikes: [],
      ...this.heardOf(heard),
      replayed: area.kept.replayed,
      nowMs: this.deps.clock.now(),
    }).kept.state;
  }

  private async runWhileAsked(): Promise<void> {
    while (this.again && this.areas.size > 0) {
      this.again = false;
      try {
        await this.hear();
        this.heardLast = true;
      } catch (error) {
        this.heardLast = false;
        this.deps.log('warn', 'watch.feed', { shard: this.deps.shard, reason: (error as Error).message });
        this.apply([], new Map(), undefined);
      }
    }
    this.running = undefined;
  }

  private async hear(): Promise<void> {
    const { ledger, shard, clock } = this.deps;
    const feed = this.deps.feed();
    const cursor = ledger.fact('cursor');
    const strikes: NumberedStrike[] = [];
    let seq = cursor?.seq ?? null;
    let news = await feed.watchNews(shard, seq);
    const forgot = cursor === undefined || news.pulse.epoch !== cursor.epoch;
    while (!forgot) {
      for (const page of news.pages) strikes.push(...unpackStrikes(page.strikes));
      if (news.complete) break;
      seq = news.pages.at(-1)?.seq ?? news.pulse.seq;
      news = await feed.watchNews(shard, seq);
    }
    const heardMs = clock.now();
    const replays = new Map<WatchedArea, readonly NumberedStrike[]>();
    for (const area of this.areas.values()) {
      if (area.kept.replayed && !forgot) continue;
      const fromMs = news.pulse.providerNowMs - holdMs(area.rules) - LEAST_WITHIN_MS;
      const packed = await feed.strikesWithin(area.reach, { fromMs, toMs: Number.MAX_SAFE_INTEGER });
      replays.set(area, unpackStrikes(packed));
    }
    this.apply(forgot ? [] : strikes, replays, { pulse: news.pulse, atMs: heardMs }, forgot);
  }

  /** Steps every area, and writes what must be. Without `heard` only time has passed. */
  private apply(
    strikes: readonly NumberedStrike[],
    replays: ReadonlyMap<WatchedArea, readonly NumberedStrike[]>,
    heard: { readonly pulse: Pulse; readonly atMs: number } | undefined,
    forgot = false,
  ): void {
    const { ledger, clock } = this.deps;
    const nowMs = clock.now();
    const known = heard ?? ledger.fact('heard');
    const steps = [...this.areas.values()].map((area) => {
      const replay = replays.get(area);
      const replayed = replay !== undefined || (area.kept.replayed && !forgot);
      const near = area.near(replay ? [...replay, ...strikes] : strikes);
      return { area, ...area.step({ strikes: near, ...this.heardOf(known), replayed, nowMs }) };
    });
    ledger.transaction(() => {
      for (const { kept, changes, isDue } of steps) {
        if (isDue) ledger.writeArea(kept, nowMs);
        if (changes.length > 0) {
          const entries = changes.map((change) => ({ type: 'change' as const, revision: kept.revision, change }));
          ledger.log(kept.book, kept.id, nowMs, entries);
        }
      }
      if (!heard) return;
      ledger.writeFact('cursor', { epoch: heard.pulse.epoch, seq: heard.pulse.seq });
      ledger.writeFact('heard', heard);
    });
    for (const { area, kept } of steps) area.kept = kept;
  }

  private heardOf(heard: { readonly pulse: Pulse; readonly atMs: number } | undefined) {
    return { pulse: heard?.pulse ?? null, heardMs: heard?.atMs ?? null };
  }
}

function keyOf({ book, id }: Pick<KeptArea, 'book' | 'id'>): string {
  return `${book}/${id}`;
}
