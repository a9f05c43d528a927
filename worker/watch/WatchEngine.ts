import { bboxUnion } from '#shared/geo/BBox.ts';
import type { NumberedStrike, Strike } from '#shared/strike.ts';
import type { Pulse } from '#shared/watch/Pulse.ts';
import { holdMs, LEAST_WITHIN_MS } from '#shared/watch/rings.ts';
import { newsSince } from '#worker/feed/followFeed.ts';
import { unpackStrikes } from '#worker/feed/StrikePages.ts';
import type { AreaTeller } from './AreaTeller.ts';
import { AreaCommits } from './book/AreaCommits.ts';
import type { KeptArea } from './book/WatchLedger.ts';
import { LiveArea, type Step } from './LiveArea.ts';
import type { WatchStores } from './WatchStores.ts';
import { nextLookMs } from './wakings.ts';

interface Heard {
  readonly pulse: Pulse;
  readonly atMs: number;
}

type EngineStores = Pick<WatchStores, 'ledger' | 'feed' | 'shard' | 'clock' | 'log' | 'config' | 'sendSoon'>;

/** Applies what the Feed tells to the areas of one object: strikes, cursor, states and log lines in one transaction. */
export class WatchEngine {
  private readonly stores: EngineStores;
  private readonly teller: Pick<AreaTeller, 'tell' | 'lookAgain' | 'reload' | 'nextDueMs'>;
  private readonly areas = new Map<string, LiveArea>();
  private readonly commits: AreaCommits;
  private running: Promise<void> | undefined;
  private again = false;
  private heardLast = false;
  /** In memory alone: undefined after a rebirth. */
  private heard: Heard | undefined;

  constructor(stores: EngineStores, teller: WatchEngine['teller']) {
    this.stores = stores;
    this.teller = teller;
    this.commits = new AreaCommits(stores.ledger, () => teller.reload());
    for (const kept of stores.ledger.areas()) {
      this.keep(this.commits.isUnwritten(keyOf(kept)) ? { ...kept, replayed: false } : kept);
    }
  }

  get heardAtMs(): number | null {
    return this.heard?.atMs ?? null;
  }

  get size(): number {
    return this.areas.size;
  }

  area(book: string, id: string): LiveArea | undefined {
    return this.areas.get(keyOf({ book, id }));
  }

  areasOf(book: string): LiveArea[] {
    return [...this.areas.values()].filter(({ kept }) => kept.book === book);
  }

  get all(): Iterable<LiveArea> {
    return this.areas.values();
  }

  get books(): ReadonlySet<string> {
    return new Set([...this.areas.values()].map(({ kept }) => kept.book));
  }

  /** Adds or replaces the area. Its hold is read again before it is seen. */
  keep(kept: KeptArea): LiveArea {
    const area = new LiveArea(kept, this.stores.config.watchSettleMs);
    this.areas.set(keyOf(kept), area);
    return area;
  }

  drop(kept: Pick<KeptArea, 'book' | 'id'>): void {
    this.areas.delete(keyOf(kept));
    this.teller.lookAgain(kept.book);
  }

  /** Asks the Feed and applies the answer; a call during a run causes one more. Never rejects. Returns when to look. */
  async run(): Promise<number> {
    this.again = true;
    this.running ??= this.runWhileAsked();
    await this.running;
    const isHeld = [...this.areas.values()].some(({ kept }) => kept.state.level !== 'clear');
    const { nextDueMs: dueMs } = this.teller;
    return nextLookMs(this.stores.clock.now(), { isHeld, wasHeard: this.heardLast, dueMs });
  }

  lookAgain(book: string): void {
    this.teller.lookAgain(book);
  }

  /** Writes nothing. */
  stateNow(area: LiveArea) {
    const { replayed } = area.kept;
    const nowMs = this.stores.clock.now();
    return area.step({ strikes: [], ...this.heardAs(this.heard), replayed, nowMs }).kept.state;
  }

  private async runWhileAsked(): Promise<void> {
    while (this.again && this.areas.size > 0) {
      this.again = false;
      try {
        await this.hear();
        this.heardLast = true;
      } catch (error) {
        this.heardLast = false;
        this.stores.log('warn', 'watch.feed', { shard: this.stores.shard, reason: (error as Error).message });
        this.letTimePass();
      }
    }
    this.running = undefined;
  }

  /** Steps every area by the clock alone: without news, what is known grows old. */
  private letTimePass(): void {
    try {
      this.apply(undefined, () => [], new Set());
    } catch (error) {
      // A rejection here would be waited for by every later run.
      this.stores.log('error', 'watch.step', { shard: this.stores.shard, reason: (error as Error).message });
    }
  }

  private async hear(): Promise<void> {
    const { ledger, shard, clock } = this.stores;
    const feed = this.stores.feed();
    const cursor = ledger.fact('cursor');
    const follows = [...this.areas.values()].some(({ kept }) => kept.replayed);
    const { pulse, strikes } = await newsSince(follows ? cursor : undefined, (seq) => feed.watchNews(shard, seq));
    // Newest first: an older and farther strike is then passed over at once.
    strikes.sort((a, b) => b.atMs - a.atMs);
    const heard = { pulse, atMs: clock.now() };
    // Ordinals of another epoch are other numbers: nothing that was applied counts as read.
    const forgot = pulse.epoch !== cursor?.epoch;
    const unread = new Set([...this.areas.values()].filter(({ kept }) => forgot || !kept.replayed));
    const replay = unread.size > 0 ? await this.replay(feed, [...unread], pulse.providerNowMs) : [];
    this.apply(heard, (area) => (unread.has(area) ? replay : strikes), unread);
  }

  private async replay(
    feed: ReturnType<EngineStores['feed']>,
    areas: readonly LiveArea[],
    providerNowMs: number,
  ): Promise<NumberedStrike[]> {
    const within = areas.map(({ reach }) => reach).reduce(bboxUnion);
    // Where several strikes are counted together, the first may be older than the hold.
    const longestMs = Math.max(...areas.map(({ rules }) => holdMs(rules))) + LEAST_WITHIN_MS;
    const span = { fromMs: providerNowMs - longestMs, toMs: Number.MAX_SAFE_INTEGER };
    return unpackStrikes(await feed.strikesWithin(within, span));
  }

  /**
   * Steps every area and writes the results. `read` are those whose hold was read just now. An area whose row cannot be
   * written is unknown from then on and told as such: its strikes raise, nothing lowers it, and its hold is read again
   * at each look until the row is written.
   */
  private apply(
    heard: Heard | undefined,
    strikesOf: (area: LiveArea) => readonly NumberedStrike[],
    read: ReadonlySet<LiveArea>,
  ): void {
    const { ledger, clock, log, shard } = this.stores;
    const nowMs = clock.now();
    const steps = [...this.areas.values()].map((area) => {
      const strikes = area.near(strikesOf(area), heard?.pulse.epoch);
      const sighting = { ...this.heardAs(heard ?? this.heard), strikes, nowMs };
      const strikeOf = (ordinal: number) => strikesOf(area).find((strike) => strike.ordinal === ordinal);
      const seen = area.step({ ...sighting, replayed: read.has(area) || area.kept.replayed });
      return { key: keyOf(area.kept), area, seen, unseen: () => area.step({ ...sighting, replayed: false }), strikeOf };
    });
    const writes = steps.map(({ key, seen, unseen, strikeOf }) => ({
      key,
      write: () => {
        if (seen.isDue) ledger.writeArea(seen.kept, nowMs);
        return this.writeChanges(seen, strikeOf, nowMs);
      },
      writeUnseen: () => this.writeChanges(unseen(), strikeOf, nowMs),
    }));
    const { put, unwritten } = this.commits.commit(writes, () => heard && ledger.moveCursor(heard.pulse));
    for (const { key, area, seen, unseen } of steps) area.kept = (unwritten.has(key) ? unseen() : seen).kept;
    for (const reason of new Set(unwritten.values())) {
      log('error', 'watch.row', { shard, areas: unwritten.size, reason });
    }
    this.heard = heard ?? this.heard;
    if (put > 0) this.stores.sendSoon();
  }

  private writeChanges(
    { kept, changes }: Pick<Step, 'kept' | 'changes'>,
    strikeOf: (ordinal: number) => Strike | undefined,
    nowMs: number,
  ): number {
    const entries = changes.map((change) => ({ type: 'change' as const, revision: kept.revision, change }));
    if (entries.length > 0) this.stores.ledger.logs.append(kept.book, kept.id, nowMs, entries);
    return this.teller.tell({ kept, changes, strikeOf }, nowMs);
  }

  private heardAs(heard: Heard | undefined) {
    return { pulse: heard?.pulse ?? null, heardMs: heard?.atMs ?? null };
  }
}

function keyOf({ book, id }: Pick<KeptArea, 'book' | 'id'>): string {
  return `${book}/${id}`;
}

export interface WatchContext extends WatchStores {
  readonly engine: WatchEngine;
}
