import * as v from 'valibot';

/**
 * One lightning strike as its source reports it, cloud-to-ground unless the source says otherwise. `id` is the source's and identifies the strike
 * everywhere; the position is in WGS 84 degrees; `atMs` is when the strike fell (not when we learned of it), in
 * milliseconds since the Unix epoch.
 */
export interface Strike {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly atMs: number;
  /** What only some sources report. */
  readonly detail?: StrikeDetail;
}

/** What only some sources report: each is absent where the source does not report it. */
export const DetailBody = v.object({
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
});
export type StrikeDetail = Readonly<v.InferOutput<typeof DetailBody>>;

interface DetailColumn {
  /** In CSV, Parquet and GIS. */
  readonly name: string;
  /** In `strikes` events of `?tiles=` streams: see PROTOCOL.md. */
  readonly letter: string;
  readonly kind: 'word' | 'real' | 'whole';
  readonly description: string;
  readonly of: (detail: StrikeDetail) => string | number | undefined;
}

/** The details as columns of a table, which hold the parts of the ellipse side by side. */
export const DETAIL_COLUMNS = [
  { name: 'type', letter: 'g', kind: 'word', description: 'ground or cloud', of: ({ type }) => type },
  {
    name: 'currentKa',
    letter: 'i',
    kind: 'real',
    description: 'Peak current, kA, signed',
    of: ({ currentKa }) => currentKa,
  },
  {
    name: 'multiplicity',
    letter: 'm',
    kind: 'whole',
    description: 'Strokes in the flash',
    of: ({ multiplicity }) => multiplicity,
  },
  {
    name: 'semiMajorKm',
    letter: 'a',
    kind: 'real',
    description: 'Semi-major axis of the error ellipse',
    of: ({ ellipse }) => ellipse?.semiMajorKm,
  },
  {
    name: 'semiMinorKm',
    letter: 'b',
    kind: 'real',
    description: 'Semi-minor axis of the error ellipse',
    of: ({ ellipse }) => ellipse?.semiMinorKm,
  },
  {
    name: 'azimuth',
    letter: 'z',
    kind: 'real',
    description: 'Orientation of the major axis, degrees clockwise from north',
    of: ({ ellipse }) => ellipse?.azimuth,
  },
] as const satisfies readonly DetailColumn[];

const DETAIL_FIELDS = Object.keys(DetailBody.entries) as (keyof StrikeDetail)[];

/** `{ detail }` with the fields of a detail alone, or nothing, so that a strike without details has no such key. */
export function someDetail(reported: StrikeDetail): { readonly detail?: StrikeDetail } {
  const fields = DETAIL_FIELDS.filter((name) => reported[name] !== undefined);
  return fields.length > 0 ? { detail: Object.fromEntries(fields.map((name) => [name, reported[name]])) } : {};
}

/** A strike the Feed has numbered. Ordinals are dense, start at 1 and follow the order of arrival, not `atMs`. */
export interface NumberedStrike extends Strike {
  readonly ordinal: number;
}

/** A strike's number, place and time: all that rings, storms and maps need. */
export type StrikePoint = Pick<NumberedStrike, 'ordinal' | 'latitude' | 'longitude' | 'atMs'>;

/**
 * Numbered strikes in columns of equal length, by ascending ordinal: how the Feed, its relays and its readers pass and
 * hold them. Six values instead of an object a strike are cheap to send to a hundred relays, and for the garbage collector.
 */
export interface Strikes {
  readonly ordinals: Float64Array;
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  readonly atMs: Float64Array;
  /** JSON of the ids: most readers do not need them. */
  readonly ids: string;
  /** JSON of the details, null for a strike without any. Absent where no strike has any. */
  readonly details?: string;
}

export function toStrikes(list: readonly NumberedStrike[]): Strikes {
  const hasDetails = list.some(({ detail }) => detail);
  return {
    ordinals: new Float64Array(list.map(({ ordinal }) => ordinal)),
    latitudes: new Float64Array(list.map(({ latitude }) => latitude)),
    longitudes: new Float64Array(list.map(({ longitude }) => longitude)),
    atMs: new Float64Array(list.map(({ atMs }) => atMs)),
    ids: JSON.stringify(list.map(({ id }) => id)),
    ...(hasDetails ? { details: JSON.stringify(list.map(({ detail }) => detail ?? null)) } : {}),
  };
}

export function allRows({ ordinals }: Strikes): number[] {
  return [...ordinals.keys()];
}

/** The strikes of these rows, by default of all, with ids and details. */
export function strikesAt(strikes: Strikes, rows: readonly number[] = allRows(strikes)): NumberedStrike[] {
  const ids: readonly string[] = rows.length > 0 ? JSON.parse(strikes.ids) : [];
  const details = detailsAt(strikes, rows);
  return rows.map((row, index) => {
    const detail = details[index];
    return { id: ids[row] as string, ...pointAt(strikes, row), ...(detail ? { detail } : {}) };
  });
}

/** The details of these rows; an empty list where no strike has any. */
export function detailsAt({ details }: Strikes, rows: readonly number[]): (StrikeDetail | null)[] {
  if (details === undefined) return [];
  const all: (StrikeDetail | null)[] = JSON.parse(details);
  return rows.map((row) => all[row] ?? null);
}

export function strikePoints(strikes: Strikes): StrikePoint[] {
  return Array.from(strikes.ordinals, (_, row) => pointAt(strikes, row));
}

function pointAt({ ordinals, latitudes, longitudes, atMs }: Strikes, row: number): StrikePoint {
  return {
    ordinal: ordinals[row] as number,
    latitude: latitudes[row] as number,
    longitude: longitudes[row] as number,
    atMs: atMs[row] as number,
  };
}

/** The first row numbered after `seq`; their count if none is. */
export function rowAfter({ ordinals }: Strikes, seq: number): number {
  let low = 0;
  let high = ordinals.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ordinals[middle] as number) > seq) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A copy of the rows from `from` up to `to`: a view of the columns would be sent whole. */
export function sliceStrikes(strikes: Strikes, from: number, to = strikes.ordinals.length): Strikes {
  if (from === 0 && to === strikes.ordinals.length) return strikes;
  const details = strikes.details === undefined ? [] : (JSON.parse(strikes.details) as unknown[]).slice(from, to);
  return {
    ordinals: strikes.ordinals.slice(from, to),
    latitudes: strikes.latitudes.slice(from, to),
    longitudes: strikes.longitudes.slice(from, to),
    atMs: strikes.atMs.slice(from, to),
    ids: JSON.stringify((JSON.parse(strikes.ids) as string[]).slice(from, to)),
    ...(details.some((detail) => detail !== null) ? { details: JSON.stringify(details) } : {}),
  };
}

/** The parts must ascend from one to the next. */
export function joinStrikes(parts: readonly Strikes[]): Strikes {
  if (parts.length === 1) return parts[0] as Strikes;
  const column = (name: 'ordinals' | 'latitudes' | 'longitudes' | 'atMs') =>
    new Float64Array(parts.flatMap((part) => [...part[name]]));
  const nulls = ({ ordinals }: Strikes) => JSON.stringify(new Array(ordinals.length).fill(null));
  const hasDetails = parts.some(({ details }) => details !== undefined);
  return {
    ordinals: column('ordinals'),
    latitudes: column('latitudes'),
    longitudes: column('longitudes'),
    atMs: column('atMs'),
    ids: joinArrays(parts.map(({ ids }) => ids)),
    ...(hasDetails ? { details: joinArrays(parts.map((part) => part.details ?? nulls(part))) } : {}),
  };
}

/** One JSON array of several, which are not parsed. */
function joinArrays(arrays: readonly string[]): string {
  return `[${arrays.map((array) => array.slice(1, -1)).filter((inside) => inside !== '')}]`;
}

/** From a shared link: enough to find the strike at the provider. */
export type StrikeHint = Pick<Strike, 'atMs' | 'latitude' | 'longitude'>;
