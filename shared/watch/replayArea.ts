import { distanceFrom, farFrom } from '#shared/geo/Shape.ts';
import { HOUR_MS, type Span } from '#shared/time.ts';
import { type Area, holdMs, type Level, type NearStrike, reachOf } from './Area.ts';
import type { PositionColumns } from './siteStrikes.ts';
import type { SkillView } from './skillBody.ts';
import { newAreaState, watchArea } from './watchArea.ts';

/** The state machine runs once a minute, and receives strikes up to ten seconds before. */
const STEP_MS = 60_000;
const LAG_MS = 10_000;
/** Work between two pauses, in strikes; one run of the machine costs as much as `STEP_COSTS` strikes. */
const WORK_PER_CHUNK = 5_000;
const STEP_COSTS = 10;
/** Local hours: 22:00 to 06:00. */
const NIGHT = { from: 22, to: 6 } as const;
const MOST_UNWARNED = 20;

/** Strikes between two pauses, at 20 µs each around a shape of many corners; those that are far are passed at once. */
const MEASURED_PER_CHUNK = 500;
const STRIKES_A_CHUNK = 100_000;

/** The strikes within the area's outermost ring, oldest first. */
export function* nearArea(
  { shape, ringsKm }: Area,
  { atMs, latitude, longitude }: PositionColumns,
): Generator<void, NearStrike[]> {
  const [kmTo, isFar] = [distanceFrom(shape), farFrom(shape)];
  const near: NearStrike[] = [];
  let measured = 0;
  for (let index = 0; index < atMs.length; index += 1) {
    if (index % STRIKES_A_CHUNK === STRIKES_A_CHUNK - 1) yield;
    const position = { latitude: latitude[index] as number, longitude: longitude[index] as number };
    if (isFar(position, ringsKm[0])) continue;
    measured += 1;
    if (measured % MEASURED_PER_CHUNK === 0) yield;
    const km = kmTo(position);
    if (km <= ringsKm[0]) near.push({ ordinal: index, atMs: atMs[index] as number, km, bearing: 0 });
  }
  return near;
}

interface ReplayQuery {
  readonly area: Area;
  /** Within the outermost ring, oldest first. */
  readonly strikes: readonly NearStrike[];
  readonly fromMs: number;
  readonly toMs: number;
  /** Time without data within the period. Merged, oldest first. */
  readonly gaps: readonly Span[];
  readonly timeZone: string;
  /** Distance from the shape within which a strike is a hit: 0 for those inside it. */
  readonly siteKm: number;
}

/** The result of a replay. An alert lasts from clear to clear; times are accurate to a minute. */
type Replay = Omit<NonNullable<SkillView['here']>, 'lead' | 'siteKm'> & {
  /** Time from stop to each warned hit. */
  readonly leadsMs: readonly number[];
};

/** Replays the strikes through the live state machine, on virtual time. Pauses every few milliseconds of work. */
export function* replayingArea(query: ReplayQuery): Generator<void, Replay> {
  const { area, strikes, fromMs, toMs, gaps } = query;
  const { west, south, east, north } = reachOf(area);
  const record = new ReplayRecord(query);
  let state = newAreaState();
  let next = 0;
  let nowMs = fromMs;
  let firstGap = 0;
  let work = 0;
  while (nowMs < toMs) {
    const first = next;
    while (next < strikes.length && (strikes[next]?.atMs ?? 0) <= nowMs - LAG_MS) next += 1;
    work += STEP_COSTS + next - first;
    if (work > WORK_PER_CHUNK) {
      work = 0;
      yield;
    }
    while ((gaps[firstGap]?.[1] ?? Number.POSITIVE_INFINITY) <= nowMs - 2 * holdMs(area)) firstGap += 1;
    const gapBoxes = gapsBefore(gaps, firstGap, nowMs).map(
      ([from, to]) => [west, south, east, north, from, Math.min(to, nowMs)] as const,
    );
    const snapshot = {
      epoch: '',
      seq: 0,
      watermarkMs: nowMs - LAG_MS,
      providerNowMs: nowMs,
      gapBoxes,
      gapBoxesTruncated: false,
    };
    const nearStrikes = strikes.slice(first, next);
    state = watchArea(area, state, { strikes: nearStrikes, snapshot, receivedMs: nowMs, replayed: true, nowMs }).state;
    record.add(nowMs, state.level, nearStrikes);
    nowMs = nextLookMs(nowMs, state.level, strikes[next]?.atMs);
  }
  return record.result;
}

interface Stop {
  readonly sinceMs: number;
  /** False if it may have begun while there was no data. */
  readonly isKnown: boolean;
  hasHit: boolean;
}

/** Counts like `alarmSkill.ts`, from the levels of the state machine. */
class ReplayRecord {
  private readonly query: ReplayQuery;
  private readonly gaps: readonly Span[];
  private readonly isNight: (atMs: number) => boolean;
  /** When each level began, oldest first. */
  private readonly levels: { readonly sinceMs: number; readonly level: Level }[];
  private readonly leadsMs: number[] = [];
  private readonly unwarned: Replay['unwarned'] = [];
  private readonly counts = { hits: 0, warned: 0, stops: 0, withoutHit: 0, liftedTooEarly: 0, stopMs: 0 };
  private readonly alerts = { alerts: 0, atNight: 0, longestStopMs: 0 };
  private stop: Stop | undefined;
  private liftedMs = Number.NEGATIVE_INFINITY;
  private lastHitMs = Number.NEGATIVE_INFINITY;

  constructor(query: ReplayQuery) {
    this.query = query;
    this.gaps = [[Number.NEGATIVE_INFINITY, query.fromMs], ...query.gaps];
    this.isNight = nightIn(query.timeZone);
    this.levels = [{ sinceMs: Number.NEGATIVE_INFINITY, level: 'clear' }];
  }

  /** After each run: the level from then on, and the strikes that the machine received in it. */
  add(nowMs: number, level: Level, strikes: readonly NearStrike[]): void {
    const hits = strikes.filter(({ km }) => km <= this.query.siteKm);
    for (const { atMs } of hits) this.addHit(atMs);
    const before = this.levels.at(-1)?.level ?? 'clear';
    if (level !== before) this.levels.push({ sinceMs: nowMs, level });
    if (before === 'clear' && level !== 'clear') {
      this.alerts.alerts += 1;
      if (this.isNight(nowMs)) this.alerts.atNight += 1;
    }
    if (level === 'stop') this.stop ??= this.begun(nowMs);
    else if (this.stop) this.lift(this.stop, nowMs);
    if (!this.stop) return;
    if (hits.length > 0) this.stop.hasHit = true;
    const untilMs = Math.min(nowMs + STEP_MS, this.query.toMs);
    this.alerts.longestStopMs = Math.max(this.alerts.longestStopMs, untilMs - this.stop.sinceMs);
  }

  get result(): Replay {
    const unwarned = this.unwarned.slice(-MOST_UNWARNED).reverse();
    return { ...this.counts, ...this.alerts, leadsMs: this.leadsMs, unwarned };
  }

  private addHit(atMs: number): void {
    const isNew = atMs > this.lastHitMs + this.query.area.dwellMs;
    this.lastHitMs = atMs;
    if (!isNew || !this.isKnown(atMs)) return;
    const at = this.levels.findLast(({ sinceMs }) => sinceMs <= atMs);
    if (at?.level !== 'stop') {
      this.counts.hits += 1;
      this.unwarned.push({ atMs, level: at?.level ?? 'clear' });
    } else if (this.isKnown(at.sinceMs)) {
      this.counts.hits += 1;
      this.counts.warned += 1;
      this.leadsMs.push(atMs - at.sinceMs);
    }
  }

  private begun(nowMs: number): Stop {
    const isKnown = this.isKnown(nowMs);
    if (isKnown && nowMs - this.liftedMs <= HOUR_MS && !this.meetsGap(this.liftedMs, nowMs))
      this.counts.liftedTooEarly += 1;
    return { sinceMs: nowMs, isKnown, hasHit: false };
  }

  private lift({ sinceMs, isKnown, hasHit }: Stop, nowMs: number): void {
    this.stop = undefined;
    this.liftedMs = Number.NEGATIVE_INFINITY;
    if (!isKnown || this.meetsGap(sinceMs, nowMs)) return;
    this.liftedMs = nowMs;
    this.counts.stops += 1;
    this.counts.stopMs += nowMs - sinceMs;
    if (!hasHit) this.counts.withoutHit += 1;
  }

  /** False if unseen strikes, up to a dwell before, may have begun it earlier. */
  private isKnown(atMs: number): boolean {
    return !this.meetsGap(atMs - this.query.area.dwellMs, atMs);
  }

  private meetsGap(fromMs: number, toMs: number): boolean {
    return this.gaps.some(([from, to]) => from <= toMs && to >= fromMs);
  }
}

function gapsBefore(gaps: readonly Span[], first: number, nowMs: number): readonly Span[] {
  let end = first;
  while ((gaps[end]?.[0] ?? Number.POSITIVE_INFINITY) < nowMs) end += 1;
  return gaps.slice(first, end);
}

/** While the level is clear nothing changes before the next strike: skips the minutes until then. */
function nextLookMs(nowMs: number, level: Level, nextStrikeMs: number | undefined): number {
  if (level !== 'clear') return nowMs + STEP_MS;
  if (nextStrikeMs === undefined) return Number.POSITIVE_INFINITY;
  return nowMs + Math.max(1, Math.ceil((nextStrikeMs + LAG_MS - nowMs) / STEP_MS)) * STEP_MS;
}

function nightIn(timeZone: string): (atMs: number) => boolean {
  const format = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' });
  return (atMs) => {
    const hour = Number(format.format(atMs));
    return hour >= NIGHT.from || hour < NIGHT.to;
  };
}
