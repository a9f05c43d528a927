import { gunzipSync, strFromU8 } from 'fflate';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import type { Strike } from '#shared/strike.ts';

/** A file of a day as a reader of Parquet that is not ours sees it. */
export interface ReadParquet {
  readonly strikes: readonly Strike[];
  /** How many strikes each row group has. */
  readonly groups: readonly number[];
  readonly told: Readonly<Record<string, string | undefined>>;
}

const compressors = { GZIP: (page: Uint8Array) => gunzipSync(page) };

function strikeOf(row: Record<string, unknown>): Strike {
  const { id, timestamp, latitude, longitude, geometry, ...others } = row;
  const { semiMajorKm, semiMinorKm, azimuth, ...plain } = Object.fromEntries(
    Object.entries(others).filter(([, value]) => value !== undefined && value !== null),
  );
  const ellipse = semiMajorKm === undefined ? {} : { ellipse: { semiMajorKm, semiMinorKm, azimuth } };
  const detail = { ...plain, ...ellipse };
  const { type, coordinates } = geometry as { type: string; coordinates: number[] };
  if (type !== 'Point' || coordinates[0] !== longitude || coordinates[1] !== latitude) {
    throw new Error(`the geometry of ${id} is not its position`);
  }
  const strike = { id, latitude, longitude, atMs: (timestamp as Date).getTime() };
  return (Object.keys(detail).length > 0 ? { ...strike, detail } : strike) as Strike;
}

export async function readParquet(file: ArrayBuffer): Promise<ReadParquet> {
  const metadata = parquetMetadata(file);
  const rows = metadata.num_rows > 0n ? await parquetReadObjects({ file, metadata, compressors }) : [];
  return {
    strikes: rows.map(strikeOf),
    groups: metadata.row_groups.map(({ num_rows }) => Number(num_rows)),
    told: Object.fromEntries((metadata.key_value_metadata ?? []).map(({ key, value }) => [key, value])),
  };
}

/** Its lines, the head among them. */
export function readCsv(file: ArrayBuffer): string[] {
  return strFromU8(gunzipSync(new Uint8Array(file)))
    .trimEnd()
    .split('\r\n');
}
