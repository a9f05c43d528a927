import * as v from 'valibot';
import { type CellsUpdate, WITHHOLDABLE } from '#shared/nowcast/CellsUpdate.ts';
import { type CellReport, TRENDS } from '#shared/nowcast/StormCell.ts';

/** Older cells do not describe the present. */
export const NOWCAST_HOLDS_MS = 10 * 60_000;

const Integer = v.pipe(v.number(), v.integer());
const Integers = v.array(Integer);
const RangeRowBody = v.tuple([v.number(), v.number(), v.number(), v.number()]);

/**
 * A `storm-cells` event: the storm cells of home as columns of equal length, and how a device turns odds into chances.
 * Positions are in thousandths of a degree, each the difference from the one before; velocities in km/h.
 */
export const CellsEvent = v.pipe(
  v.object({
    /** The provider's time that the cells stand for, as far as home was read. */
    atMs: v.pipe(Integer, v.minValue(0)),
    cells: v.object({
      id: Integers,
      y: Integers,
      x: Integers,
      east: Integers,
      north: Integers,
      sigma: Integers,
      radius: Integers,
      flashes: Integers,
      age: Integers,
      /** 1 if it has an arrow, plus 2 × the trend: 0 steady, 1 growing, 2 fading. */
      marks: Integers,
      /** How many points of its path are sent. */
      steps: Integers,
      /** Of all points in hundredths of a degree: y and x less those of the point after it in time. */
      path: Integers,
    }),
    /** Log odds of a chance are `a + s × odds`: a and s within 30 minutes, a and s within 60. */
    odds: v.tuple([v.number(), v.number(), v.number(), v.number()]),
    /** Calibrated ranges of arrivals; absent while the table that ships holds. */
    ranges: v.optional(v.array(RangeRowBody)),
    withheld: v.optional(v.array(v.fallback(v.picklist(WITHHOLDABLE), 'chance'))),
    /** Present if some of the last ten minutes of home was not read: there may be more cells than reported. */
    partial: v.optional(v.boolean()),
  }),
  v.check(({ cells: { path, steps, ...columns } }) => {
    const lengths = Object.values(columns).map((column) => column.length);
    const points = steps.reduce((sum, count) => sum + count, 0);
    return lengths.every((length) => length === steps.length) && path.length === 2 * points;
  }, 'columns differ in length'),
);
export type CellsEvent = v.InferOutput<typeof CellsEvent>;

const PER_DEGREE = 1_000;
const PATH_PER_DEGREE = 100;
const scaled = (degrees: number) => Math.round(degrees * PER_DEGREE);
const coarse = (degrees: number) => Math.round(degrees * PATH_PER_DEGREE);

export function encodeCells({ cells, ranges, withheld, odds: logOdds, ...rest }: CellsUpdate): CellsEvent {
  const ordered = cells.toSorted((a, b) => a.latitude - b.latitude || a.id - b.id);
  const differences = (values: readonly number[]) => values.map((value, i) => value - (values[i - 1] ?? 0));
  const path = ordered.flatMap(({ latitude, longitude, track }) => {
    const points = [{ latitude, longitude }, ...track].map(
      (at) => [coarse(at.latitude), coarse(at.longitude)] as const,
    );
    return points.slice(1).flatMap(([y, x], i) => [y - (points[i]?.[0] ?? 0), x - (points[i]?.[1] ?? 0)]);
  });
  return {
    ...rest,
    cells: {
      id: ordered.map(({ id }) => id),
      y: differences(ordered.map(({ latitude }) => scaled(latitude))),
      x: differences(ordered.map(({ longitude }) => scaled(longitude))),
      east: ordered.map(({ eastKmH }) => Math.round(eastKmH)),
      north: ordered.map(({ northKmH }) => Math.round(northKmH)),
      sigma: ordered.map(({ sigmaKmH }) => Math.round(sigmaKmH)),
      radius: ordered.map(({ radiusKm }) => Math.round(radiusKm)),
      flashes: ordered.map(({ flashes }) => flashes),
      age: ordered.map(({ ageMinutes }) => ageMinutes),
      marks: ordered.map(({ showArrow, trend }) => Number(showArrow) + 2 * TRENDS.indexOf(trend)),
      steps: ordered.map(({ track }) => track.length),
      path,
    },
    odds: [logOdds[0], logOdds[1], logOdds[2], logOdds[3]],
    ...(ranges ? { ranges: ranges.map(([...row]) => row) } : {}),
    ...(withheld && withheld.length > 0 ? { withheld: [...withheld] } : {}),
  };
}

export function decodeCells({ cells, ...rest }: CellsEvent): CellsUpdate {
  let [y, x, pathAt] = [0, 0, 0];
  const at = (column: readonly number[], index: number) => column[index] ?? 0;
  const reports = cells.id.map((id, index): CellReport => {
    y += at(cells.y, index);
    x += at(cells.x, index);
    const here = { latitude: y / PER_DEGREE, longitude: x / PER_DEGREE };
    let [pastY, pastX] = [coarse(here.latitude), coarse(here.longitude)];
    const track = Array.from({ length: at(cells.steps, index) }, () => {
      pastY += at(cells.path, pathAt);
      pastX += at(cells.path, pathAt + 1);
      pathAt += 2;
      return { latitude: pastY / PATH_PER_DEGREE, longitude: pastX / PATH_PER_DEGREE };
    });
    return {
      id,
      ...here,
      eastKmH: at(cells.east, index),
      northKmH: at(cells.north, index),
      sigmaKmH: at(cells.sigma, index),
      radiusKm: at(cells.radius, index),
      flashes: at(cells.flashes, index),
      ageMinutes: at(cells.age, index),
      showArrow: at(cells.marks, index) % 2 === 1,
      trend: TRENDS[at(cells.marks, index) >> 1] ?? 'steady',
      track,
    };
  });
  return { ...rest, cells: reports };
}
