import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import type { CellsNews } from '#shared/nowcast/CellsNews.ts';
import { type CellReport, createPlane, type PlanePoint, type StormCell, stormOf } from '#shared/nowcast/StormCell.ts';
import type { LinePoint } from '#web/map/strikeLayers/MapLines.tsx';
import { boundsAfter, middleAfter } from './coneOf.ts';

/** Length of the nearest storm's rendered path, and the times of its marks. */
export const WAY_MINUTES = 45;
const MARK_MINUTES = [15, 30] as const;
/** For any other storm. */
const ARROW_MINUTES = 15;
const DOTS = 24;
/** Closer to the storm its bounds merge. */
const FIRST_DOT_MINUTES = 4;
const HEAD_ANGLE = 0.59;
/** Shares of the path's length. */
const HEAD_SHARES = { nearest: 0.12, other: 0.32 } as const;
const MARK_SHARE = 0.055;

export interface StormLines {
  /** Paths and arrows, with their heads and marks. */
  readonly ways: readonly (readonly LinePoint[])[];
  /** The nearest storm's middle stays between them in eight of ten cases; `share` of its path. */
  readonly bounds: readonly { readonly at: LinePoint; readonly share: number }[];
  /** Where the nearest storm's path ends. */
  readonly end: LinePoint | undefined;
}

/**
 * Storms with a known direction as lines. The one nearest to `from` has its path of 45 minutes, with marks at 15 and
 * 30; the others have an arrow as long as their path of 15 minutes.
 */
export function stormLines({ cells, atMs }: CellsNews, from: Position | undefined): StormLines {
  const going = cells.filter(({ showArrow }) => showArrow);
  const nearest = from && nearestOf(going, from);
  const drawn = going.map((cell) => {
    const plane = createPlane(cell);
    const storm = stormOf(cell, plane, atMs);
    const degrees = (point: PlanePoint): LinePoint => {
      const { longitude, latitude } = plane.toDegrees(point);
      return [longitude, latitude];
    };
    const lines = (of: readonly (readonly PlanePoint[])[]) => of.map((line) => line.map(degrees));
    if (cell !== nearest)
      return { ways: lines(arrowOf(storm, ARROW_MINUTES, HEAD_SHARES.other)), bounds: [], end: undefined };
    const marks = MARK_MINUTES.map((minutes) => markOf(storm, minutes));
    return {
      ways: lines([...arrowOf(storm, WAY_MINUTES, HEAD_SHARES.nearest), ...marks]),
      bounds: Array.from({ length: DOTS }, (_, dot) => {
        const minutes = FIRST_DOT_MINUTES + ((WAY_MINUTES - FIRST_DOT_MINUTES) * dot) / (DOTS - 1);
        return boundsAfter(storm, minutes).map((bound) => ({ at: degrees(bound), share: minutes / WAY_MINUTES }));
      }).flat(),
      end: degrees(middleAfter(storm, WAY_MINUTES)),
    };
  });
  return {
    ways: drawn.flatMap(({ ways }) => ways),
    bounds: drawn.flatMap(({ bounds }) => bounds),
    end: drawn.find(({ end }) => end)?.end,
  };
}

function nearestOf(cells: readonly CellReport[], from: Position): CellReport | undefined {
  return cells.toSorted((a, b) => distanceKm(from, a) - distanceKm(from, b))[0];
}

/** The path and the two strokes of its head. */
function arrowOf(storm: StormCell, minutes: number, headShare: number): PlanePoint[][] {
  const tip = middleAfter(storm, minutes);
  const km = headShare * Math.hypot(tip.xKm - storm.xKm, tip.yKm - storm.yKm);
  const back = Math.atan2(-storm.vy, -storm.vx);
  return [
    [storm, tip],
    [around(tip, km, back + HEAD_ANGLE), tip, around(tip, km, back - HEAD_ANGLE)],
  ];
}

/** A stroke across the path. */
function markOf(storm: StormCell, minutes: number): PlanePoint[] {
  const middle = middleAfter(storm, minutes);
  const km = MARK_SHARE * WAY_MINUTES * Math.hypot(storm.vx, storm.vy);
  const across = Math.atan2(storm.vy, storm.vx) + Math.PI / 2;
  return [around(middle, km, across), around(middle, -km, across)];
}

function around({ xKm, yKm }: PlanePoint, km: number, angle: number): PlanePoint {
  return { xKm: xKm + km * Math.cos(angle), yKm: yKm + km * Math.sin(angle) };
}
