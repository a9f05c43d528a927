import type { Clock } from '#shared/Clock.ts';
import type { BBox } from '#shared/geo/BBox.ts';
import { mercatorX, mercatorY } from '#shared/geo/mercator.ts';
import { HOUR_MS, type Span } from '#shared/time.ts';
import { dayKey } from '#shared/utcDay.ts';
import { DAY_GRIDS, type DayCount } from '#shared/wire/dayGrid.ts';
import { fetchDayGrid } from '#web/kit/http/archiveResponses.ts';
import type { Timers } from '#web/sky/FeedConnection.ts';
import type { WindowCounts } from '#web/sky/findStrikes.ts';
import {
  newGeneration,
  RENDERED_INTS_PER_ROW,
  RENDERED_TIME_UNIT_MS,
  type RenderedRows,
} from '#web/sky/StrikeStore.ts';
import type { HourSpan } from '#web/sky/TileCoverage.ts';

const DAY_HOURS = 24;
const SIDE = 2 ** DAY_GRIDS.hours.zoom;
/** The server processes the requests one by one. */
const MAX_IN_FLIGHT = 2;
const AGAIN_AFTER_MS = 60_000;
const RETRY_AFTER_MS = 5_000;

interface DayGridsDeps {
  readonly fetchBytes: (path: string, init: { readonly signal: AbortSignal }) => Promise<Response>;
  /** The server's clock. */
  readonly clock: Clock;
  readonly timers: Timers;
  readonly onChange: () => void;
}

interface HeldDay {
  readonly hours: readonly (readonly DayCount[])[];
  readonly gaps: readonly Span[];
  readonly requestedAtMs: number;
}

/** Counts by hour and tile of past days. Loaded days stay; an unfinished one is reloaded after a minute. */
export class DayGrids {
  private readonly deps: DayGridsDeps;
  private readonly held = new Map<number, HeldDay>();
  private readonly inFlight = new Set<number>();
  private readonly leaving = new AbortController();
  private requested: readonly number[] = [];
  private cancelRetry: (() => void) | undefined;

  constructor(deps: DayGridsDeps) {
    this.deps = deps;
  }

  want({ fromHour, toHour }: HourSpan): void {
    const first = Math.floor(fromHour / DAY_HOURS);
    const last = Math.floor((Math.min(toHour, this.deps.clock.now() / HOUR_MS) - 1) / DAY_HOURS);
    this.requested = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
    this.pump();
  }

  holds({ fromHour, toHour }: HourSpan): boolean {
    const last = Math.floor((toHour - 1) / DAY_HOURS);
    for (let day = Math.floor(fromHour / DAY_HOURS); day <= last; day += 1) if (!this.held.has(day)) return false;
    return true;
  }

  /** Gaps in the span, as far as its days are held. */
  gaps({ fromHour, toHour }: HourSpan): Span[] {
    return [...this.held.values()]
      .flatMap(({ gaps }) => gaps)
      .filter(([fromMs, toMs]) => fromMs < toHour * HOUR_MS && toMs > fromHour * HOUR_MS);
  }

  hours({ fromHour, toHour }: HourSpan): (readonly DayCount[])[] {
    return Array.from({ length: toHour - fromHour }, (_, index) => {
      const hour = fromHour + index;
      return this.held.get(Math.floor(hour / DAY_HOURS))?.hours[hour % DAY_HOURS] ?? [];
    });
  }

  stop(): void {
    this.cancelRetry?.();
    this.leaving.abort();
  }

  private pump(): void {
    if (this.cancelRetry) return;
    for (const day of this.requested) {
      if (this.inFlight.size >= MAX_IN_FLIGHT) return;
      if (!this.inFlight.has(day) && this.isDue(day)) void this.load(day);
    }
  }

  private isDue(day: number): boolean {
    const requestedAtMs = this.held.get(day)?.requestedAtMs;
    if (requestedAtMs === undefined) return true;
    const settled = requestedAtMs >= (day + 1) * DAY_HOURS * HOUR_MS + AGAIN_AFTER_MS;
    return !settled && this.deps.clock.now() >= requestedAtMs + AGAIN_AFTER_MS;
  }

  private async load(day: number): Promise<void> {
    this.inFlight.add(day);
    const { clock, timers, fetchBytes, onChange } = this.deps;
    const requestedAtMs = clock.now();
    const read = await readDay(day, fetchBytes, this.leaving.signal);
    this.inFlight.delete(day);
    if (this.leaving.signal.aborted) return;
    if (read) {
      this.held.set(day, { ...read, requestedAtMs });
      onChange();
    } else {
      this.cancelRetry ??= timers.after(RETRY_AFTER_MS, () => {
        this.cancelRetry = undefined;
        this.pump();
      });
    }
    this.pump();
  }
}

async function readDay(
  day: number,
  fetchBytes: DayGridsDeps['fetchBytes'],
  signal: AbortSignal,
): Promise<Pick<HeldDay, 'hours' | 'gaps'> | undefined> {
  const fromMs = day * DAY_HOURS * HOUR_MS;
  const result = await fetchDayGrid(dayKey(fromMs), 'hours', fromMs + DAY_HOURS * HOUR_MS, {
    fetch: fetchBytes,
    signal,
  });
  if (!result.ok || result.value.day !== day) return undefined;
  const hours = Array.from({ length: DAY_HOURS }, (): DayCount[] => []);
  for (const count of result.value.counts) hours[count.hour ?? 0]?.push(count);
  return { hours, gaps: result.value.gaps };
}

/** True if the tile's middle lies in the box. */
function tileWithin({ west, south, east, north }: BBox, { x, y }: DayCount): boolean {
  const [atX, atY] = [(x + 0.5) / SIDE, (y + 0.5) / SIDE];
  return atX >= mercatorX(west) && atX <= mercatorX(east) && atY >= mercatorY(north) && atY <= mercatorY(south);
}

/** Below this width of the view, in degrees, a tile is a large part of it, and its strikes load quickly. */
const LEAST_DEGREES = 4;

interface LookingBack {
  readonly box: BBox | undefined;
  readonly windowMs: number;
  readonly playing: boolean;
  /** Time that passes in a second of playback. */
  readonly rateMs: number;
  readonly complete: boolean;
}

/**
 * How a past window is rendered.
 * - `strikes`: each strike.
 * - `counts`: hourly counts by tile, without loading strikes: at 6 h a second a day of them passes in 4 s.
 * - `either`: counts until all strikes are held.
 */
export function renderedAs({ box, windowMs, playing, rateMs, complete }: LookingBack): 'strikes' | 'counts' | 'either' {
  if (!box || box.east - box.west < LEAST_DEGREES) return 'strikes';
  if (playing && (rateMs >= 6 * HOUR_MS || windowMs >= 6 * HOUR_MS)) return 'counts';
  return complete || windowMs < HOUR_MS ? 'strikes' : 'either';
}
const WORLD = 2 ** 32;

/**
 * Rendered hourly counts, the oldest hour first: a row for each tile and hour with strikes, in the middle of both,
 * because counts have no exact place and time.
 */
export function hourRows(hours: readonly (readonly DayCount[])[], { fromHour }: HourSpan): RenderedRows {
  const length = hours.reduce((sum, counts) => sum + counts.length, 0);
  const rendered = new Int32Array(length * RENDERED_INTS_PER_ROW);
  let at = 0;
  for (const [hour, counts] of hours.entries()) {
    const time = ((hour + 0.5) * HOUR_MS) / RENDERED_TIME_UNIT_MS;
    for (const { x, y } of counts) {
      rendered.set([middle(x), middle(y), time], at);
      at += RENDERED_INTS_PER_ROW;
    }
  }
  return { rendered, length, generation: newGeneration(), epochMs: fromHour * HOUR_MS };
}

const middle = (column: number) => ((column + 0.5) * (WORLD / SIDE)) | 0;

export function tileCounts(hours: readonly (readonly DayCount[])[], box: BBox, { fromHour }: HourSpan): WindowCounts {
  const bars = hours.map((counts) =>
    counts.reduce((sum, count) => sum + (tileWithin(box, count) ? count.strikes : 0), 0),
  );
  const total = bars.reduce((sum, strikes) => sum + strikes, 0);
  return { total, newestMs: null, barsFromMs: fromHour * HOUR_MS, barMs: HOUR_MS, bars };
}
