import { formatTile, tileAt } from '#shared/geo/tile.ts';
import { CELL_ZOOM } from '#shared/limits.ts';

/** A stretch of the feed that a viewer watched: strikes of `cells` with `afterSeq < ordinal <= toSeq`. */
export interface Stretch {
  readonly cells: readonly string[];
  /** Undefined while the viewer has not been greeted. */
  afterSeq: number | undefined;
  toSeq: number;
}

/** What a viewer was told of an ordinal: how often, when first, and when the stream that told it was opened. */
export interface ToldStrike {
  readonly times: number;
  readonly atMs: number;
  readonly openedMs: number;
}

/** A strike as the reference heard it; `calledMs` is when the provider was asked in the call that first showed it. */
export type TrueStrike = readonly [ordinal: number, latitude: number, longitude: number, calledMs: number | null];

export interface ViewerVerdict {
  readonly expected: number;
  readonly missing: number;
  readonly doubled: number;
  /** Told although not in its cells. */
  readonly foreign: number;
  /** Milliseconds from the provider's being asked to this viewer, for what came live. */
  readonly delaysMs: readonly number[];
}

/** Whether a viewer was told all it watched, once, and nothing else. `truth` ascends; what came after it is no matter. */
export function judgeViewer(
  stretches: readonly Stretch[],
  told: ReadonlyMap<number, ToldStrike>,
  truth: readonly TrueStrike[],
): ViewerVerdict {
  const headSeq = truth.at(-1)?.[0] ?? 0;
  const due = new Map<number, number | null>();
  for (const [ordinal, latitude, longitude, calledMs] of truth) {
    const cell = formatTile(tileAt(longitude, latitude, CELL_ZOOM));
    const watched = stretches.some(
      ({ cells, afterSeq, toSeq }) =>
        cells.includes(cell) && afterSeq !== undefined && ordinal > afterSeq && ordinal <= toSeq,
    );
    if (watched) due.set(ordinal, calledMs);
  }
  const heard = [...told].filter(([ordinal]) => ordinal <= headSeq);
  return {
    expected: due.size,
    missing: [...due.keys()].filter((ordinal) => !told.has(ordinal)).length,
    doubled: heard.filter(([, { times }]) => times > 1).length,
    foreign: heard.filter(([ordinal]) => !due.has(ordinal)).length,
    delaysMs: heard.flatMap(([ordinal, { atMs, openedMs }]) => {
      const calledMs = due.get(ordinal);
      return calledMs && calledMs > openedMs ? [atMs - calledMs] : [];
    }),
  };
}
