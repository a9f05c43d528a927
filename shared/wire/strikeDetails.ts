import * as v from 'valibot';
import type { StrikeDetail } from '#shared/strike.ts';

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
export function detailOf({ type, currentKa, multiplicity, ellipse }: StrikeDetail): StrikeDetail {
  return {
    ...(type === undefined ? {} : { type }),
    ...(currentKa === undefined ? {} : { currentKa }),
    ...(multiplicity === undefined ? {} : { multiplicity }),
    ...(ellipse === undefined ? {} : { ellipse }),
  };
}

/** `{ detail }` if there are any details, else nothing, so that a strike without details has no such key. */
export function someDetail(told: StrikeDetail): { readonly detail?: StrikeDetail } {
  const detail = detailOf(told);
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
 * Details as columns beside those of the strikes. `g`: 1 ground, 0 cloud; `i`: current, kA; `m`: multiplicity; `a`, `b`,
 * `z`: semi-major and semi-minor axis, km, and azimuth, degrees, of the error ellipse, reported together or not at all.
 */
export const DETAIL_COLUMNS = { g: Column, i: Column, m: Column, a: Column, b: Column, z: Column };
const NAMES = ['g', 'i', 'm', 'a', 'b', 'z'] as const;
export type DetailColumns = { readonly [Name in (typeof NAMES)[number]]?: readonly (number | null)[] };

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
export function toDetailColumns(details: readonly (StrikeDetail | undefined)[]): DetailColumns {
  if (!details.some((detail) => detail !== undefined)) return {};
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
