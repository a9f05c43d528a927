import { type BBox, bboxIntersection } from '#shared/geo/BBox.ts';
import { DAY_MS, HOUR_MS, parseIsoInstant } from '#shared/time.ts';
import type { KnownCounts } from '#web/kit/http/archiveResponses.ts';
import type { AddressPart } from '#web/kit/routing/address.ts';
import { RENDERED_TIME_UNIT_MS } from '#web/sky/StrikeStore.ts';

export const PAST_WINDOWS_MS = [10 * 60_000, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS] as const;
const DEFAULT_PAST_WINDOW_MS = HOUR_MS;

export interface Moment {
  /** The end of the window, a whole minute; undefined is now. */
  readonly atMs: number | undefined;
  readonly windowMs: number;
}

/** `t=2026-11-20T14:30Z&w=60`: the end of the window in UTC, its length in minutes. Nothing while live. */
export const timelineAddress: AddressPart<Moment> = {
  names: ['t', 'w'],
  parse(parameters) {
    const atMs = parseIsoInstant(parameters.get('t') ?? '');
    const minutes = Number(parameters.get('w') ?? '');
    return {
      atMs: atMs === undefined ? undefined : wholeMinute(atMs),
      windowMs: PAST_WINDOWS_MS.find((offeredMs) => offeredMs === minutes * 60_000) ?? DEFAULT_PAST_WINDOW_MS,
    };
  },
  format: ({ atMs, windowMs }) =>
    atMs === undefined ? [] : [`t=${new Date(atMs).toISOString().slice(0, 16)}Z`, `w=${windowMs / 60_000}`],
};

function wholeMinute(atMs: number): number {
  return Math.floor(atMs / 60_000) * 60_000;
}

export const HISTORY_MS = 14 * DAY_MS;
export const BAR_MS = 10 * 60_000;
/** Steps of a bar or a day; Home and End go to the ends. */
const STEPS_MS: Readonly<Record<string, number>> = {
  ArrowLeft: -BAR_MS,
  ArrowDown: -BAR_MS,
  ArrowRight: BAR_MS,
  ArrowUp: BAR_MS,
  PageDown: -DAY_MS,
  PageUp: DAY_MS,
};

/** The range of instants to choose from, whole minutes. `toMs` stands for now. */
export interface PastBounds {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The last 14 days, starting at a whole bar. */
export function pastBounds(nowMs: number): PastBounds {
  return { fromMs: Math.ceil((nowMs - HISTORY_MS) / BAR_MS) * BAR_MS, toMs: wholeMinute(nowMs) };
}

/** Clamps an instant to the bounds; from their end on undefined, which is now. */
export function withinBounds(atMs: number, { fromMs, toMs }: PastBounds): number | undefined {
  return atMs >= toMs ? undefined : Math.max(fromMs, wholeMinute(atMs));
}

/** The moment after a key press; undefined is now. `'unused'` if the timeline ignores the key. */
export function afterKey(key: string, atMs: number | undefined, bounds: PastBounds): number | undefined | 'unused' {
  if (key === 'Home') return bounds.fromMs;
  if (key === 'End') return undefined;
  const stepMs = STEPS_MS[key];
  return stepMs === undefined ? 'unused' : withinBounds((atMs ?? bounds.toMs) + stepMs, bounds);
}

/** Midnights of the visitor's time zone within the bounds. Days may have 23 or 25 hours. */
export function dayStarts({ fromMs, toMs }: PastBounds): number[] {
  const starts: number[] = [];
  const day = new Date(fromMs);
  day.setHours(24, 0, 0, 0);
  for (; day.getTime() < toMs; day.setDate(day.getDate() + 1)) starts.push(day.getTime());
  return starts;
}

/** The time span that Replay plays, up to now. */
export const REPLAY_MS = 2 * HOUR_MS;
/** Time that passes on the map in a second. The second is the default: `REPLAY_MS` in half a minute. */
export const PLAY_RATES_MS = [60_000, REPLAY_MS / 30, 10 * 60_000, HOUR_MS, 6 * HOUR_MS] as const;

interface Playing {
  readonly atMs: number;
  readonly rateMs: number;
  /** True if every strike of the present window is held: playback waits for missing ones. */
  readonly held: boolean;
}

/** The moment after `elapsedMs`, at most `toMs`; it stands still while strikes are missing. */
export function afterPlaying({ atMs, rateMs, held }: Playing, elapsedMs: number, toMs: number): number {
  if (!held) return atMs;
  return Math.min(
    toMs,
    atMs + Math.round((rateMs * elapsedMs) / 1_000 / RENDERED_TIME_UNIT_MS) * RENDERED_TIME_UNIT_MS,
  );
}

/** Steps per degree: views that differ by less share a response. */
const GRID = 100;

/** The part of a view within the home area, snapped to a grid; undefined if there is none. */
export function countedBox(view: BBox, home: BBox): BBox | undefined {
  const { west, south, east, north } = view;
  const wider = {
    west: Math.floor(west * GRID) / GRID,
    south: Math.floor(south * GRID) / GRID,
    east: Math.ceil(east * GRID) / GRID,
    north: Math.ceil(north * GRID) / GRID,
  };
  return bboxIntersection(wider, home);
}

interface TimelineBar {
  readonly fromMs: number;
  readonly strikes: number;
  /** The number is incomplete. Rendered hatched, even if it is zero. */
  readonly gaps: boolean;
}

/** The bars of the timeline, oldest first. The last one may reach beyond `toMs`. */
export function timelineBars({ fromMs, toMs }: PastBounds, { strikes, gaps }: KnownCounts): TimelineBar[] {
  const bars: TimelineBar[] = [];
  for (let barMs = fromMs; barMs < toMs; barMs += BAR_MS) {
    const count = strikes.get(barMs);
    const missed = gaps.some(([spanFromMs, spanToMs]) => spanFromMs < barMs + BAR_MS && spanToMs > barMs);
    bars.push({ fromMs: barMs, strikes: count ?? 0, gaps: missed || count === undefined });
  }
  return bars;
}

/**
 * Where playback continues: `atMs`, unless it is certain that nothing struck in the window before it. Then the start of
 * the next bar with strikes or gaps; `bounds.toMs` if there is none.
 */
export function afterSilence(atMs: number, windowMs: number, bounds: PastBounds, known: KnownCounts): number {
  const loud = timelineBars(bounds, known).filter(({ strikes, gaps }) => strikes > 0 || gaps);
  const next = loud.find(({ fromMs }) => fromMs + BAR_MS > atMs - windowMs);
  if (!next) return bounds.toMs;
  return Math.min(bounds.toMs, Math.max(atMs, next.fromMs));
}

interface BarShapes {
  readonly counts: string;
  /** Runs of bars with gaps, `[from, to)`. */
  readonly gaps: readonly (readonly [from: number, to: number])[];
}

export function barShapes(bars: readonly TimelineBar[], height: number): BarShapes {
  const peak = bars.reduce((most, { strikes }) => Math.max(most, strikes), 1);
  const gaps: [number, number][] = [];
  let counts = '';
  bars.forEach((bar, x) => {
    // A square root, so that ten strikes stay visible next to a storm's peak of hundreds.
    const high = bar.strikes === 0 ? 0 : Math.max(1, height * Math.sqrt(bar.strikes / peak));
    if (high > 0) counts += `M${x} ${height}v${(-high).toFixed(1)}h1V${height}z`;
    const last = gaps.at(-1);
    if (bar.gaps && last?.[1] === x) last[1] = x + 1;
    else if (bar.gaps) gaps.push([x, x + 1]);
  });
  return { counts, gaps };
}
