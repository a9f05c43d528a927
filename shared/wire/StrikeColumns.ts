import type { NumberedStrike, StrikeDetail } from '#shared/strike.ts';
import { type DetailColumns, fromDetailColumns, toDetailColumns } from './strikeDetails.ts';

/**
 * Parallel columns without the provider's ids, which would be two thirds of the bytes. Positions are integers in 1e-5
 * degrees (about 1 m); `ordinals` ascend.
 */
export interface StrikeColumns {
  readonly ordinals: readonly number[];
  readonly latitudesE5: readonly number[];
  readonly longitudesE5: readonly number[];
  readonly atMs: readonly number[];
  /** Absent where no strike has any. */
  readonly details?: readonly (StrikeDetail | undefined)[];
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
    ...(strikes.some(({ detail }) => detail) ? { details: strikes.map(({ detail }) => detail) } : {}),
  };
}

function differences(values: readonly number[]): number[] {
  return values.map((value, index) => value - (index === 0 ? 0 : (values[index - 1] as number)));
}

function runningSums(deltas: readonly number[]): number[] {
  let sum = 0;
  return deltas.map((delta) => {
    sum += delta;
    return sum;
  });
}

export function toDeltas(columns: StrikeColumns): DeltaColumns {
  return {
    o: differences(columns.ordinals),
    y: differences(columns.latitudesE5),
    x: differences(columns.longitudesE5),
    t: differences(columns.atMs),
    ...(columns.details ? toDetailColumns(columns.details) : {}),
  };
}

export function fromDeltas(deltas: DeltaColumns): StrikeColumns {
  const details = fromDetailColumns(deltas, deltas.o.length);
  return {
    ordinals: runningSums(deltas.o),
    latitudesE5: runningSums(deltas.y),
    longitudesE5: runningSums(deltas.x),
    atMs: runningSums(deltas.t),
    ...(details ? { details } : {}),
  };
}
