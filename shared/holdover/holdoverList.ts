import { HOLDOVER, IGNITIONS_A_FLASH, unseenShare } from '#shared/fires/survival.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { flashesOf } from '#shared/lookUp/candidatesOf.ts';
import type { Strike } from '#shared/strike.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { type HoldoverCell, holdoverCellAt, middleOfCell } from './holdoverCells.ts';
import { kindsAfter, MARK_KINDS, type Mark, type MarkKind, shareLeft } from './Mark.ts';
import { liesOn } from './markedCells.ts';

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

/** One flash, or a share of it, so old. */
function unseenStarts(hours: number, share: number): UnseenStarts {
  const low = IGNITIONS_A_FLASH * share * unseenShare(HOLDOVER.mediterranean, hours);
  const high = IGNITIONS_A_FLASH * share * unseenShare(HOLDOVER.cautious, hours);
  return { low, expected: low + CAUTIOUS_SHARE * (high - low), high };
}

const NONE: UnseenStarts = { expected: 0, low: 0, high: 0 };

const sumOf = (a: UnseenStarts, b: UnseenStarts): UnseenStarts => ({
  expected: a.expected + b.expected,
  low: a.low + b.low,
  high: a.high + b.high,
});

interface Struck {
  readonly cell: HoldoverCell;
  readonly strokes: { readonly atMs: number; readonly share: number; readonly flash: number }[];
}

/**
 * Where lightning may have lit fires that nobody has seen, by cells of 2 km, after the marks. Strokes of a flash lit one fire or none,
 * so each has its share of it. Flashes in clouds light nothing. Neither the order of marks nor of strikes changes anything.
 */
export function holdoverList(strikes: readonly Strike[], nowMs: number, marks: readonly Mark[] = []): HoldoverList {
  const ground = strikes.filter(({ atMs, detail }) => atMs <= nowMs && detail?.type !== 'cloud');
  const flashes = flashesOf(ground);
  const struck = new Map<string, Struck>();
  for (const [flash, strokes] of flashes.entries()) {
    for (const stroke of strokes) {
      const cell = holdoverCellAt(stroke);
      const held = struck.get(cell.id) ?? { cell, strokes: [] };
      held.strokes.push({ atMs: stroke.atMs, share: 1 / strokes.length, flash });
      struck.set(cell.id, held);
    }
  }
  const placed = marks.map((mark) => ({ mark, isOn: liesOn(mark.place) }));
  const cells = Array.from(struck.values(), ({ cell, strokes }): ListedCell => {
    const here = placed.filter(({ isOn }) => isOn(cell)).map(({ mark }) => mark);
    const { latitude, longitude } = middleOfCell(cell);
    const newestMs = strokes.reduce((newest, { atMs }) => Math.max(newest, atMs), 0);
    const said = new Set(strokes.flatMap(({ atMs }) => kindsAfter(here, atMs)));
    return {
      ...{ id: cell.id, latitude, longitude },
      flashes: new Set(strokes.map(({ flash }) => flash)).size,
      newestMs,
      ...strokes
        .map(({ atMs, share }) => unseenStarts((nowMs - atMs) / HOUR_MS, share * shareLeft(here, atMs)))
        .reduce(sumOf, NONE),
      marks: MARK_KINDS.filter((kind) => said.has(kind)),
      closed: kindsAfter(here, newestMs).includes('fire-found'),
    };
  });
  return {
    all: cells.reduce(sumOf, NONE),
    flashes: flashes.length,
    cells: cells.sort((a, b) => b.expected - a.expected || b.newestMs - a.newestMs || (a.id < b.id ? -1 : 1)),
  };
}
