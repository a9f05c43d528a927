import * as v from 'valibot';
import {
  allRows,
  DETAIL_COLUMNS,
  detailsAt,
  type NumberedStrike,
  type StrikeDetail,
  type Strikes,
} from '#shared/strike.ts';

/** One value for each strike of an event, null where not reported. A column without any values is absent. */
const Column = v.exactOptional(
  v.custom<readonly (number | null)[]>(
    (value) => Array.isArray(value) && value.every((one) => one === null || Number.isFinite(one)),
    'must be an array of numbers and nulls',
  ),
);

type Letter = (typeof DETAIL_COLUMNS)[number]['letter'];
type DetailColumns = { readonly [Name in Letter]?: readonly (number | null)[] };

/** Details as columns, in the order of the strikes' columns. The parts of an ellipse are reported together or not at all. */
export const DetailEntries = Object.fromEntries(DETAIL_COLUMNS.map(({ letter }) => [letter, Column])) as Record<
  Letter,
  typeof Column
>;

export function haveLength(columns: DetailColumns, length: number): boolean {
  return DETAIL_COLUMNS.every(({ letter }) => columns[letter] === undefined || columns[letter].length === length);
}

/** `g` is 1 for ground, 0 for cloud. Nothing where no strike has a detail. */
export function toDetailColumns(details: readonly (StrikeDetail | null)[]): DetailColumns {
  const columns = DETAIL_COLUMNS.map(({ letter, of }) => {
    const values = details.map((detail) => (detail && of(detail)) ?? null);
    return [letter, values.map((value) => (typeof value === 'string' ? Number(value === 'ground') : value))] as const;
  });
  return Object.fromEntries(columns.filter(([, values]) => values.some((value) => value !== null)));
}

/**
 * Parallel columns without ids, which would be two thirds of the bytes, and without details, which no map draws. Positions are integers in 1e-5
 * degrees (about 1 m); `ordinals` ascend.
 */
export interface StrikeColumns {
  readonly ordinals: readonly number[];
  readonly latitudesE5: readonly number[];
  readonly longitudesE5: readonly number[];
  readonly atMs: readonly number[];
}

/** The same columns as differences from the previous strike: the form of `strikes` events on a `?tiles=` stream. */
export interface DeltaColumns extends DetailColumns {
  /** Ordinals. */
  readonly o: readonly number[];
  /** Latitudes, 1e-5 degrees. */
  readonly y: readonly number[];
  /** Longitudes, 1e-5 degrees. */
  readonly x: readonly number[];
  /** Milliseconds since the Unix epoch. */
  readonly t: readonly number[];
}

export const DEGREES_TO_E5 = 100_000;

export function strikesToColumns(strikes: readonly Omit<NumberedStrike, 'id'>[]): StrikeColumns {
  return {
    ordinals: strikes.map((strike) => strike.ordinal),
    latitudesE5: strikes.map((strike) => Math.round(strike.latitude * DEGREES_TO_E5)),
    longitudesE5: strikes.map((strike) => Math.round(strike.longitude * DEGREES_TO_E5)),
    atMs: strikes.map((strike) => strike.atMs),
  };
}

export function differences(values: readonly number[]): number[] {
  return values.map((value, index) => value - (index === 0 ? 0 : (values[index - 1] as number)));
}

function runningSums(deltas: readonly number[]): number[] {
  let sum = 0;
  return deltas.map((delta) => {
    sum += delta;
    return sum;
  });
}

/** The rows as a `?tiles=` stream sends them, by default all. */
export function toDeltas(strikes: Strikes, rows: readonly number[] = allRows(strikes)): DeltaColumns {
  const e5 = (degrees: Float64Array) => rows.map((row) => Math.round((degrees[row] as number) * DEGREES_TO_E5));
  return {
    o: differences(rows.map((row) => strikes.ordinals[row] as number)),
    y: differences(e5(strikes.latitudes)),
    x: differences(e5(strikes.longitudes)),
    t: differences(rows.map((row) => strikes.atMs[row] as number)),
    ...toDetailColumns(detailsAt(strikes, rows)),
  };
}

/** Without details, which no map draws. */
export function fromDeltas(deltas: DeltaColumns): StrikeColumns {
  return {
    ordinals: runningSums(deltas.o),
    latitudesE5: runningSums(deltas.y),
    longitudesE5: runningSums(deltas.x),
    atMs: runningSums(deltas.t),
  };
}
