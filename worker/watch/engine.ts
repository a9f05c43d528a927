import { type BBox, bboxContains, bboxUnion } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { distanceFrom, farFrom } from '#shared/geo/Shape.ts';
import { allRows, rowAfter, type Strike, type Strikes, strikesAt, toStrikes } from '#shared/strike.ts';
import {
  type Area,
  type AreaChange,
  type AreaState,
  type FeedSnapshot,
  holdMs,
  LEAST_WITHIN_MS,
  type NearStrike,
  reachOf,
} from '#shared/watch/Area.ts';
import { type AreaView, areaOfBody } from '#shared/watch/bodies.ts';
import { isOfNoUse, ofEpoch, type Sighting, watchArea } from '#shared/watch/watchArea.ts';
import { updatesSince } from '#worker/feed/StrikePages.ts';
import type { AreaNotifier } from './AreaNotifier.ts';
import type { WatchStores } from './WatchStores.ts';
import type { StoredArea, WatchLedger } from './watchlists.ts';

/** The writes of a look for one area. Each returns how many messages it queued. */
interface AreaWrite {
  readonly key: string;
  readonly write: () => number;
  /** Writes without the area's row, as if it had no data. Called if `write` failed. */
  readonly writeUnseen: () => number;
}

interface Committed {
  readonly put: number;
  /** Keys whose row could not be written, with the reason. */
  readonly unwritten: ReadonlyMap<string, string>;
}

/**
 * Writes the decisions of a look: all areas in one transaction, so that the cursor never passes unwritten strikes. An
 * area that cannot be written does not stop the others; the list of such areas is written too, because the cursor
 * passed them.
 */
class AreaCommits {
  private readonly ledger: Pick<WatchLedger, 'transaction' | 'fact' | 'setFact'>;
  private readonly onRolledBack: () => void;
  private failing: ReadonlySet<string>;

  /** @param onRolledBack is called if memory has changes that were never written */
  constructor(ledger: AreaCommits['ledger'], onRolledBack: () => void) {
    this.ledger = ledger;
    this.onRolledBack = onRolledBack;
    this.failing = new Set(ledger.fact('unwritten'));
  }

  /** The cursor is ahead of this area's stored row. */
  isUnwritten(key: string): boolean {
    return this.failing.has(key);
  }

  /**
   * All or nothing.
   * @param finish writes the look's own facts last
   */
  commit(writes: readonly AreaWrite[], finish: () => void): Committed {
    try {
      const committed = this.ledger.transaction(() => {
        const done = this.writeEach(writes);
        const keys = [...done.unwritten.keys()];
        if (keys.length > 0 || this.failing.size > 0) this.ledger.setFact('unwritten', keys);
        finish();
        return done;
      });
      this.failing = new Set(committed.unwritten.keys());
      return committed;
    } catch (error) {
      this.onRolledBack();
      throw error;
    }
  }

  /** Writes areas that succeeded before together; the others, or all if that fails, one by one. */
  private writeEach(writes: readonly AreaWrite[]): Committed {
    const sound = writes.filter(({ key }) => !this.failing.has(key));
    const together = this.attempt(() => sound.reduce((put, { write }) => put + write(), 0));
    const apart = together.put === undefined ? writes : writes.filter(({ key }) => this.failing.has(key));
    const unwritten = new Map<string, string>();
    let put = together.put ?? 0;
    for (const one of apart) {
      const written = this.attempt(one.write);
      if (written.put === undefined) {
        unwritten.set(one.key, written.reason);
        put += this.attempt(one.writeUnseen).put ?? 0;
      } else put += written.put;
    }
    return { put, unwritten };
  }

  /** Call inside the transaction; a failure rolls back only this write. */
  private attempt(
    write: () => number,
  ): { readonly put: number } | { readonly put: undefined; readonly reason: string } {
    try {
      return { put: this.ledger.transaction(write) };
    } catch (error) {
      this.onRolledBack();
      return { put: undefined, reason: (error as Error).message };
    }
  }
}

const WRITE_EVERY_MS = 10_000;
const ROUNDING_KM = 0.01;

interface Step {
  readonly stored: StoredArea;
  readonly changes: readonly AreaChange[];
  /** The state must be written: the cursor must not pass a strike that a restart would lose. */
  readonly isDue: boolean;
}

/** Strikes, and their rows in the order in which areas look at them. */
export interface SeenStrikes {
  readonly strikes: Strikes;
  readonly rows: readonly number[];
}

const NO_STRIKES: SeenStrikes = { strikes: toStrikes([]), rows: [] };

export class LiveArea {
  readonly rules: Area;
  readonly reach: BBox;
  stored: StoredArea;
  private readonly kmTo: (at: Position) => number;
  private readonly isFar: (at: Position, km: number) => boolean;
  private readonly bearingTo: (at: Position) => number;

  constructor(storedArea: StoredArea, lateReportMs: number) {
    this.stored = storedArea;
    this.rules = areaOfBody(storedArea.body, lateReportMs);
    this.reach = reachOf(this.rules);
    this.kmTo = distanceFrom(this.rules.shape);
    this.isFar = farFrom(this.rules.shape);
    this.bearingTo = bearingFrom(this.reach);
  }

  /** Strikes that can change the state; those farther than a newer one may be skipped. `epoch`: of their ordinals. */
  near({ strikes, rows }: SeenStrikes, epoch?: string): NearStrike[] {
    const [outerKm] = this.rules.ringsKm;
    const state = ofEpoch(this.stored.state, epoch);
    const near: NearStrike[] = [];
    let newer: NearStrike | undefined;
    for (const row of rows) {
      const [longitude, latitude] = [strikes.longitudes[row] as number, strikes.latitudes[row] as number];
      if (!bboxContains(this.reach, longitude, latitude)) continue;
      const strike = { longitude, latitude };
      const [ordinal, atMs] = [strikes.ordinals[row] as number, strikes.atMs[row] as number];
      const withinKm = newer && atMs <= newer.atMs ? Math.min(newer.km, outerKm) : outerKm;
      if (this.isFar(strike, withinKm + ROUNDING_KM)) continue;
      const exactKm = this.kmTo(strike);
      const km = Math.round(exactKm * 100) / 100;
      if (exactKm > outerKm || km > withinKm) continue;
      if (isOfNoUse(this.rules, state, { ordinal, atMs, km })) continue;
      const found = { ordinal, atMs, km, bearing: this.bearingTo(strike) };
      if (this.outdoesFarther(found, state)) newer = found;
      near.push(found);
    }
    return near;
  }

  /** Distance from the shape, 0 inside it; bearing from its centre. */
  awayOf(at: Position): { readonly km: number; readonly bearing: number } {
    return { km: Math.round(this.kmTo(at) * 100) / 100, bearing: this.bearingTo(at) };
  }

  /** True if one strike is enough for each ring around it, or if these rings are active and the strike extends them. */
  private outdoesFarther({ atMs, km }: NearStrike, { lastMs }: AreaState): boolean {
    const { least, approachOnly, ringsKm } = this.rules;
    if (approachOnly) return false;
    if (least === 1) return true;
    const holds = (ring: 0 | 1) => atMs < (lastMs[ring] ?? Number.NEGATIVE_INFINITY) + holdMs(this.rules);
    return holds(0) && (km > ringsKm[1] || holds(1));
  }

  /** Changes nothing until `stored` is replaced by the step's. */
  step(sighting: Sighting): Step {
    const { stored: storedArea } = this;
    const { state, changes } = watchArea(this.rules, storedArea.state, sighting);
    const isHeld = state.level !== 'clear' && sighting.nowMs - storedArea.writtenMs >= WRITE_EVERY_MS;
    const isDue =
      changes.length > 0 || sighting.strikes.length > 0 || isHeld || sighting.replayed !== storedArea.replayed;
    return {
      stored: { ...storedArea, state, replayed: sighting.replayed, ...(isDue ? { writtenMs: sighting.nowMs } : {}) },
      changes,
      isDue,
    };
  }
}

/** Whole degrees clockwise from north, from the centre of the box, planar: exact enough for a compass direction. */
function bearingFrom({ west, south, east, north }: BBox): (at: Position) => number {
  const [longitude, latitude] = [(west + east) / 2, (south + north) / 2];
  const narrowing = Math.cos((latitude * Math.PI) / 180);
  return (at) => {
    const radians = Math.atan2((at.longitude - longitude) * narrowing, at.latitude - latitude);
    return (Math.round((radians * 180) / Math.PI) + 360) % 360;
  };
}

export function areaView({ stored: { id, body, revision }, rules }: LiveArea, state: AreaState): AreaView {
  const { level, dataStatus, countdown, frontier, watermarkMs, change, lastMs } = state;
  const [nearest, newest] = [frontier[0], frontier.at(-1)];
  return {
    id,
    ...body,
    revision,
    level,
    unknown: dataStatus === 'unknown',
    delayed: dataStatus === 'delayed',
    ...(countdown ? { phase: 'countdown' } : {}),
    ...(level !== 'clear' && lastMs[0] !== null ? { allClearNotBefore: lastMs[0] + holdMs(rules) } : {}),
    completeTo: watermarkMs,
    change,
    ...(nearest ? { nearest: nearView(nearest) } : {}),
    ...(newest ? { newest: nearView(newest) } : {}),
  };
}

function nearView({ ordinal, atMs, km, bearing }: NearStrike) {
  return { ordinal, timestampMs: atMs, distanceKm: km, bearingDeg: bearing };
}

interface WakeSchedule {
  readonly nextLookMs: number;
  /** When the next message may be tried; undefined if none is scheduled. */
  readonly dueMs: number | undefined;
  readonly armedMs: number | undefined;
}

/**
 * When to set the alarm: the next look or message. Undefined if there is neither, or if the alarm is early enough
 * already: setting it is a write, which sending would wait for.
 */
export function nextAlarmMs(nowMs: number, { nextLookMs, dueMs, armedMs }: WakeSchedule): number | undefined {
  // An alarm at or before now may never fire.
  const alarmMs = Math.max(nowMs + 1, Math.min(nextLookMs, dueMs ?? Number.POSITIVE_INFINITY));
  if (!Number.isFinite(alarmMs)) return undefined;
  return armedMs !== undefined && armedMs > nowMs && armedMs <= alarmMs ? undefined : alarmMs;
}

const LOOK_EVERY_MS = 10_000;
/** While a level is held: an all-clear must not wait for an update that was lost. */
const LOOK_HELD_EVERY_MS = 5_000;
const LOOK_AGAIN_MS = 2_000;

interface LastLook {
  readonly isHeld: boolean;
  readonly wasReceived: boolean;
  /** When time alone causes a message; infinite if that is not known. */
  readonly dueMs: number;
}

/** When to query the Feed and check the recipients again. Overdue notices were just checked, and wait for updates. */
export function nextLookMs(nowMs: number, { isHeld, wasReceived, dueMs }: LastLook): number {
  const lookMs = nowMs + (!wasReceived ? LOOK_AGAIN_MS : isHeld ? LOOK_HELD_EVERY_MS : LOOK_EVERY_MS);
  return dueMs > nowMs ? Math.min(lookMs, dueMs) : lookMs;
}

interface Received {
  readonly snapshot: FeedSnapshot;
  readonly atMs: number;
}

type EngineStores = Pick<WatchStores, 'ledger' | 'feed' | 'shard' | 'clock' | 'log' | 'config' | 'sendSoon'>;

/** Applies the Feed's data to the areas of one object: strikes, cursor, states and log lines in one transaction. */
export class WatchEngine {
  private readonly stores: EngineStores;
  private readonly notifier: Pick<AreaNotifier, 'notify' | 'lookAgain' | 'reload' | 'nextDueMs'>;
  private readonly areas = new Map<string, LiveArea>();
  private readonly commits: AreaCommits;
  private running: Promise<void> | undefined;
  private again = false;
  private receivedLast = false;
  /** Only in memory: undefined after a restart. */
  private received: Received | undefined;

  constructor(stores: EngineStores, notifier: WatchEngine['notifier']) {
    this.stores = stores;
    this.notifier = notifier;
    this.commits = new AreaCommits(stores.ledger, () => notifier.reload());
    for (const storedArea of stores.ledger.areas()) {
      this.store(this.commits.isUnwritten(keyOf(storedArea)) ? { ...storedArea, replayed: false } : storedArea);
    }
  }

  get receivedAtMs(): number | null {
    return this.received?.atMs ?? null;
  }

  get size(): number {
    return this.areas.size;
  }

  area(watchlist: string, id: string): LiveArea | undefined {
    return this.areas.get(keyOf({ watchlist, id }));
  }

  areasOf(watchlist: string): LiveArea[] {
    return [...this.areas.values()].filter(({ stored: storedArea }) => storedArea.watchlist === watchlist);
  }

  get all(): Iterable<LiveArea> {
    return this.areas.values();
  }

  get watchlists(): ReadonlySet<string> {
    return new Set([...this.areas.values()].map(({ stored: storedArea }) => storedArea.watchlist));
  }

  /** Adds or replaces the area. Its hold is read again before it has data. */
  store(storedArea: StoredArea): LiveArea {
    const area = new LiveArea(storedArea, this.stores.config.watchLateReportMs);
    this.areas.set(keyOf(storedArea), area);
    return area;
  }

  drop(retained: Pick<StoredArea, 'watchlist' | 'id'>): void {
    this.areas.delete(keyOf(retained));
    this.notifier.lookAgain(retained.watchlist);
  }

  /** Queries the Feed and applies the result; a call during a run adds one. Never rejects. Returns the next look. */
  async run(): Promise<number> {
    this.again = true;
    this.running ??= this.runWhileRequested();
    await this.running;
    const isHeld = [...this.areas.values()].some(({ stored: storedArea }) => storedArea.state.level !== 'clear');
    const { nextDueMs: dueMs } = this.notifier;
    return nextLookMs(this.stores.clock.now(), { isHeld, wasReceived: this.receivedLast, dueMs });
  }

  lookAgain(watchlist: string): void {
    this.notifier.lookAgain(watchlist);
  }

  /** Writes nothing. */
  stateNow(area: LiveArea) {
    const { replayed } = area.stored;
    const nowMs = this.stores.clock.now();
    return area.step({ strikes: [], ...this.receivedAs(this.received), replayed, nowMs }).stored.state;
  }

  private async runWhileRequested(): Promise<void> {
    while (this.again && this.areas.size > 0) {
      this.again = false;
      try {
        await this.hear();
        this.receivedLast = true;
      } catch (error) {
        this.receivedLast = false;
        this.stores.log('warn', 'watch.feed', { shard: this.stores.shard, reason: (error as Error).message });
        this.letTimePass();
      }
    }
    this.running = undefined;
  }

  /** Steps every area by the clock alone: without updates, the data ages. */
  private letTimePass(): void {
    try {
      this.apply(undefined, () => NO_STRIKES, new Set());
    } catch (error) {
      // Never reject: every later run awaits this promise.
      this.stores.log('error', 'watch.step', { shard: this.stores.shard, reason: (error as Error).message });
    }
  }

  private async hear(): Promise<void> {
    const { ledger, shard, clock } = this.stores;
    const feed = this.stores.feed();
    const cursor = ledger.fact('cursor');
    const follows = [...this.areas.values()].some(({ stored: storedArea }) => storedArea.replayed);
    const { snapshot, strikes } = await updatesSince(follows ? cursor : undefined, (seq) =>
      feed.watchUpdates(shard, seq),
    );
    const times = strikes.atMs;
    // Newest first, so that older and farther strikes are skipped at once.
    const rows = allRows(strikes).sort((a, b) => (times[b] as number) - (times[a] as number));
    const news = { strikes, rows };
    const received = { snapshot, atMs: clock.now() };
    // Ordinals of another epoch are not comparable: nothing that was applied counts as read.
    const forgot = snapshot.epoch !== cursor?.epoch;
    const gaps = new Set([...this.areas.values()].filter(({ stored: storedArea }) => forgot || !storedArea.replayed));
    const replay = gaps.size > 0 ? await this.replay(feed, [...gaps], snapshot.providerNowMs) : NO_STRIKES;
    this.apply(received, (area) => (gaps.has(area) ? replay : news), gaps);
  }

  private async replay(
    feed: ReturnType<EngineStores['feed']>,
    areas: readonly LiveArea[],
    providerNowMs: number,
  ): Promise<SeenStrikes> {
    const within = areas.map(({ reach }) => reach).reduce(bboxUnion);
    // If several strikes are required, the first may be older than the hold.
    const longestMs = Math.max(...areas.map(({ rules }) => holdMs(rules))) + LEAST_WITHIN_MS;
    const span = { fromMs: providerNowMs - longestMs, toMs: Number.MAX_SAFE_INTEGER };
    const strikes = await feed.strikesWithin(within, span);
    return { strikes, rows: allRows(strikes) };
  }

  /**
   * Steps every area and writes the results. `read`: areas whose hold was just read. An area whose row cannot be
   * written is unknown from then on and notified as such: its strikes raise, nothing lowers it, and its hold is read
   * again at each look until the row is written.
   */
  private apply(
    received: Received | undefined,
    seenBy: (area: LiveArea) => SeenStrikes,
    read: ReadonlySet<LiveArea>,
  ): void {
    const { ledger, clock, log, shard } = this.stores;
    const nowMs = clock.now();
    const steps = [...this.areas.values()].map((area) => {
      const strikes = area.near(seenBy(area), received?.snapshot.epoch);
      const sighting = { ...this.receivedAs(received ?? this.received), strikes, nowMs };
      const strikeOf = (ordinal: number) => strikeNumbered(seenBy(area).strikes, ordinal);
      const seen = area.step({ ...sighting, replayed: read.has(area) || area.stored.replayed });
      return {
        key: keyOf(area.stored),
        area,
        seen,
        unseen: () => area.step({ ...sighting, replayed: false }),
        strikeOf,
      };
    });
    const writes = steps.map(({ key, seen, unseen, strikeOf }) => ({
      key,
      write: () => {
        if (seen.isDue) ledger.writeArea(seen.stored, nowMs);
        return this.writeChanges(seen, strikeOf, nowMs);
      },
      writeUnseen: () => this.writeChanges(unseen(), strikeOf, nowMs),
    }));
    const { put, unwritten } = this.commits.commit(writes, () => received && ledger.moveCursor(received.snapshot));
    for (const { key, area, seen, unseen } of steps) area.stored = (unwritten.has(key) ? unseen() : seen).stored;
    for (const reason of new Set(unwritten.values())) {
      log('error', 'watch.row', { shard, areas: unwritten.size, reason });
    }
    this.received = received ?? this.received;
    if (put > 0) this.stores.sendSoon();
  }

  private writeChanges(
    { stored: storedArea, changes }: Pick<Step, 'stored' | 'changes'>,
    strikeOf: (ordinal: number) => Strike | undefined,
    nowMs: number,
  ): number {
    const entries = changes.map((change) => ({ type: 'change' as const, revision: storedArea.revision, change }));
    if (entries.length > 0) this.stores.ledger.logs.append(storedArea.watchlist, storedArea.id, nowMs, entries);
    return this.notifier.notify({ stored: storedArea, changes, strikeOf }, nowMs);
  }

  private receivedAs(received: Received | undefined) {
    return { snapshot: received?.snapshot ?? null, receivedMs: received?.atMs ?? null };
  }
}

function strikeNumbered(strikes: Strikes, ordinal: number): Strike | undefined {
  const row = rowAfter(strikes, ordinal - 1);
  return strikes.ordinals[row] === ordinal ? strikesAt(strikes, [row])[0] : undefined;
}

function keyOf({ watchlist, id }: Pick<StoredArea, 'watchlist' | 'id'>): string {
  return `${watchlist}/${id}`;
}

export interface WatchContext extends WatchStores {
  readonly engine: WatchEngine;
}
