import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import * as v from 'valibot';
import { bboxWithin, parseBBox } from '#shared/geo/BBox.ts';
import { PROVIDER_LIMIT } from '#shared/limits.ts';

/** Errors of a provider that no retry solves. `cov…`: only for boxes that extend beyond home. */
export const HostileMode = v.picklist([
  'cov403',
  'cov400',
  'cov500',
  'cov-hang',
  /** Every row has other field names. */
  'renamed',
  /** An extra row of the year 9999. */
  'future',
  /** Local time sent as UTC: every time is three hours ahead. */
  'plus3h',
  /** Latitude and longitude swapped. */
  'coords',
  /** Always the newest 300 rows, whatever the query. */
  'same',
  /** 30,000 rows, and 1.3 million: the limit is ignored. */
  'many',
  'rows',
  /** One byte per second. */
  'drip',
  'gzip-bomb',
  '204',
  'html',
  /** A Content-Length that ends in the middle. */
  'short-length',
  'date-ahead',
  'date-behind',
  /** 429 with a Retry-After of a thousand years. */
  'retry-after',
]);
export type HostileMode = v.InferOutput<typeof HostileMode>;

const DATE_OFF_MS = 14 * 60_000;

export function dateOffsetMs(mode: HostileMode | undefined): number {
  if (mode === 'date-ahead') return DATE_OFF_MS;
  return mode === 'date-behind' ? -DATE_OFF_MS : 0;
}

type Row = Readonly<Record<string, unknown>>;

const THREE_HOURS_MS = 3 * 60 * 60_000;
const FUTURE: Row = {
  id: 'from-the-future',
  latitude: 42,
  longitude: 23,
  timestamp: '9999-01-01T00:00:00.000Z',
  event_type: 'strike_cloud_to_ground',
};

function later(row: Row): Row {
  return { ...row, timestamp: new Date(Date.parse(String(row.timestamp)) + THREE_HOURS_MS).toISOString() };
}

/** Rows of a day long ago, over home, as from a broken cache. */
function oldRows(count: number): Row[] {
  return Array.from({ length: count }, (_, index) => ({
    ...FUTURE,
    id: `old-${index}`,
    latitude: 36 + (index % 100) / 10,
    timestamp: new Date(Date.UTC(2020, 6, 1) + index * 1000).toISOString(),
  }));
}

export function hostileRows(mode: HostileMode | undefined, rows: readonly Row[]): readonly Row[] {
  switch (mode) {
    case 'renamed':
      return rows.map(({ id, latitude, longitude, ...rest }) => ({ ...rest, uuid: id, lat: latitude, lon: longitude }));
    case 'future':
      return [...rows, FUTURE];
    case 'plus3h':
      return rows.map(later);
    case 'coords':
      return rows.map((row) => ({ ...row, latitude: row.longitude, longitude: row.latitude }));
    case 'same':
      return oldRows(PROVIDER_LIMIT);
    case 'many':
      return oldRows(30_000);
    default:
      return rows;
  }
}

const STATUSES: Partial<Record<HostileMode, number>> = { cov403: 403, cov400: 400, cov500: 500 };
/** Home, plus the margin by which a caller may round it up. */
const HOME = { west: 12.99, south: 33.99, east: 31.01, north: 48.01 };
const MILLION_ROWS = 1_300_000;
const BOMB_BYTES = 1024 * 1024 * 1024;
const ROW = JSON.stringify({
  id: 'x',
  latitude: 42,
  longitude: 23,
  timestamp: '2026-07-01T12:00:00.000Z',
  event_type: 'strike_cloud_to_ground',
});

/** Returns false if the caller must respond as usual. `body` is the correct response. */
export function sendHostile(
  mode: HostileMode | undefined,
  response: ServerResponse,
  body: string,
  query: URLSearchParams,
): boolean {
  const json = { 'content-type': 'application/json; charset=utf-8' };
  const status = mode && STATUSES[mode];
  if (status !== undefined || mode === 'cov-hang') {
    const box = parseBBox(query.get('bbox') ?? '');
    if (box.ok && bboxWithin(box.bbox, HOME)) return false;
    if (status !== undefined) response.writeHead(status, json).end('{"error":"outside the coverage"}');
    return true;
  }
  switch (mode) {
    case 'rows':
      response.writeHead(200, json);
      Readable.from(manyRows(MILLION_ROWS)).pipe(response);
      return true;
    case 'drip':
      response.writeHead(200, json);
      drip(response, body);
      return true;
    case 'gzip-bomb':
      response.writeHead(200, { ...json, 'content-encoding': 'gzip' });
      Readable.from(zeros(BOMB_BYTES)).pipe(createGzip()).pipe(response);
      return true;
    case '204':
      response.writeHead(204).end();
      return true;
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Maintenance</title>');
      return true;
    case 'short-length':
      // Written to the socket: Node does not send more than the announced length.
      response.socket?.end(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n${body}`);
      return true;
    case 'retry-after':
      response.writeHead(429, { ...json, 'retry-after': '31556952000' }).end('{}');
      return true;
    default:
      return false;
  }
}

function drip(response: ServerResponse, body: string): void {
  let at = 0;
  const timer = setInterval(() => {
    response.write(body[at % body.length] ?? ' ');
    at += 1;
  }, 1000);
  response.on('close', () => clearInterval(timer));
}

function* manyRows(count: number): Generator<string> {
  yield `{"events":[${ROW}`;
  const chunk = `,${ROW}`.repeat(1_000);
  for (let row = 1; row < count; row += 1_000) yield chunk;
  yield ']}';
}

function* zeros(bytes: number): Generator<Buffer> {
  const chunk = Buffer.alloc(1024 * 1024, '0');
  yield Buffer.from('{"padding":"');
  for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk;
  yield Buffer.from('","events":[]}');
}
