import { hexToBytes } from '@noble/hashes/utils.js';
import { type Context, Hono } from 'hono';
import { encodeBase64 } from 'hono/utils/encode';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { systemClock } from '#shared/Clock.ts';
import { ROWS_A_UNIT } from '#shared/plans.ts';
import { DETAIL_COLUMNS } from '#shared/strike.ts';
import { DAY_MS } from '#shared/time.ts';
import { parseDayKey, utcDay } from '#shared/utcDay.ts';
import { dayFilePath } from '#shared/wire/apiPaths.ts';
import { retainedSinceMs } from '#worker/archive/StrikeArchive.ts';
import {
  DAY_FORMATS,
  DayFileTable,
  dayFileName,
  isSettled,
  type NamedDayFile,
  parseDayFileName,
} from '#worker/features/gis/DayFileTable.ts';
import { objectKey } from '#worker/features/gis/makeDayFiles.ts';
import { parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { NoQuery, parameterProblem, pathParametersOf, queryOf } from '#worker/http/parameters.ts';
import { available, byteRange, HttpProblem, hasTag, problemResponse, rangeWithin } from '#worker/http/responses.ts';
import { payRows } from '../../archive/inQueue.ts';

const BYTES_A_UNIT = 1_000_000;
const FOR_EVER = 'public, max-age=31536000, immutable';
const SETTLED = 'public, max-age=3600';
const FRESH = 'public, max-age=60';

type FilesContext = Context<{ Bindings: Env }>;

const FilePath = v.strictObject({
  file: v.pipe(
    v.string('format'),
    v.description('UTC date with .parquet or .csv.gz (redirects), or the file’s own name. Example: 2026-07-01.parquet'),
    v.rawTransform<string, NamedDayFile>(({ dataset, addIssue, NEVER }) => {
      const named = parseDayFileName(dataset.value);
      if (named) return named;
      addIssue({ message: 'format' });
      return NEVER;
    }),
  ),
});

/** @throws HttpProblem 404 if this deployment offers no files, 401 if the caller needs a key */
function bucketFor(c: FilesContext): R2Bucket {
  const bucket = c.env.ARCHIVE_BUCKET;
  const { archiveAccess } = parseConfig(c.env);
  if (!bucket) throw new HttpProblem(404, 'not-found', 'This deployment does not produce daily files.');
  if (archiveAccess === 'off') {
    throw new HttpProblem(404, 'not-found', 'This deployment does not serve daily files.');
  }
  if (archiveAccess === 'key' && !c.get('bearer')) {
    const detail = 'Daily files require an API key: send Authorization: Bearer, or use the key as the Basic password.';
    throw new HttpProblem(401, 'unauthorized', detail, { headers: { 'WWW-Authenticate': 'Bearer' } });
  }
  return bucket;
}

/** One unit for the request, which a key has already paid, and one for each whole MB. */
async function paid<Result>(c: FilesContext, bytes: number, work: () => Promise<Result>): Promise<Result> {
  const units = (c.get('bearer') ? 0 : 1) + Math.floor(bytes / BYTES_A_UNIT);
  await payRows(c, units * ROWS_A_UNIT);
  return work();
}

/** Redirects from the short name to the current file. */
async function toNewest(c: FilesContext, { day, format }: NamedDayFile): Promise<Response> {
  const [fromMs, nowMs] = [parseDayKey(day) ?? 0, systemClock.now()];
  if (fromMs > nowMs) throw parameterProblem([{ message: 'range', path: ['day'] }]);
  if (fromMs < retainedSinceMs(parseConfig(c.env).historyDays, nowMs)) {
    throw parameterProblem([{ message: 'not-kept', path: ['day'] }]);
  }
  const table = new DayFileTable(c.env.DB);
  const of = utcDay(fromMs);
  const [found] = await paid(c, 0, () => available('archive', table.between(of, of + 1)));
  if (!found) {
    const soon = fromMs + 2 * DAY_MS > nowMs;
    const detail = soon
      ? 'The file for this day is not ready. Files are produced about 75 minutes after the UTC day ends.'
      : 'No file for this day: there is no data, or the file is not ready.';
    throw new HttpProblem(404, 'not-found', detail);
  }
  const headers = {
    location: dayFilePath(found.files[format].name),
    'cache-control': isSettled(found, nowMs) ? SETTLED : FRESH,
  };
  return new Response(null, { status: 307, headers });
}

async function fileResponse(c: FilesContext, bucket: R2Bucket, { day, format }: NamedDayFile, sha256: string) {
  const tag = `"${sha256}"`;
  const { ending, mediaType } = DAY_FORMATS[format];
  const headers = {
    etag: tag,
    'accept-ranges': 'bytes',
    'cache-control': FOR_EVER,
    'content-disposition': `attachment; filename="strikes-${day}.${ending}"`,
    'repr-digest': `sha-256=:${encodeBase64(hexToBytes(sha256).buffer as ArrayBuffer)}:`,
  };
  if (hasTag(c.req.raw, tag)) return new Response(null, { status: 304, headers });
  const key = objectKey(dayFileName(day, sha256, format));
  const object = await available('file store', bucket.head(key));
  if (!object) {
    const newest = dayFilePath(`${day}.${ending}`);
    throw new HttpProblem(404, 'not-found', `File not found or replaced: ${newest} redirects to the current version.`);
  }
  const { size } = object;
  const whole = {
    ...headers,
    'content-type': mediaType,
    'content-length': String(size),
    'data-gaps': object.customMetadata?.gaps ?? 'none',
  };
  if (c.req.raw.method === 'HEAD') return new Response(null, { headers: whole });
  const requested = byteRange(c.req.raw.headers, tag);
  const range = requested && rangeWithin(requested, size);
  if (requested && !range) {
    const extras = { errors: { range: 'range' }, headers: { 'Content-Range': `bytes */${size}` } };
    throw new HttpProblem(
      416,
      'invalid-parameters',
      `range starts beyond the end of the file (${size} bytes).`,
      extras,
    );
  }
  const length = range?.length ?? size;
  const found = await paid(c, length, () => available('file store', bucket.get(key, range ? { range } : {})));
  if (!found) throw new HttpProblem(404, 'not-found', 'The file has just been replaced. Retry.');
  if (!range) return new Response(found.body, { headers: whole });
  const contentRange = `bytes ${range.offset}-${range.offset + length - 1}/${size}`;
  const partial = { ...whole, 'content-length': String(length), 'content-range': contentRange };
  return new Response(found.body, { status: 206, headers: partial });
}

const ranges = { 'content-range': { description: 'Byte range and total size', schema: { type: 'string' } } } as const;
const FILE_HEADERS = {
  etag: { description: 'SHA-256, hex', schema: { type: 'string' } },
  'repr-digest': { description: 'SHA-256 in RFC 9530 form', schema: { type: 'string' } },
  'data-gaps': {
    description: 'Intervals of the day without data, ISO 8601 or `none`; the oldest are merged beyond 100',
    schema: { type: 'string' },
  },
} as const;
const binary = { schema: { type: 'string', format: 'binary' } } as const;
const content = { [DAY_FORMATS.parquet.mediaType]: binary, [DAY_FORMATS.csv.mediaType]: binary };

/** Past days, as files in the bucket ARCHIVE_BUCKET. */
export const files = new Hono<{ Bindings: Env }>().get(
  '/files/:file',
  describeRoute({
    summary: 'Download one UTC day of strikes as GeoParquet or CSV',
    description: `Produced about 75 minutes after the day ends, and rebuilt within ten minutes when a late strike or a filled gap changes it. The date URL redirects (307) to the current file, whose name contains its SHA-256, so its content never changes. Replaced files stay for 26 hours. Columns: id, timestamp (UTC), latitude, longitude (WGS 84), ${DETAIL_COLUMNS.map(({ name }) => name).join(', ')} (empty where the source does not provide them), and in GeoParquet geometry (WKB); a row group is an hour. An hour inside \`data-gaps\` without strikes is unknown, not quiet. The intervals, the attribution and the terms are also in the key-value metadata of the Parquet file. Range and HEAD requests work, so DuckDB and GDAL read only what they need. A request costs one unit, and one more for each whole MB sent.`,
    responses: {
      200: { description: 'The file', headers: FILE_HEADERS, content },
      206: {
        description: 'The requested byte range',
        headers: { ...FILE_HEADERS, ...ranges },
        content,
      },
      304: { description: 'Not modified' },
      307: { description: 'Redirect to the current file' },
      400: problemResponse('File not found, or outside the retention period'),
      401: problemResponse(
        '`plan-required` or `unauthorized`: daily files require an API key; `invalid-key`: unknown, revoked or expired key',
      ),
      404: problemResponse('File not ready or replaced, or daily files are disabled'),
      416: problemResponse('Range not satisfiable'),
      429: problemResponse('Rate limited: retry after the Retry-After delay'),
      503: problemResponse('Archive or file store unavailable: retry after the Retry-After delay'),
    },
  }),
  pathParametersOf(FilePath),
  queryOf(NoQuery),
  async (c) => {
    const bucket = bucketFor(c);
    const { file } = c.req.valid('param');
    return file.sha256 === undefined ? toNewest(c, file) : fileResponse(c, bucket, file, file.sha256);
  },
);
