import { type BBox, bboxIntersection } from '#shared/geo/BBox.ts';
import type { KnownCounts } from '#web/kit/http/archiveAnswers.ts';
import { BAR_MS, type PastBounds } from './timeline.ts';

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
