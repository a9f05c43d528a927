import * as v from 'valibot';
import { detailsAt, type NumberedStrike, type StrikeDetail, type Strikes } from '#shared/strike.ts';

/** Strike details that only some sources report: each is absent where the source does not report it. */
export const DetailEntries = {
  type: v.exactOptional(v.pipe(v.picklist(['ground', 'cloud']), v.description('Ground stroke or cloud flash'))),
  currentKa: v.exactOptional(v.pipe(v.number(), v.description('Peak current, kA, signed'))),
  multiplicity: v.exactOptional(v.pipe(v.number(), v.description('Strokes in the flash'))),
  ellipse: v.exactOptional(
    v.pipe(
      v.object({ semiMajorKm: v.number(), semiMinorKm: v.number(), azimuth: v.number() }),
      v.description(
        'Error ellipse around the position; `azimuth`: orientation of the major axis, degrees clockwise from north. The source’s `ellipseShare` is the share of strikes inside it',
      ),
    ),
  ),
};

export const DetailBody = v.object(DetailEntries);

/** The fields of `strike.detail`, alone. */
function detailOf({ type, currentKa, multiplicity, ellipse }: StrikeDetail): StrikeDetail {
  return {
    ...(type === undefined ? {} : { type }),
    ...(currentKa === undefined ? {} : { currentKa }),
    ...(multiplicity === undefined ? {} : { multiplicity }),
    ...(ellipse === undefined ? {} : { ellipse }),
  };
}

/** `{ detail }` if there are any details, else nothing, so that a strike without details has no such key. */
export function someDetail(strikeDetail: StrikeDetail): { readonly detail?: StrikeDetail } {
  const detail = detailOf(strikeDetail);
  return Object.keys(detail).length > 0 ? { detail } : {};
}

/** One value for each strike of an event, null where not reported. A column without any values is absent. */
const Column = v.exactOptional(
  v.custom<readonly (number | null)[]>(
    (value) => Array.isArray(value) && value.every((one) => one === null || Number.isFinite(one)),
    'must be an array of numbers and nulls',
  ),
);

/**
 * Details as columns, in the order of the strikes' columns. `g`: 1 ground, 0 cloud; `i`: current, kA; `m`: multiplicity; `a`, `b`,
 * `z`: semi-major and semi-minor axis, km, and azimuth, degrees, of the error ellipse, reported together or not at all.
 */
export const DETAIL_COLUMNS = { g: Column, i: Column, m: Column, a: Column, b: Column, z: Column };
const NAMES = ['g', 'i', 'm', 'a', 'b', 'z'] as const;
type DetailColumns = { readonly [Name in (typeof NAMES)[number]]?: readonly (number | null)[] };

export function haveLength(columns: DetailColumns, length: number): boolean {
  return NAMES.every((name) => columns[name] === undefined || columns[name].length === length);
}

const valuesOf: Record<(typeof NAMES)[number], (detail: StrikeDetail) => number | undefined> = {
  g: ({ type }) => (type === undefined ? undefined : Number(type === 'ground')),
  i: ({ currentKa }) => currentKa,
  m: ({ multiplicity }) => multiplicity,
  a: ({ ellipse }) => ellipse?.semiMajorKm,
  b: ({ ellipse }) => ellipse?.semiMinorKm,
  z: ({ ellipse }) => ellipse?.azimuth,
};

/** Nothing where no strike has a detail. */
export function toDetailColumns(details: readonly (StrikeDetail | null)[]): DetailColumns {
  if (!details.some((detail) => detail !== null)) return {};
  const columns = NAMES.map((name) => {
    const values = details.map((detail) => (detail && valuesOf[name](detail)) ?? null);
    return [name, values] as const;
  });
  return Object.fromEntries(columns.filter(([, values]) => values.some((value) => value !== null)));
}

/** Undefined where no column has a value. */
export function fromDetailColumns(columns: DetailColumns, length: number): (StrikeDetail | undefined)[] | undefined {
  if (!NAMES.some((name) => columns[name])) return undefined;
  const at = (name: (typeof NAMES)[number], row: number) => columns[name]?.[row] ?? undefined;
  return Array.from({ length }, (_, row) => {
    const [g, currentKa, multiplicity] = [at('g', row), at('i', row), at('m', row)];
    const [semiMajorKm, semiMinorKm, azimuth] = [at('a', row), at('b', row), at('z', row)];
    const whole = semiMajorKm !== undefined && semiMinorKm !== undefined && azimuth !== undefined;
    return someDetail({
      ...(g === undefined ? {} : { type: g === 1 ? 'ground' : 'cloud' }),
      ...(currentKa === undefined ? {} : { currentKa }),
      ...(multiplicity === undefined ? {} : { multiplicity }),
      ...(whole ? { ellipse: { semiMajorKm, semiMinorKm, azimuth } } : {}),
    }).detail;
  });
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
export function toDeltas(strikes: Strikes, rows: readonly number[] = [...strikes.ordinals.keys()]): DeltaColumns {
  const e5 = (degrees: Float64Array) => rows.map((row) => Math.round((degrees[row] as number) * DEGREES_TO_E5));
  return {
    o: differences(rows.map((row) => strikes.ordinals[row] as number)),
    y: differences(e5(strikes.latitudes)),
    x: differences(e5(strikes.longitudes)),
    t: differences(rows.map((row) => strikes.atMs[row] as number)),
    ...toDetailColumns(detailsAt(strikes, rows)),
  };
}

/** Without details: see `fromDetailColumns`. */
export function fromDeltas(deltas: DeltaColumns): StrikeColumns {
  return {
    ordinals: runningSums(deltas.o),
    latitudesE5: runningSums(deltas.y),
    longitudesE5: runningSums(deltas.x),
    atMs: runningSums(deltas.t),
  };
}
