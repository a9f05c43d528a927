import type { Clock } from '#shared/Clock.ts';
import type { BBox } from '#shared/geo/BBox.ts';
import { mercatorX, mercatorY } from '#shared/geo/mercator.ts';
import { HOUR_MS, type Span } from '#shared/time.ts';
import { dayKey } from '#shared/utcDay.ts';
import { DAY_GRIDS, type DayCount } from '#shared/wire/dayGrid.ts';
import { askDayGrid } from '#web/kit/http/archiveAnswers.ts';
import type { HourSpan } from '#web/sky/feed/TileCoverage.ts';
import type { Timers } from '#web/sky/feed/Timers.ts';

const DAY_HOURS = 24;
const SIDE = 2 ** DAY_GRIDS.hours.zoom;
/** The server processes the requests one by one. */
const MAX_IN_FLIGHT = 2;
const AGAIN_AFTER_MS = 60_000;
const RETRY_AFTER_MS = 5_000;

export interface DayGridsDeps {
  readonly fetchBytes: (path: string, init: { readonly signal: AbortSignal }) => Promise<Response>;
  /** The server's clock. */
  readonly clock: Clock;
  readonly timers: Timers;
  readonly onChange: () => void;
}

interface HeldDay {
  readonly hours: readonly (readonly DayCount[])[];
  readonly gaps: readonly Span[];
  readonly askedAtMs: number;
}

/** Counts by hour and tile of past days. Loaded days stay; an unfinished one is reloaded after a minute. */
export class DayGrids {
  private readonly deps: DayGridsDeps;
  private readonly held = new Map<number, HeldDay>();
  private readonly inFlight = new Set<number>();
  private readonly leaving = new AbortController();
  private wanted: readonly number[] = [];
  private cancelRetry: (() => void) | undefined;

  constructor(deps: DayGridsDeps) {
    this.deps = deps;
  }

  want({ fromHour, toHour }: HourSpan): void {
    const first = Math.floor(fromHour / DAY_HOURS);
    const last = Math.floor((Math.min(toHour, this.deps.clock.now() / HOUR_MS) - 1) / DAY_HOURS);
    this.wanted = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
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
    for (const day of this.wanted) {
      if (this.inFlight.size >= MAX_IN_FLIGHT) return;
      if (!this.inFlight.has(day) && this.isDue(day)) void this.load(day);
    }
  }

  private isDue(day: number): boolean {
    const askedAtMs = this.held.get(day)?.askedAtMs;
    if (askedAtMs === undefined) return true;
    const settled = askedAtMs >= (day + 1) * DAY_HOURS * HOUR_MS + AGAIN_AFTER_MS;
    return !settled && this.deps.clock.now() >= askedAtMs + AGAIN_AFTER_MS;
  }

  private async load(day: number): Promise<void> {
    this.inFlight.add(day);
    const { clock, timers, fetchBytes, onChange } = this.deps;
    const askedAtMs = clock.now();
    const read = await readDay(day, fetchBytes, this.leaving.signal);
    this.inFlight.delete(day);
    if (this.leaving.signal.aborted) return;
    if (read) {
      this.held.set(day, { ...read, askedAtMs });
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
  const asked = await askDayGrid(dayKey(fromMs), 'hours', fromMs + DAY_HOURS * HOUR_MS, { fetch: fetchBytes, signal });
  if (!asked.ok || asked.value.day !== day) return undefined;
  const hours = Array.from({ length: DAY_HOURS }, (): DayCount[] => []);
  for (const count of asked.value.counts) hours[count.hour ?? 0]?.push(count);
  return { hours, gaps: asked.value.gaps };
}

/** True if the tile's middle lies in the box. */
export function tileWithin({ west, south, east, north }: BBox, { x, y }: DayCount): boolean {
  const [atX, atY] = [(x + 0.5) / SIDE, (y + 0.5) / SIDE];
  return atX >= mercatorX(west) && atX <= mercatorX(east) && atY >= mercatorY(north) && atY <= mercatorY(south);
}
