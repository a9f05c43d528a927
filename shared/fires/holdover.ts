import { FlashGroups, inOrder } from '#shared/fires/candidatesOf.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { type Corner, ringOfBox } from '#shared/geo/Shape.ts';
import type { Strike } from '#shared/strike.ts';
import { clippedSpans, HOUR_MS, mergedSpans, type Span } from '#shared/time.ts';

/** How long lightning fires stay undetected: a Weibull distribution. */
interface Holdover {
  readonly scaleHours: number;
  readonly power: number;
}

/** Mediterranean: Pineda 2022. Cautious: through 45 % at 24 h and 2 % at 14 days, for forests that smoulder longer. */
export const HOLDOVER = {
  mediterranean: { scaleHours: 7.63, power: 0.559 },
  cautious: { scaleHours: 34.9, power: 0.602 },
} as const satisfies Record<string, Holdover>;

/** Fires per flash to the ground: one in 840 (Pineda 2022, Catalonia). Detection by satellite is separate. */
export const IGNITIONS_A_FLASH = 1 / 840;

/** Fraction of fires still undetected this many hours after the flash. */
export function unseenShare({ scaleHours, power }: Holdover, hours: number): number {
  return hours <= 0 ? 1 : Math.exp(-((hours / scaleHours) ** power));
}

/**
 * Fraction of fires per hour that become detectable between a satellite's overpass and the one `lookHours` earlier. The
 * later overpass is `hours` after the flash.
 */
export function firstSeenRate(holdover: Holdover, hours: number, lookHours: number): number {
  return (unseenShare(holdover, hours - lookHours) - unseenShare(holdover, hours)) / lookHours;
}

/** Integral of `firstSeenRate` from the flash until `hours` later: from 0 to 1. */
export function seenWithin(holdover: Holdover, hours: number, lookHours: number): number {
  const missed = unseenHours(holdover, hours) - unseenHours(holdover, hours - lookHours);
  return Math.max(0, Math.min(1, 1 - missed / lookHours));
}

const STEPS = 200;

/** Integral of `unseenShare` from 0 to `hours`; it is 1 below 0. Simpson's rule over √t, as it falls steeply at 0. */
function unseenHours(holdover: Holdover, hours: number): number {
  if (hours <= 0) return hours;
  const step = Math.sqrt(hours) / STEPS;
  let sum = 0;
  for (let index = 1; index <= STEPS; index += 1) {
    const root = index * step;
    const weight = index === STEPS ? 1 : index % 2 === 1 ? 4 : 2;
    sum += weight * 2 * root * unseenShare(holdover, root * root);
  }
  return (sum * step) / 3;
}

/** Fraction of the potential causing flashes of a fire first detected at `seenMs` that falls into data gaps; 0 to 1. */
export function gapShare(
  holdover: Holdover,
  gaps: readonly Span[],
  seenMs: number,
  lookBackHours: number,
  lookHours: number,
): number {
  const hoursBefore = (atMs: number) => (seenMs - atMs) / HOUR_MS;
  const within = (atMs: number) => seenWithin(holdover, hoursBefore(atMs), lookHours);
  const missing = clippedSpans(mergedSpans(gaps), seenMs - lookBackHours * HOUR_MS, seenMs);
  const missed = missing.reduce((sum, [fromMs, toMs]) => sum + within(fromMs) - within(toMs), 0);
  return Math.max(0, Math.min(1, missed / seenWithin(holdover, lookBackHours, lookHours)));
}

/** 2 km from south to north; columns are as wide in the middle of each row. Ids depend on it, so never change it. */
const ROW_DEGREES = 0.018;

/** A square of 2 km: `row` counts from the south pole, `column` from 180° W. */
interface HoldoverCell {
  readonly row: number;
  readonly column: number;
}

const middleOfRow = (row: number) => (row + 0.5) * ROW_DEGREES - 90;

const columnDegrees = (row: number) => ROW_DEGREES / Math.max(0.05, Math.cos((middleOfRow(row) * Math.PI) / 180));

function cellAt({ latitude, longitude }: Position): HoldoverCell {
  const row = Math.floor((latitude + 90) / ROW_DEGREES);
  return { row, column: Math.floor((longitude + 180) / columnDegrees(row)) };
}

const idOf = ({ row, column }: HoldoverCell) => `r${row}c${column}`;

/** The middle of a cell, in WGS 84 degrees. */
function middleOf({ row, column }: HoldoverCell): Position {
  return { latitude: middleOfRow(row), longitude: (column + 0.5) * columnDegrees(row) - 180 };
}

const rounded = (degrees: number) => Number(degrees.toFixed(5));

/** The outline of the cell that contains the position, as a closed ring, counter-clockwise, to a metre. */
export function cornersOfCell(at: Position): readonly Corner[] {
  const cell = cellAt(at);
  const { latitude, longitude } = middleOf(cell);
  const [high, wide] = [ROW_DEGREES / 2, columnDegrees(cell.row) / 2];
  return ringOfBox({
    west: rounded(longitude - wide),
    south: rounded(latitude - high),
    east: rounded(longitude + wide),
    north: rounded(latitude + high),
  });
}

/** Expected lightning fires that are still undetected; `low` and `high` from the two survival curves. */
export interface UnseenStarts {
  readonly expected: number;
  readonly low: number;
  readonly high: number;
}

/** The position is the cell's middle. */
interface ListedCell extends Position, UnseenStarts {
  readonly id: string;
  /** Flashes with a stroke here. A flash that struck several cells counts in each, and adds a fraction to each. */
  readonly flashes: number;
  readonly newestMs: number;
}

export interface HoldoverList {
  readonly all: UnseenStarts;
  /** Each flash once, wherever it struck. */
  readonly flashes: number;
  /** Highest expectation first, 2,000 at most. */
  readonly cells: readonly ListedCell[];
  /** Total number of cells. */
  readonly found: number;
}

/**
 * Assumed weight of the cautious curve against the Mediterranean one. The range spans the two curves. It does not
 * include the uncertainty of one flash in 840, which is as large again.
 */
const CAUTIOUS_SHARE = 0.2;

const startsOf = ({ low, high }: { readonly low: number; readonly high: number }): UnseenStarts => ({
  ...{ low: IGNITIONS_A_FLASH * low, high: IGNITIONS_A_FLASH * high },
  expected: IGNITIONS_A_FLASH * (low + CAUTIOUS_SHARE * (high - low)),
});

/** The strokes in one cell. */
interface Struck extends HoldoverCell {
  flashes: number;
  lastFlash: number;
  newestMs: number;
  /** Unseen starts, in equivalents of whole flashes, by the two curves. */
  low: number;
  high: number;
}

const MOST_CELLS = 2_000;
const COLUMNS = 65_536;
/** Number of strokes or cells that take some milliseconds. */
const WORK_PER_CHUNK = 4_000;

/**
 * Where lightning may have caused undetected fires, by cells of 2 km. A flash causes one fire at most, so each of its
 * strokes counts with a fraction. Cloud flashes are ignored. Order of strikes has no effect. Yields every few
 * milliseconds.
 */
export function* holdoverList(strikes: readonly Strike[], nowMs: number): Generator<void, HoldoverList> {
  const strokes = inOrder(strikes.filter(({ atMs, detail }) => atMs <= nowMs && detail?.type !== 'cloud'));
  const groups = new FlashGroups<Strike>();
  for (const [index, stroke] of strokes.entries()) {
    if (index % WORK_PER_CHUNK === 0) yield;
    groups.add(stroke);
  }
  const struck = new Map<number, Struck>();
  for (const [flash, ofFlash] of groups.flashes.entries()) {
    if (flash % WORK_PER_CHUNK === 0) yield;
    for (const stroke of ofFlash) strike(struck, stroke, { flash, share: 1 / ofFlash.length, nowMs });
  }
  yield;
  const all = { low: 0, high: 0 };
  for (const { low, high } of struck.values()) {
    all.low += low;
    all.high += high;
  }
  return { all: startsOf(all), flashes: groups.flashes.length, cells: mostExpected(struck), found: struck.size };
}

/** Sorting all cells takes too long for one step, so the lowest listed value is determined first. */
function mostExpected(struck: ReadonlyMap<number, Struck>): ListedCell[] {
  const all = [...struck.values()];
  const least =
    Float64Array.from(all, (one) => startsOf(one).expected)
      .sort()
      .at(-MOST_CELLS) ?? 0;
  return all
    .filter((one) => startsOf(one).expected >= least)
    .map(({ lastFlash: _, row, column, low, high, ...reported }): ListedCell => {
      const cell = { row, column };
      return { id: idOf(cell), ...middleOf(cell), ...reported, ...startsOf({ low, high }) };
    })
    .sort((a, b) => b.expected - a.expected || b.newestMs - a.newestMs || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_CELLS);
}

/** The strokes of one flash must be passed consecutively. */
function strike(
  struck: Map<number, Struck>,
  stroke: Strike,
  { flash, share, nowMs }: { readonly flash: number; readonly share: number; readonly nowMs: number },
): void {
  const { row, column } = cellAt(stroke);
  const key = row * COLUMNS + column;
  let held = struck.get(key);
  if (!held) {
    held = { row, column, flashes: 0, lastFlash: -1, newestMs: 0, low: 0, high: 0 };
    struck.set(key, held);
  }
  if (flash !== held.lastFlash) held.flashes += 1;
  held.lastFlash = flash;
  held.newestMs = Math.max(held.newestMs, stroke.atMs);
  const hours = (nowMs - stroke.atMs) / HOUR_MS;
  held.low += share * unseenShare(HOLDOVER.mediterranean, hours);
  held.high += share * unseenShare(HOLDOVER.cautious, hours);
}
