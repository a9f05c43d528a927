import type { Corner, Polygon } from '#shared/geo/shape/Shape.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';

/** What people tell of a place that lightning struck. */
export const MARK_KINDS = ['ground-check', 'air-check', 'rain', 'fire-found'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** Where a mark lies: a cell of the list, a drawn area, or the way that somebody flew or walked. */
export type MarkPlace =
  | { readonly type: 'cell'; readonly cell: string }
  | { readonly type: 'shape'; readonly shape: Polygon }
  | {
      readonly type: 'track';
      readonly track: { readonly type: 'LineString'; readonly coordinates: readonly Corner[] };
      readonly withinKm: number;
    };

export interface Mark {
  readonly kind: MarkKind;
  /** When the place was looked at, or the rain ended. It says nothing of flashes after that. */
  readonly atMs: number;
  readonly place: MarkPlace;
  /** Of rain alone. */
  readonly rainMm?: number | undefined;
}

/** Rain of less changes nothing: fires were lit under 1.7 to 7.7 mm, and wetter ones showed later (Kalashnikov 2023). */
export const WETTING_MM = 8;

/** No flash is looked at for longer, so an older mark changes nothing any more. */
export const MARK_COUNTS_MS = 14 * DAY_MS;

/** What is left of the unseen starts after each; assumed, but for the fire that was found. */
const LEFT: Readonly<Record<MarkKind, number>> = { 'ground-check': 0.1, 'air-check': 0.5, rain: 0.5, 'fire-found': 0 };

export const changesAny = ({ kind, rainMm = 0 }: Mark) => kind !== 'rain' || rainMm >= WETTING_MM;

/** When the newest mark of each kind was; absent where there is none. */
export type NewestMarks = { readonly [Kind in MarkKind]?: number };

/** The kinds of mark that say something of a flash at `atMs`: those that came after it. */
export function kindsAfter(newest: NewestMarks, atMs: number): MarkKind[] {
  return MARK_KINDS.filter((kind) => (newest[kind] ?? 0) > atMs);
}

/**
 * What marks leave of the unseen starts of a flash at `atMs`, 0 to 1. Each kind counts once, however often it was told: a
 * second look misses what the first one missed, and two people may tell of one. So neither order nor repetition matters.
 */
export function shareLeft(newest: NewestMarks, atMs: number): number {
  return kindsAfter(newest, atMs).reduce((left, kind) => left * LEFT[kind], 1);
}
