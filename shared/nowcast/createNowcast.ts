import type { Position } from '../geo/geodesy.ts';
import { answerAt, type PlaceAnswer } from './answerAt.ts';
import { type CellReport, reportOf } from './CellReport.ts';
import { CellTracker, type FormerSelf } from './CellTracker.ts';
import { type CarriedFlash, carryFlashes } from './carryFlashes.ts';
import { FlashWindow, type Stroke } from './FlashWindow.ts';
import { createPlane, type Plane } from './plane.ts';
import type { StormCell } from './StormCell.ts';

const KMH = 60;

/** A cell as those see it who know no plane. */
export interface NowcastCell extends Position {
  readonly id: number;
  /** Along the axes of the plane around the nowcast's centre, whose north is the true one only on its meridian. */
  readonly eastKmH: number;
  readonly northKmH: number;
  readonly showArrow: boolean;
}

export interface Nowcast {
  /** Around the centre: what `storms` and `carried` are told on. */
  readonly plane: Plane;
  /** Once a minute, with the strikes since the last time in any order: clusters, follows and moves the cells to `nowMs`. */
  tick(nowMs: number, strikes: readonly Stroke[]): void;
  cells(): readonly NowcastCell[];
  /** The same on the plane, and with all that is known of each. */
  storms(): readonly StormCell[];
  /** The same in degrees, to be told to others. */
  reports(): readonly CellReport[];
  /** The flashes of the last ten minutes as they lie now. */
  carried(): readonly CarriedFlash[];
  at(latitude: number, longitude: number): PlaceAnswer;
  /** The number that the next new cell gets. */
  nextId(): number;
  /** Gives cells, by their present ids, those under which they were told before: numbers below `firstId`. */
  rename(former: ReadonlyMap<number, FormerSelf>): void;
}

/**
 * Storm cells within 700 km of a centre, and what they mean for a place. The same strikes at the same ticks give the same
 * answers. `firstId`: the number of the first cell.
 */
export function createNowcast(centre: Position, firstId = 1): Nowcast {
  const plane = createPlane(centre);
  const window = new FlashWindow(plane);
  const tracker = new CellTracker(firstId);
  let storms: readonly StormCell[] = [];
  let carried: readonly CarriedFlash[] | undefined;
  let atMs = 0;

  function nowCarried(): readonly CarriedFlash[] {
    carried ??= carryFlashes(atMs, window.flashes, storms);
    return carried;
  }

  return {
    plane,
    tick(nowMs, strikes) {
      const begun = window.advance(nowMs, strikes);
      storms = tracker.advance(nowMs, window.flashes, begun);
      carried = undefined;
      atMs = nowMs;
    },
    cells: () =>
      storms.map((cell) => ({
        id: cell.id,
        ...plane.toDegrees(cell),
        eastKmH: cell.vx * KMH,
        northKmH: cell.vy * KMH,
        showArrow: cell.showArrow,
      })),
    storms: () => storms,
    reports: () => storms.map((cell) => reportOf(cell, plane, atMs)),
    carried: nowCarried,
    at: (latitude, longitude) => answerAt(plane.toKm({ latitude, longitude }), nowCarried(), storms),
    nextId: () => tracker.nextId,
    rename(former) {
      tracker.rename(former, window.flashes);
      storms = storms.map((cell) => ({ ...cell, ...former.get(cell.id) }));
      carried = undefined;
    },
  };
}
