import { type BBox, bboxOverlaps } from '#shared/geo/BBox.ts';
import {
  type Area,
  type AreaChange,
  type AreaState,
  type ChangeKind,
  type Countdown,
  compareLevels,
  type DataStatus,
  type FeedSnapshot,
  type GridSlot,
  heldLevel,
  holdMs,
  type LastMs,
  LEAST_WITHIN_MS,
  LEVELS,
  type Level,
  type NearStrike,
  reachOf,
  ringsAfter,
} from './Area.ts';

/**
 * Latest time up to which the pulse allows an area to be evaluated: home is complete, and no gap intersects `reach`
 * within `spanMs` before it. Null if no such time exists, or if the pulse's list of gaps is truncated.
 */
export function areaWatermarkMs(snapshot: FeedSnapshot, reach: BBox, spanMs: number): number | null {
  if (snapshot.watermarkMs === null || snapshot.gapBoxesTruncated) return null;
  const near = snapshot.gapBoxes.filter(([west, south, east, north]) =>
    bboxOverlaps({ west, south, east, north }, reach),
  );
  let watermarkMs = Math.min(snapshot.watermarkMs, snapshot.providerNowMs);
  for (;;) {
    const hole = near.find(([, , , , fromMs, toMs]) => fromMs < watermarkMs && toMs > watermarkMs - spanMs);
    if (!hole) return watermarkMs;
    watermarkMs = hole[4];
  }
}

const DELAYED_AFTER_MS = 60_000;
const DATA_LOST_AFTER_MS = 120_000;
/** After data loss, data must be timely for this long before it counts. */
export const STEADY_MS = 60_000;

interface Seen {
  readonly dataStatus: DataStatus;
  readonly steadySinceMs: number | null;
}

/** Age of the area's data: its watermark on the provider's clock, plus the time since the pulse was received. */
function lagMs(
  snapshot: FeedSnapshot | null,
  watermarkMs: number | null,
  receivedMs: number | null,
  nowMs: number,
): number {
  if (!snapshot || watermarkMs === null || receivedMs === null) return Number.POSITIVE_INFINITY;
  return snapshot.providerNowMs - watermarkMs + Math.max(0, nowMs - receivedMs);
}

/** After data loss, data must be timely for a minute before it counts; the area's first data counts at once. */
function seeArea(state: AreaState, lag: number, nowMs: number): Seen {
  if (lag > DATA_LOST_AFTER_MS) return { dataStatus: 'unknown', steadySinceMs: null };
  const dataStatus = lag > DELAYED_AFTER_MS ? 'delayed' : 'seen';
  if (state.dataStatus !== 'unknown' || !state.seenBefore) return { dataStatus, steadySinceMs: null };
  if (dataStatus === 'delayed') return { dataStatus: 'unknown', steadySinceMs: null };
  const steadySinceMs = state.steadySinceMs ?? nowMs;
  return nowMs - steadySinceMs >= STEADY_MS
    ? { dataStatus, steadySinceMs: null }
    : { dataStatus: 'unknown', steadySinceMs };
}

const SLOT_MS = 30_000;
const SLOTS_A_BIN = 10;
const BINS = 3;
const SLOTS = SLOTS_A_BIN * BINS;
const LEAST_IN_BIN = 3;
const CLOSER_BY_KM = 2;
/** Bits of one number: one number holds kilometres 0 to 30, the other those from 31 on. */
const BITS = 31;

/** Adds strikes in any order, repeated or not: cells of 30 s × 1 km for the fifteen minutes up to the newest. */
export function gridWith(
  grid: readonly GridSlot[],
  strikes: readonly Pick<NearStrike, 'atMs' | 'km'>[],
): readonly GridSlot[] {
  const slots = [...grid];
  for (const strike of strikes) if (!isInGrid(slots, strike)) addTo(slots, strike);
  const oldest = (slots.at(-1)?.[0] ?? 0) - SLOTS;
  return slots.filter(([slot]) => slot > oldest);
}

function addTo(slots: GridSlot[], { atMs, km }: Pick<NearStrike, 'atMs' | 'km'>): void {
  const at = Math.floor(atMs / SLOT_MS);
  const row = Math.floor(km);
  const index = slots.findLastIndex(([slot]) => slot <= at);
  const [slot, near, far] = slots[index] ?? [at - 1, 0, 0];
  const [nearBit, farBit] = row < BITS ? [1 << row, 0] : [0, 1 << (row - BITS)];
  if (slot === at) slots[index] = [at, near | nearBit, far | farBit];
  else slots.splice(index + 1, 0, [at, nearBit, farBit]);
}

function isInGrid(grid: readonly GridSlot[], { atMs, km }: Pick<NearStrike, 'atMs' | 'km'>): boolean {
  const at = Math.floor(atMs / SLOT_MS);
  if (at <= (grid.at(-1)?.[0] ?? Number.NaN) - SLOTS) return true;
  const slot = grid.findLast(([one]) => one === at);
  return slot !== undefined && hasCell(slot, Math.floor(km));
}

/**
 * True if strikes come closer: the distance of the nearest tenth of the cells falls by 2 km or more over three bins of
 * five minutes, the last of which ends with the 30 s slot of `nowMs`. Also true if a bin has fewer than three cells,
 * which is too few to decide.
 */
export function isApproaching(grid: readonly GridSlot[], nowMs: number): boolean {
  const end = Math.floor(nowMs / SLOT_MS);
  const nearest = Array.from({ length: BINS }, (_, bin) => {
    const last = end - (BINS - 1 - bin) * SLOTS_A_BIN;
    return nearestTenthKm(grid.filter(([slot]) => slot <= last && slot > last - SLOTS_A_BIN));
  });
  const [first, between, last] = nearest;
  if (first === undefined || between === undefined || last === undefined) return true;
  return first - last >= CLOSER_BY_KM;
}

function nearestTenthKm(slots: readonly GridSlot[]): number | undefined {
  const kms = slots.flatMap((slot) =>
    Array.from({ length: 2 * BITS }, (_, km) => km).filter((km) => hasCell(slot, km)),
  );
  if (kms.length < LEAST_IN_BIN) return undefined;
  return kms.sort((a, b) => a - b)[Math.floor(kms.length / 10)];
}

function hasCell([, near, far]: GridSlot, km: number): boolean {
  return km < BITS ? (near & (1 << km)) !== 0 : (far & (1 << (km - BITS))) !== 0;
}

type Rings = Area['ringsKm'];

/**
 * Adds `strikes`, in any order, to a frontier: no strike in it is both older and farther than another; nearest and
 * oldest first. Distances are compared in steps of half a kilometre that also end at each ring. So the first strike is
 * the nearest to within one step, and the newest within a ring is exact.
 */
function strikeFrontier(
  rings: Rings,
  frontier: readonly NearStrike[],
  strikes: readonly NearStrike[],
): readonly NearStrike[] {
  let nearStrikes = frontier;
  for (const strike of strikes) {
    if (nearStrikes.some((other) => isCovered(rings, strike, other))) continue;
    // The strikes it covers are older and farther, so they are adjacent to its position.
    const rest = nearStrikes.filter((other) => !isCovered(rings, other, strike));
    const newer = rest.findIndex((other) => other.atMs > strike.atMs);
    nearStrikes = rest.toSpliced(newer < 0 ? rest.length : newer, 0, strike);
  }
  return nearStrikes;
}

/** True if `other` is at least as new and as near as `strike`; of equals the nearer covers, then the lower ordinal. */
function isCovered(rings: Rings, strike: Omit<NearStrike, 'bearing'>, other: Omit<NearStrike, 'bearing'>): boolean {
  if (other.atMs < strike.atMs) return false;
  if (other.km < strike.km) return true;
  if (other.atMs === strike.atMs) return other.km === strike.km && other.ordinal <= strike.ordinal;
  return other.km === strike.km || stepOf(rings, other.km) === stepOf(rings, strike.km);
}

/** Half kilometres, split at each ring: strikes on different sides of a ring are never in the same step. */
function stepOf([watch, warning, stop]: Rings, km: number): number {
  return Math.floor(2 * km) + Number(km > watch) + Number(km > warning) + Number(km > stop);
}

/** A strike reported later than this is marked late; one older than this at the area's first data is marked found. */
const LATE_MS = 2 * 60_000;
const COUNTDOWN_AFTER_MS = 5 * 60_000;
const NOTE_EVERY_MS = 60_000;

export interface Sighting {
  /** Strikes reported since, in any order, repeated or not; those beyond the outermost ring are ignored. */
  readonly strikes: readonly NearStrike[];
  /** The Feed's pulse as received; null while there is none. `strikes` contain all up to its seq. */
  readonly snapshot: FeedSnapshot | null;
  /** On our clock. */
  readonly receivedMs: number | null;
  /** Every strike within the hold (dwell and settle) before the pulse was read; until then the area is unknown. */
  readonly replayed: boolean;
  /** Our clock, synchronised with the server's. */
  readonly nowMs: number;
}

export function newAreaState(): AreaState {
  return {
    level: 'clear',
    dataStatus: 'unknown',
    seenBefore: false,
    countdown: null,
    lastMs: [null, null, null],
    frontier: [],
    waiting: [[], []],
    grid: [],
    epoch: null,
    watermarkMs: null,
    steadySinceMs: null,
    notedMs: null,
    change: 0,
  };
}

/**
 * The state machine: the state after `sighting`, and its changes in order. Strikes raise the level at once; only
 * complete data lowers it. The rules are in PROTOCOL.md in this folder.
 */
export function watchArea(
  area: Area,
  state: AreaState,
  sighting: Sighting,
): { readonly state: AreaState; readonly changes: readonly AreaChange[] } {
  const { snapshot, receivedMs, nowMs } = sighting;
  const wholeMs = snapshot && sighting.replayed ? areaWatermarkMs(snapshot, reachOf(area), holdMs(area)) : null;
  const watermarkMs = laterOf(state.watermarkMs, wholeMs);
  const near = nearOf(area, ofEpoch(state, snapshot?.epoch), sighting.strikes, watermarkMs);
  const seen = seeArea(state, lagMs(snapshot, wholeMs, receivedMs, nowMs), nowMs);
  const providerNowMs = snapshot ? snapshot.providerNowMs + nowMs - (receivedMs ?? nowMs) : nowMs;
  const comesCloser = () => sighting.replayed && isApproaching(near.grid, providerNowMs);
  const held = reportedLevel(area, state, heldLevel(area, near.lastMs, watermarkMs), comesCloser);

  const log = new ChangeLog(state, nowMs, watermarkMs);
  if (seen.dataStatus === 'delayed' && state.dataStatus === 'seen') log.add('delayed', log.level);
  if (seen.dataStatus === 'unknown' && state.dataStatus !== 'unknown') log.add('blind', log.level);
  if (seen.dataStatus !== 'unknown' && state.dataStatus === 'unknown') log.add('sight', log.level);

  const cause = causeOf(area, state, near.frontier, held, providerNowMs);
  let { notedMs } = state;
  if (compareLevels(held, log.level) > 0) {
    log.add('raise', held, cause);
    notedMs = nowMs;
  } else if (compareLevels(held, log.level) < 0) {
    if (seen.dataStatus !== 'unknown' && wholeMs === watermarkMs) log.add('fall', held);
  } else if (held !== 'clear' && isNewer(near.lastMs, state.lastMs, held)) {
    if (state.countdown) log.add('again', held, cause);
    else if (nowMs - (notedMs ?? 0) >= NOTE_EVERY_MS) {
      log.add('same', held, cause);
      notedMs = nowMs;
    }
  }
  const due = countdownOf(area, log.level, near.lastMs, watermarkMs);
  const countdown = state.countdown || seen.dataStatus !== 'unknown' ? due : null;
  if (countdown && !state.countdown) log.add('countdown', log.level);
  const { level, change, changes } = log;
  const seenBefore = state.seenBefore || seen.dataStatus !== 'unknown';
  return { state: { ...near, ...seen, level, seenBefore, countdown, watermarkMs, notedMs, change }, changes };
}

/** `approachOnly` withholds watch and warning until the hold was read and strikes come closer. */
function reportedLevel(area: Area, { level }: AreaState, held: Level, comesCloser: () => boolean): Level {
  const isHeldBack = area.approachOnly && level === 'clear' && held !== 'stop';
  return isHeldBack && !comesCloser() ? 'clear' : held;
}

function causeOf(
  area: Area,
  { seenBefore, watermarkMs }: AreaState,
  frontier: readonly NearStrike[],
  held: Level,
  providerNowMs: number,
): Cause {
  const strike = frontier.findLast(({ km }) => km <= reachKm(area, held));
  if (!strike) return NO_CAUSE;
  const late = providerNowMs - strike.atMs > LATE_MS;
  const correction = seenBefore && watermarkMs !== null && strike.atMs + area.settleMs < watermarkMs;
  return { strike, late: late && seenBefore, found: late && !seenBefore, correction };
}

function isNewer(now: LastMs, before: LastMs, level: Level): boolean {
  const ring = LEVELS.indexOf(level) - 1;
  return (now[ring] ?? 0) > (before[ring] ?? 0);
}

function nearOf(area: Area, state: AreaState, strikes: readonly NearStrike[], watermarkMs: number | null) {
  const sinceMs = (watermarkMs ?? Number.NEGATIVE_INFINITY) - holdMs(area);
  const within = strikes.filter(({ km }) => km <= area.ringsKm[0]);
  const nearStrikes = within.filter(({ atMs }) => atMs > sinceMs);
  const frontier = strikeFrontier(
    area.ringsKm,
    state.frontier.filter(({ atMs }) => atMs > sinceMs),
    nearStrikes,
  );
  // If several strikes are required, the first may be older than the hold. The newest strike also shows that time has
  // passed: without it, the stored strikes would grow without limit while the watermark does not advance.
  const newestMs = frontier.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY;
  const waitsSinceMs = Math.max(sinceMs, newestMs - holdMs(area)) - LEAST_WITHIN_MS;
  const making = area.least > 1 ? within.filter(({ atMs }) => atMs > sinceMs - LEAST_WITHIN_MS) : nearStrikes;
  const rings = ringsAfter(area, state, making, waitsSinceMs);
  return { ...rings, frontier, grid: area.approachOnly ? gridWith(state.grid, within) : [], epoch: state.epoch };
}

/** Drops everything that carries ordinals of another epoch, because it is read again. Strike times stay. */
export function ofEpoch(state: AreaState, epoch: string | undefined): AreaState {
  if (epoch === undefined || epoch === state.epoch) return state;
  return { ...state, frontier: [], waiting: [[], []], grid: [], epoch };
}

/** True if the strike, within the outermost ring, would not change the state. */
export function isOfNoUse(area: Area, state: AreaState, strike: Omit<NearStrike, 'bearing'>): boolean {
  const isPast = (ring: 0 | 1) => strike.atMs <= (state.lastMs[ring] ?? Number.NEGATIVE_INFINITY);
  return (
    state.frontier.some((other) => isCovered(area.ringsKm, strike, other)) &&
    (area.least === 1 || (isPast(0) && (strike.km > area.ringsKm[1] || isPast(1)))) &&
    (!area.approachOnly || isInGrid(state.grid, strike))
  );
}

function laterOf(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.max(a, b);
}

function reachKm({ ringsKm }: Area, level: Level): number {
  return ringsKm[Math.max(0, LEVELS.indexOf(level) - 1)] ?? ringsKm[0];
}

function countdownOf(area: Area, level: Level, lastMs: LastMs, watermarkMs: number | null): Countdown | null {
  const stopMs = lastMs[2];
  if (level !== 'stop' || stopMs === null || watermarkMs === null) return null;
  if (watermarkMs - stopMs < COUNTDOWN_AFTER_MS) return null;
  const newestMs = Math.max(...lastMs.map((atMs) => atMs ?? stopMs));
  return { stopNotBeforeMs: stopMs + holdMs(area), allClearNotBeforeMs: newestMs + holdMs(area) };
}

type Cause = Pick<AreaChange, 'strike' | 'correction' | 'late' | 'found'>;

const NO_CAUSE: Cause = { strike: null, correction: false, late: false, found: false };

/** The changes of one step, numbered on from the state before it. */
class ChangeLog {
  readonly changes: AreaChange[] = [];
  level: Level;
  private readonly before: AreaState;
  private readonly atMs: number;
  private readonly watermarkMs: number | null;

  constructor(before: AreaState, atMs: number, watermarkMs: number | null) {
    this.before = before;
    this.level = before.level;
    this.atMs = atMs;
    this.watermarkMs = watermarkMs;
  }

  get change(): number {
    return this.before.change + this.changes.length;
  }

  add(kind: ChangeKind, to: Level, cause: Cause = NO_CAUSE): void {
    const { atMs, watermarkMs, level: from } = this;
    this.changes.push({ change: this.change + 1, atMs, kind, from, to, watermarkMs, ...cause });
    this.level = to;
  }
}
