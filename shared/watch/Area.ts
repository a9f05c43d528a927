import type { BBox } from '#shared/geo/BBox.ts';
import { boxAroundShape, type Shape } from '#shared/geo/Shape.ts';

/** Danger from lightning at a place, in rising order. */
export const LEVELS = ['clear', 'watch', 'warning', 'stop'] as const;
export type Level = (typeof LEVELS)[number];

/** A watched place and its rules. A ring is a distance from the shape, 0 inside it. */
export interface Area {
  readonly shape: Shape;
  /** Outermost first, each at most as large as the one before. */
  readonly ringsKm: readonly [watch: number, warning: number, stop: number];
  /** A level is held for this long after the last strike within its ring. */
  readonly dwellMs: number;
  /** Margin for late reports: a strike may be reported this long after its time. Set by the server, not by a client. */
  readonly settleMs: number;
  /** This many strikes within 10 min raise watch or warning; one is enough for stop. */
  readonly least: number;
  /** Watch and warning begin only while strikes come closer. */
  readonly approachOnly?: boolean;
}

export const WATCHED_SHAPE = { corners: 200, acrossKm: 300 } as const;

export const RING_KM = { min: 1, max: 60 } as const;
export const DWELL_MIN = { min: 10, max: 60 } as const;

export const DEFAULT_RINGS_KM = [30, 16, 10] as const;
export const DEFAULT_DWELL_MS = 30 * 60_000;
export const LATE_REPORT_MS = 60_000;

/** The period for which alerts are evaluated. */
export const SKILL_DAYS = 14;

/** Cached for each area, because each step needs it. */
const reaches = new WeakMap<object, BBox>();

/** A box around everything within the outermost ring. */
export function reachOf(area: Pick<Area, 'shape' | 'ringsKm'>): BBox {
  const known = reaches.get(area);
  if (known) return known;
  const reach = boxAroundShape(area.shape, area.ringsKm[0]);
  reaches.set(area, reach);
  return reach;
}

export interface NearStrike {
  readonly ordinal: number;
  readonly atMs: number;
  /** Distance from the area's shape, 0 inside. */
  readonly km: number;
  /** Bearing from the area's centre, degrees clockwise from north. */
  readonly bearing: number;
}

/** A strike that counts towards the required number. A repeated report counts once. */
export type WaitingStrike = readonly [ordinal: number, atMs: number];

/** Cells of 30 s × 1 km with lightning: the 30 s slot, and one bit per kilometre from 0 on and from 31 on. */
export type GridSlot = readonly [slot: number, near: number, far: number];

/** `unknown` is neither clear nor dangerous. */
export type DataStatus = 'seen' | 'delayed' | 'unknown';

/** On the provider's clock. */
export interface Countdown {
  /** Null if only the all-clear time is known. */
  readonly stopNotBeforeMs: number | null;
  readonly allClearNotBeforeMs: number;
}

/** Plain JSON: evaluation resumes from the stored state. Times are on the provider's clock. */
export interface AreaState {
  /** From strikes and dwell; retained while `dataStatus` is `unknown`. */
  readonly level: Level;
  readonly dataStatus: DataStatus;
  readonly seenBefore: boolean;
  /** In `stop`, after five minutes without a strike in the stop ring. */
  readonly countdown: Countdown | null;
  /** The newest strike that counts within each ring: watch, warning, stop. */
  readonly lastMs: readonly [number | null, number | null, number | null];
  /** Counted strikes, except those both older and, by 0.5 km steps, farther than another; nearest and oldest first. */
  readonly frontier: readonly NearStrike[];
  /** For watch and warning if one strike is not enough: strikes after `lastMs`, oldest first. */
  readonly waiting: readonly [readonly WaitingStrike[], readonly WaitingStrike[]];
  /** Where lightning fell within 15 min of the newest strike, oldest first. Stored only with `approachOnly`. */
  readonly grid: readonly GridSlot[];
  /** The Feed's epoch that the ordinals belong to; null before the first snapshot of the Feed. */
  readonly epoch: string | null;
  /** Data near the area is complete up to here; never decreases. */
  readonly watermarkMs: number | null;
  /** Since when data is timely again after data loss; null otherwise. */
  readonly steadySinceMs: number | null;
  /** When a strike inside the active ring was last logged. */
  readonly notedMs: number | null;
  readonly change: number;
}

/**
 * - `raise`: a higher level, with `correction` if the strike was reported after the margin for late reports.
 * - `same`: a strike within the active ring, the first in a minute.
 * - `again`: a strike within the stop ring during the countdown.
 * - `countdown`: five minutes without a strike within the stop ring.
 * - `fall`: a level is no longer held; all-clear if `to` is `clear`.
 * - `delayed`, `blind`: data is late, or lost. `sight`: data is restored.
 */
export type ChangeKind = 'raise' | 'same' | 'again' | 'countdown' | 'fall' | 'delayed' | 'blind' | 'sight';

export interface AreaChange {
  readonly change: number;
  /** Time of the decision, on our clock. */
  readonly atMs: number;
  readonly kind: ChangeKind;
  readonly from: Level;
  readonly to: Level;
  readonly strike: NearStrike | null;
  readonly watermarkMs: number | null;
  /** The strike was reported after its time had been treated as complete. */
  readonly correction: boolean;
  /** The strike was reported more than two minutes after it fell. */
  readonly late: boolean;
  /** The strike fell more than two minutes before the area first had data, so it is not news. */
  readonly found: boolean;
}

/** A box of home without data, from one instant to another. */
export type Gap = readonly [west: number, south: number, east: number, north: number, fromMs: number, toMs: number];

/** A consistent snapshot of the Feed's data state of home. All times are the provider's. */
export interface FeedSnapshot {
  /** Random, created with the Feed's ledger: a Feed that lost its storage has a new one, and restarts its ordinals. */
  readonly epoch: string;
  /** A client must have every strike up to this ordinal before it lowers anything by this pulse. */
  readonly seq: number;
  /** Home is complete up to here, except `gapBoxes`; null before the first poll. Never ahead of the provider. */
  readonly watermarkMs: number | null;
  readonly providerNowMs: number;
  /** For the last 70 min, newest first. */
  readonly gapBoxes: readonly Gap[];
  /** There are more gaps than `gapBoxes` lists. */
  readonly gapBoxesTruncated: boolean;
}

/** The newest strike that counts within each ring; null if there is none. */
export type LastMs = readonly [watch: number | null, warning: number | null, stop: number | null];

/** How long a strike holds a level, measured by the watermark. */
export function holdMs({ dwellMs, settleMs: lateReportMs }: Pick<Area, 'dwellMs' | 'settleMs'>): number {
  return dwellMs + lateReportMs;
}

/** The level of the innermost ring that is held at the watermark. Without a watermark no level ends. */
export function heldLevel(area: Pick<Area, 'dwellMs' | 'settleMs'>, lastMs: LastMs, watermarkMs: number | null): Level {
  const held = [2, 1, 0].find((ring) => {
    const atMs = lastMs[ring] ?? null;
    return atMs !== null && atMs + holdMs(area) > (watermarkMs ?? Number.NEGATIVE_INFINITY);
  });
  return held === undefined ? 'clear' : (LEVELS[held + 1] ?? 'clear');
}

/** Negative if `a` is less dangerous than `b`, 0 if they are equal. */
export function compareLevels(a: Level, b: Level): number {
  return LEVELS.indexOf(a) - LEVELS.indexOf(b);
}

export const LEAST_WITHIN_MS = 10 * 60_000;

type Rings = Pick<AreaState, 'lastMs' | 'waiting'>;
type RingStrike = Pick<NearStrike, 'ordinal' | 'atMs' | 'km'>;

/** When its newest counted strike fell, and the later strikes that are not yet enough to begin it. */
interface Ring {
  readonly lastMs: number | null;
  readonly waiting: readonly WaitingStrike[];
}

/**
 * The rings after `ringStrikes`, in any order, repeated or not. A ring begins with the strike that completes `least` within
 * ten minutes, and continues with each strike within the hold of the previous one. Strikes before its last one, and
 * before `sinceMs`, are dropped. Of the rest, fewer than `least` are within any ten minutes.
 */
export function ringsAfter(
  area: Area,
  { lastMs, waiting }: Rings,
  ringStrikes: readonly RingStrike[],
  sinceMs: number,
): Rings {
  const [watchKm, warningKm, stopKm] = area.ringsKm;
  const of = (ring: 0 | 1, ringKm: number): Ring => {
    if (area.least === 1) return { lastMs: newestWithin(ringStrikes, ringKm, lastMs[ring]), waiting: [] };
    return ringAfter(area, { lastMs: lastMs[ring], waiting: waiting[ring] }, ringStrikes, ringKm, sinceMs);
  };
  const [watch, warning] = [of(0, watchKm), of(1, warningKm)];
  return {
    lastMs: [watch.lastMs, warning.lastMs, newestWithin(ringStrikes, stopKm, lastMs[2])],
    waiting: [watch.waiting, warning.waiting],
  };
}

function ringAfter(
  area: Area,
  before: Ring,
  ringStrikes: readonly RingStrike[],
  ringKm: number,
  sinceMs: number,
): Ring {
  let { lastMs } = before;
  if (ringStrikes.length === 0 && before.waiting.length === 0) return before;
  const later = new Map<number, number>();
  const accept = (ordinal: number, atMs: number) => {
    if (lastMs === null || atMs > lastMs) later.set(ordinal, atMs);
  };
  for (const [ordinal, atMs] of before.waiting) accept(ordinal, atMs);
  for (const { ordinal, atMs, km } of ringStrikes) if (km <= ringKm) accept(ordinal, atMs);
  const waiting: WaitingStrike[] = [];
  for (const strike of [...later].sort(([a, aMs], [b, bMs]) => aMs - bMs || a - b)) {
    const [, atMs] = strike;
    waiting.push(strike);
    const first = waiting.at(-area.least);
    const isEnough = first !== undefined && atMs - first[1] < LEAST_WITHIN_MS;
    const isHeld = lastMs !== null && atMs < lastMs + holdMs(area);
    if (!isEnough && !isHeld) continue;
    lastMs = atMs;
    waiting.length = 0;
  }
  return { lastMs, waiting: waiting.filter(([, atMs]) => atMs > sinceMs) };
}

function newestWithin(strikes: readonly RingStrike[], ringKm: number, before: number | null): number | null {
  let lastMs = before;
  for (const { atMs, km } of strikes) if (km <= ringKm && (lastMs === null || atMs > lastMs)) lastMs = atMs;
  return lastMs;
}

/** Code of a first-level region, `BG.plovdiv`, or of a country, `BG`. */
export const REGION_CODE = /^[A-Z]{2}(\.[a-z-]{2,40})?$/;

/**
 * A polygon of some 200 corners in the encoding of `shapeCode.ts`. With the rest of a setup, a URL of this length still
 * fits a QR code.
 */
export const POLYGON_CODE = /^p[\w-]{6,1300}$/;
