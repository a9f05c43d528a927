import type { Span } from '#shared/time/spans.ts';
import { type Area, LEVELS, type Level, reachOf } from './Area.ts';
import type { NearStrike } from './AreaState.ts';
import { holdMs } from './rings.ts';
import { newAreaState, watchArea } from './watchArea.ts';

/** The machine looks once a minute, and is told what fell up to ten seconds before. */
const STEP_MS = 60_000;
const LAG_MS = 10_000;
/** Work between two pauses, in strikes; a look costs as much as so many. */
const WORK_A_PIECE = 5_000;
const STEP_COSTS = 10;
/** Local hours: 22:00 to 06:00. */
const NIGHT = { from: 22, to: 6 } as const;

interface PreviewQuestion {
  readonly area: Area;
  /** Within the outermost ring, oldest first. */
  readonly strikes: readonly NearStrike[];
  readonly fromMs: number;
  readonly toMs: number;
  /** Merged, oldest first. */
  readonly gaps: readonly Span[];
  readonly timeZone: string;
}

/** The result of a replay. An alert lasts from clear to clear; times are good to a minute. */
interface Preview {
  readonly fromMs: number;
  readonly toMs: number;
  readonly alerts: number;
  readonly atNight: number;
  readonly byLevel: { readonly watch: number; readonly warning: number; readonly stop: number };
  readonly longestStopMs: number;
  readonly gapMs: number;
}

/** Replays the strikes through the machine that watches, on virtual time. Pauses each few milliseconds of work. */
export function* previewing({
  area,
  strikes,
  fromMs,
  toMs,
  gaps,
  timeZone,
}: PreviewQuestion): Generator<void, Preview> {
  const { west, south, east, north } = reachOf(area);
  const isNight = nightIn(timeZone);
  const reached: Level[] = [];
  let atNight = 0;
  let longestStopMs = 0;
  let stopSinceMs: number | null = null;
  let state = newAreaState();
  let next = 0;
  let nowMs = fromMs;
  let firstHole = 0;
  let work = 0;
  while (nowMs < toMs) {
    const first = next;
    while (next < strikes.length && (strikes[next]?.atMs ?? 0) <= nowMs - LAG_MS) next += 1;
    work += STEP_COSTS + next - first;
    if (work > WORK_A_PIECE) {
      work = 0;
      yield;
    }
    while ((gaps[firstHole]?.[1] ?? Number.POSITIVE_INFINITY) <= nowMs - 2 * holdMs(area)) firstHole += 1;
    const gapBoxes = holesBefore(gaps, firstHole, nowMs).map(
      ([from, to]) => [west, south, east, north, from, Math.min(to, nowMs)] as const,
    );
    const pulse = {
      epoch: '',
      seq: 0,
      watermarkMs: nowMs - LAG_MS,
      providerNowMs: nowMs,
      gapBoxes,
      gapBoxesTruncated: false,
    };
    const sighting = { strikes: strikes.slice(first, next), pulse, heardMs: nowMs, replayed: true, nowMs };
    const before = state.level;
    state = watchArea(area, state, sighting).state;
    const { level } = state;
    if (before === 'clear' && level !== 'clear') {
      reached.push(level);
      if (isNight(nowMs)) atNight += 1;
    }
    if (level !== 'clear') reached.push(worse(reached.pop() ?? level, level));
    stopSinceMs = level === 'stop' ? (stopSinceMs ?? nowMs) : null;
    if (stopSinceMs !== null) longestStopMs = Math.max(longestStopMs, Math.min(nowMs + STEP_MS, toMs) - stopSinceMs);
    nowMs = nextLookMs(nowMs, level, strikes[next]?.atMs);
  }
  const reaching = (level: Level) => reached.filter((one) => worse(one, level) === one).length;
  return {
    fromMs,
    toMs,
    alerts: reached.length,
    atNight,
    byLevel: { watch: reaching('watch'), warning: reaching('warning'), stop: reaching('stop') },
    longestStopMs,
    gapMs: gaps.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, toMs) - Math.max(from, fromMs)), 0),
  };
}

export function previewOf(query: PreviewQuestion): Preview {
  const work = previewing(query);
  for (;;) {
    const piece = work.next();
    if (piece.done) return piece.value;
  }
}

function holesBefore(gaps: readonly Span[], first: number, nowMs: number): readonly Span[] {
  let end = first;
  while ((gaps[end]?.[0] ?? Number.POSITIVE_INFINITY) < nowMs) end += 1;
  return gaps.slice(first, end);
}

/** While all is clear nothing changes before the next strike: skips the minutes until then. */
function nextLookMs(nowMs: number, level: Level, nextStrikeMs: number | undefined): number {
  if (level !== 'clear') return nowMs + STEP_MS;
  if (nextStrikeMs === undefined) return Number.POSITIVE_INFINITY;
  return nowMs + Math.max(1, Math.ceil((nextStrikeMs + LAG_MS - nowMs) / STEP_MS)) * STEP_MS;
}

function worse(a: Level, b: Level): Level {
  return LEVELS.indexOf(a) >= LEVELS.indexOf(b) ? a : b;
}

function nightIn(timeZone: string): (atMs: number) => boolean {
  const format = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' });
  return (atMs) => {
    const hour = Number(format.format(atMs));
    return hour >= NIGHT.from || hour < NIGHT.to;
  };
}
