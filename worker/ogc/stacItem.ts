import { DAY_MS } from '#shared/time/hourKey.ts';
import { isoIntervals, isoMillis } from '#shared/time/isoTime.ts';
import { clippedSpans, type Span } from '#shared/time/spans.ts';
import { parseDayKey } from '#shared/time/utcDay.ts';
import { dayFilePath } from '#shared/wire/apiPaths.ts';
import { type DayFiles, isSettled, sha256Of } from '#worker/dayFiles/DayFileTable.ts';
import { DAY_FORMATS, type DayFormat } from '#worker/dayFiles/dayFormats.ts';
import { type Feature, GEOJSON_TYPE, type Link } from './features.ts';
import type { OgcSite } from './OgcSite.ts';

const FILE_EXTENSION = 'https://stac-extensions.github.io/file/v2.1.0/schema.json';
/** Says in a multihash that the 32 bytes after it are a SHA-256. */
const SHA2_256 = '1220';

interface StacAsset {
  readonly href: string;
  readonly type: string;
  readonly title: string;
  readonly roles: readonly string[];
  readonly 'file:size': number;
  readonly 'file:checksum': string;
  /** What was not read when it was made, and how many strikes it has: the item says what is so now. */
  readonly unread: string;
  readonly strikes: number;
}

/** A day as an Item of STAC 1.1: a feature with its files as assets. */
export interface StacItem extends Feature {
  readonly stac_version: '1.1.0';
  readonly stac_extensions: readonly string[];
  readonly bbox: readonly number[];
  readonly collection: string;
  readonly links: readonly Link[];
  readonly assets: Readonly<Partial<Record<DayFormat, StacAsset>>>;
}

/** `day`: a feature of the collection `days`; `files`: its files, if it has some; `unread`: what was not read, merged. */
export function stacItem(
  day: Feature,
  files: DayFiles | undefined,
  unread: readonly Span[],
  site: Pick<OgcSite, 'origin' | 'root' | 'home' | 'nowMs'>,
): StacItem {
  const { origin, root, home, nowMs } = site;
  const startMs = parseDayKey(day.id) ?? 0;
  const spans = clippedSpans(unread, startMs, Math.min(startMs + DAY_MS, nowMs));
  const address = `${root}/collections/days`;
  const asset = (format: DayFormat, { files, unread, strikes }: DayFiles): StacAsset => ({
    href: `${origin}${dayFilePath(files[format].name)}`,
    type: DAY_FORMATS[format].mediaType,
    title: DAY_FORMATS[format].title,
    roles: ['data'],
    'file:size': files[format].bytes,
    'file:checksum': `${SHA2_256}${sha256Of(files[format])}`,
    unread: isoIntervals(unread),
    strikes,
  });
  return {
    ...day,
    stac_version: '1.1.0',
    stac_extensions: [FILE_EXTENSION],
    bbox: [home.west, home.south, home.east, home.north],
    collection: 'days',
    properties: {
      ...day.properties,
      datetime: null,
      unread: isoIntervals(spans),
      settled: files !== undefined && isSettled(files, nowMs),
      ...(files ? { updated: isoMillis(files.madeMs) } : {}),
    },
    links: [
      { href: `${address}/items/${day.id}`, rel: 'self', type: GEOJSON_TYPE },
      { href: address, rel: 'collection', type: 'application/json' },
    ],
    assets: files ? { parquet: asset('parquet', files), csv: asset('csv', files) } : {},
  };
}
