import type { Areas } from '#shared/geo/Areas.ts';
import { type BBox, bboxIntersection, bboxUnion } from '#shared/geo/BBox.ts';
import { HOME_REGION, RING_REGION, regionOfCell } from '#shared/geo/regions.ts';
import { parseTile, tileBounds, tilesCovering } from '#shared/geo/tile.ts';
import { CELL_ZOOM, FEED_LIVE_WITHIN_MS } from '#shared/limits.ts';

/** At most this many cells apart from home are polled: those with the most viewers. */
const MAX_CELLS_APART = 12;
const ALL_CELLS = 4 ** CELL_ZOOM;

/** An area with a mark of its own, excluding `without`. */
export interface PolledRegion {
  readonly key: string;
  readonly bbox: BBox;
  readonly without?: BBox;
}

interface RegionPlan {
  readonly home: PolledRegion;
  /** Polled only while watched, with the calls that home leaves over. */
  readonly foreign: readonly PolledRegion[];
}

/** Home exactly as set, its ring, and cells apart from it, most watched first. `watched`: viewers by cell. */
export function planRegions(areas: Areas, watched: Readonly<Record<string, number>>): RegionPlan {
  const { home, coverage } = areas;
  const byViewers = Object.entries(watched).sort(([a, many], [b, more]) => more - many || a.localeCompare(b));
  const keys = [...new Set(byViewers.flatMap(([cell]) => regionOfCell(cell, areas) ?? []))];
  const apart = keys.filter((key) => key !== HOME_REGION && key !== RING_REGION).slice(0, MAX_CELLS_APART);
  return {
    home: { key: HOME_REGION, bbox: home },
    foreign: [
      ...(keys.includes(RING_REGION) ? [{ key: RING_REGION, bbox: ringBox(areas), without: home }] : []),
      ...apart.flatMap((key) => {
        const tile = parseTile(key);
        const bbox = tile && bboxIntersection(tileBounds(tile), coverage);
        return bbox ? [{ key, bbox }] : [];
      }),
    ],
  };
}

function ringBox({ home, coverage }: Areas): BBox {
  const cells = tilesCovering(home, CELL_ZOOM, ALL_CELLS) ?? [];
  const around = cells.map(tileBounds).reduce(bboxUnion, home);
  return bboxIntersection(around, coverage) ?? home;
}

/**
 * The boxes to read for a region. One with a quiet hole is read whole, because one call costs less than four; once
 * `strikesInHole` would fill half a window of `target` strikes, as the strips around the hole.
 */
export function regionBoxes({ bbox, without }: PolledRegion, strikesInHole: number, target: number): BBox[] {
  if (!without || strikesInHole < target / 2) return [bbox];
  return [
    { ...bbox, south: without.north },
    { ...bbox, north: without.south },
    { west: bbox.west, east: without.west, south: without.south, north: without.north },
    { west: without.east, east: bbox.east, south: without.south, north: without.north },
  ].filter(({ west, south, east, north }) => west < east && south < north);
}

const LEAST_MS = 20_000;
const MISSED_POLLS = 3;

/** How long home counts as live after its last success when polled every `intervalMs`: 20 to 60 s. */
export function liveWithinMs(intervalMs: number): number {
  return Math.min(FEED_LIVE_WITHIN_MS, Math.max(LEAST_MS, MISSED_POLLS * intervalMs));
}
