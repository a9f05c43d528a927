import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { bboxContains } from '#shared/geo/BBox.ts';
import type { Strike } from '#shared/strike.ts';
import { listenOnLoopback } from '#worker/dev/loopback.ts';
import { parseWindow } from '#worker/dev/simulator/parseEventListQuery.ts';
import { type TableFormat, type TableRow, tableRow, tableText } from './tableTexts.ts';

/** Each is the whole behaviour of the stand-in until another is set. */
export const TABLE_FAULTS = [
  'none',
  '204',
  '401',
  '403',
  '404',
  '500',
  /** With a Retry-After. */
  '429',
  '503',
  'redirect',
  /** The connection is closed without an answer. */
  'refuse',
  'hang',
  /** A byte, and no more. */
  'drip',
  /** Full headers, half the body, then the socket is destroyed. */
  'cut',
  /** A complete answer whose text breaks off within a row. */
  'half',
  'html',
  'error-object',
  /** Columns and properties by other names; in UALF one column more. */
  'renamed',
  /** An unreadable row beside each true one. */
  'bad-rows',
  /** Every row twice. */
  'doubled',
  'shuffled',
  /** More than twice as many rows as there may be. */
  'many',
  /** 64 MB of blanks, packed. */
  'bomb',
] as const;
export type TableFault = (typeof TABLE_FAULTS)[number];

export interface TableStandIn {
  /** As `TABLE_URL` and `UALF_BASE_URL` take it. */
  readonly template: string;
  /** Queries, the oldest first, and the tokens they came with. */
  readonly calls: readonly { readonly query: URLSearchParams; readonly authorization: string | undefined }[];
  setFault(fault: TableFault): void;
  close(): Promise<void>;
}

interface TableStandInOptions {
  readonly port?: number;
  readonly format: TableFormat;
  readonly strikes: () => readonly Strike[];
}

const MANY = 1_000;
const BOMB_PIECES = 64;
const RETRY_AFTER_S = '2';

/** A source that answers with a table: strikes of the box and time that were asked for, the newest first. */
export async function startTableStandIn({ port = 0, format, strikes }: TableStandInOptions): Promise<TableStandIn> {
  const calls: TableStandIn['calls'][number][] = [];
  let fault: TableFault = 'none';

  function answer(query: URLSearchParams, response: ServerResponse): void {
    const asked = parseWindow(query);
    if (!asked.ok) {
      response.writeHead(400).end();
      return;
    }
    const { bbox, fromMs, toMs } = asked.value;
    const found = strikes()
      .filter(
        ({ atMs, longitude, latitude }) => atMs >= fromMs && atMs < toMs && bboxContains(bbox, longitude, latitude),
      )
      .sort((one, other) => other.atMs - one.atMs);
    // A service in UALF knows no limit.
    const limit = format === 'ualf' ? found.length : Number(query.get('limit') ?? found.length);
    const sent = found.slice(0, limit);
    const rows = faultyRows(
      fault,
      sent.map((strike) => tableRow(format, strike)),
    );
    send(fault, response, renamed(fault, format, tableText(format, rows, found.length)));
  }

  const loopback = await listenOnLoopback(port, ({ url = '/', headers }, response) => {
    const query = new URL(url, 'http://stand-in').searchParams;
    calls.push({ query, authorization: headers.authorization });
    answer(query, response);
  });
  return {
    template: `${loopback.url}/strikes?bbox={west},{south},{east},{north}&from={from}&to={to}&limit={limit}`,
    calls,
    setFault: (value) => {
      fault = value;
    },
    close: loopback.close,
  };
}

function faultyRows(fault: TableFault, rows: readonly TableRow[]): readonly TableRow[] {
  switch (fault) {
    case 'bad-rows':
      return rows.flatMap((row) => [typeof row === 'string' ? row.replace('.', 'x') : { ...row, geometry: null }, row]);
    case 'doubled':
      return rows.flatMap((row) => [row, row]);
    case 'shuffled':
      return [...rows.filter((_, index) => index % 2 === 1), ...rows.filter((_, index) => index % 2 === 0)];
    case 'many':
      return Array.from({ length: MANY }, (_, index) => rows[index % rows.length] ?? '');
    default:
      return rows;
  }
}

function renamed(fault: TableFault, format: TableFormat, text: string): string {
  if (fault !== 'renamed') return text;
  if (format === 'ualf') return text.replaceAll('\n', '\t0\n');
  return format === 'csv' ? text.replace('seen at', 'seen') : text.replaceAll('"features"', '"items"');
}

function send(fault: TableFault, response: ServerResponse, text: string): void {
  switch (fault) {
    case '204':
    case '401':
    case '403':
    case '404':
    case '500':
      response.writeHead(Number(fault)).end();
      return;
    case '429':
    case '503':
      response.writeHead(Number(fault), { 'retry-after': RETRY_AFTER_S }).end();
      return;
    case 'redirect':
      response.writeHead(302, { location: '/strikes' }).end();
      return;
    case 'refuse':
      response.destroy();
      return;
    case 'hang':
      return;
    case 'drip':
      response.write(text.slice(0, 1));
      return;
    case 'cut':
      response.writeHead(200, { 'content-length': Buffer.byteLength(text) });
      response.write(text.slice(0, text.length / 2), () => response.destroy());
      return;
    case 'half':
      response.end(text.slice(0, text.lastIndexOf('\n', text.length / 2) + 20));
      return;
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Maintenance</title>\n');
      return;
    case 'error-object':
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"error":"quota exceeded"}\n');
      return;
    case 'bomb':
      response.writeHead(200, { 'content-encoding': 'gzip' });
      Readable.from(blanks()).pipe(createGzip()).pipe(response);
      return;
    default:
      response.end(text);
  }
}

function* blanks(): Generator<Buffer> {
  const piece = Buffer.alloc(1024 * 1024, ' ');
  for (let sent = 0; sent < BOMB_PIECES; sent++) yield piece;
}
