import { parseDayKey } from '#shared/time/utcDay.ts';

/** What a day is kept as. */
export const DAY_FORMATS = {
  parquet: { ending: 'parquet', mediaType: 'application/vnd.apache.parquet', title: 'GeoParquet' },
  csv: { ending: 'csv.gz', mediaType: 'application/gzip', title: 'CSV, gzipped' },
} as const;

export type DayFormat = keyof typeof DAY_FORMATS;

/** `YYYY-MM-DD.{SHA-256 in hex}.{ending}`: another content has another name. */
export function dayFileName(day: string, sha256: string, format: DayFormat): string {
  return `${day}.${sha256}.${DAY_FORMATS[format].ending}`;
}

export interface NamedDayFile {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly format: DayFormat;
  /** In hex; undefined in the short name, which means whichever file holds now. */
  readonly sha256: string | undefined;
}

const NAME = /^(\d{4}-\d{2}-\d{2})(?:\.([0-9a-f]{64}))?\.(parquet|csv\.gz)$/;

/** Undefined if no file of a day can have the name. */
export function parseDayFileName(name: string): NamedDayFile | undefined {
  const [, day = '', sha256, ending] = NAME.exec(name) ?? [];
  if (parseDayKey(day) === undefined) return undefined;
  return { day, format: ending === DAY_FORMATS.csv.ending ? 'csv' : 'parquet', sha256 };
}
