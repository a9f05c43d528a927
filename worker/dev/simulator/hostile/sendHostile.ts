import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { bboxWithin, parseBBox } from '#shared/geo/BBox.ts';
import type { HostileMode } from './HostileMode.ts';

const STATUSES: Partial<Record<HostileMode, number>> = { cov403: 403, cov400: 400, cov500: 500 };
/** Home, and what a caller may round it up to. */
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

/**
 * Answers as the mode does. Returns false where it answers as any provider would, at least to this query, so that the
 * caller does. `body` is the right answer.
 */
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
      // By hand: Node does not send more than it announced.
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
  const piece = `,${ROW}`.repeat(1_000);
  for (let row = 1; row < count; row += 1_000) yield piece;
  yield ']}';
}

function* zeros(bytes: number): Generator<Buffer> {
  const piece = Buffer.alloc(1024 * 1024, '0');
  yield Buffer.from('{"padding":"');
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece;
  yield Buffer.from('","events":[]}');
}
