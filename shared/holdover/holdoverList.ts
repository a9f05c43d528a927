import { HOLDOVER, IGNITIONS_A_FLASH, unseenShare } from '#shared/fires/survival.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { flashesOf } from '#shared/lookUp/candidatesOf.ts';
import type { Strike } from '#shared/strike.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { type HoldoverCell, holdoverCellAt, holdoverCellNumber, middleOfCell } from './holdoverCells.ts';
import { kindsAfter, type Mark, type MarkKind, type NewestMarks, shareLeft } from './Mark.ts';
import { newestOn } from './markedCells.ts';

/** Fires that lightning is expected to have lit and nobody has seen yet; `low` and `high` by the two survival curves. */
export interface UnseenStarts {
  readonly expected: number;
  readonly low: number;
  readonly high: number;
}

export interface ListedCell extends Position, UnseenStarts {
  readonly id: string;
  /** That struck here at least once. One that struck in several cells counts in each, and lights a share in each. */
  readonly flashes: number;
  readonly newestMs: number;
  /** Kinds of mark that say something of at least one of its flashes. */
  readonly marks: readonly MarkKind[];
  /** A fire was found after its newest flash. */
  readonly closed: boolean;
}

export interface HoldoverList {
  readonly all: UnseenStarts;
  /** Each once, wherever it struck. */
  readonly flashes: number;
  /** The most expected first; those that are closed come last. */
  readonly cells: readonly ListedCell[];
}

/**
 * How far fires here hold over as in the cautious forests, not as around the Mediterranean: assumed. The range is from the one
 * curve to the other. It does not hold what one flash in 840 may be wrong by, which is as much again.
 */
const CAUTIOUS_SHARE = 0.2;

const startsOf = (low: number, high: number): UnseenStarts => ({
  ...{ low: IGNITIONS_A_FLASH * low, high: IGNITIONS_A_FLASH * high },
  expected: IGNITIONS_A_FLASH * (low + CAUTIOUS_SHARE * (high - low)),
});

/** What struck one cell: columns, as a storm has some ten thousand strokes. */
class Struck {
  readonly cell: HoldoverCell;
  readonly timesMs: number[] = [];
  /** What of its flash each stroke is. */
  private readonly shares: number[] = [];
  flashes = 0;
  private lastFlash = -1;

  constructor(cell: HoldoverCell) {
    this.cell = cell;
  }

  /** Strokes of one flash come after one another. */
  add(atMs: number, share: number, flash: number): void {
    this.timesMs.push(atMs);
    this.shares.push(share);
    if (flash !== this.lastFlash) this.flashes += 1;
    this.lastFlash = flash;
  }

  /** Unseen starts, as flashes that count whole, by the two curves. */
  weigh(nowMs: number, newest: NewestMarks): readonly [low: number, high: number] {
    const hasMarks = Object.keys(newest).length > 0;
    let [low, high] = [0, 0];
    for (const [index, atMs] of this.timesMs.entries()) {
      const hours = (nowMs - atMs) / HOUR_MS;
      const share = (this.shares[index] ?? 0) * (hasMarks ? shareLeft(newest, atMs) : 1);
      low += share * unseenShare(HOLDOVER.mediterranean, hours);
      high += share * unseenShare(HOLDOVER.cautious, hours);
    }
    return [low, high];
  }
}

/**
 * Where lightning may have lit fires that nobody has seen, by cells of 2 km, after the marks. Strokes of a flash lit one fire or none,
 * so each has its share of it. Flashes in clouds light nothing. Neither the order of marks nor of strikes changes anything.
 */
export function holdoverList(strikes: readonly Strike[], nowMs: number, marks: readonly Mark[] = []): HoldoverList {
  const flashes = flashesOf(strikes.filter(({ atMs, detail }) => atMs <= nowMs && detail?.type !== 'cloud'));
  const struck = struckBy(flashes);
  const newestOf = newestOn(marks);
  let [allLow, allHigh] = [0, 0];
  const cells = struck.map((one): ListedCell => {
    const { cell, timesMs } = one;
    const [oldestMs, newestMs] = timesMs.reduce(
      ([oldest, latest], atMs) => [Math.min(oldest, atMs), Math.max(latest, atMs)],
      [nowMs, 0],
    );
    const newest = newestOf(cell, oldestMs);
    const [low, high] = one.weigh(nowMs, newest);
    allLow += low;
    allHigh += high;
    const { latitude, longitude } = middleOfCell(cell);
    return {
      ...{ id: cell.id, latitude, longitude, flashes: one.flashes, newestMs },
      ...startsOf(low, high),
      marks: kindsAfter(newest, oldestMs),
      closed: kindsAfter(newest, newestMs).includes('fire-found'),
    };
  });
  return {
    all: startsOf(allLow, allHigh),
    flashes: flashes.length,
    cells: cells.sort((a, b) => b.expected - a.expected || b.newestMs - a.newestMs || (a.id < b.id ? -1 : 1)),
  };
}

function struckBy(flashes: readonly (readonly Strike[])[]): Struck[] {
  const struck = new Map<number, Struck>();
  for (const [flash, strokes] of flashes.entries()) {
    for (const stroke of strokes) {
      const key = holdoverCellNumber(stroke);
      let held = struck.get(key);
      if (!held) {
        held = new Struck(holdoverCellAt(stroke));
        struck.set(key, held);
      }
      held.add(stroke.atMs, 1 / strokes.length, flash);
    }
  }
  return [...struck.values()];
}
