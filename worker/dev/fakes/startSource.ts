import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Strike } from '#shared/strike.ts';
import { type LoopbackServer, listenOnLoopback } from '#worker/dev/loopback.ts';

/** A strike as the source has it, without an id. */
export interface KnownStrike extends Omit<Strike, 'id'> {
  /** When the source first reports it, milliseconds since the Unix epoch; at once if absent. */
  readonly publishedAtMs?: number;
}

export interface SourceResponse {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Faults that any source may have. `cut` and `half` break off inside a row. */
export const SOURCE_FAULTS = [
  '204',
  '500',
  '503',
  '429',
  '401',
  '403',
  '404',
  'redirect',
  'hang',
  /** A single byte. */
  'drip',
  /** The connection ends without a response. */
  'refuse',
  /** Half of the announced body, then the connection ends. */
  'cut',
  /** Half of the body, as if it were complete. */
  'half',
  'empty',
  /** A maintenance page with status 200. */
  'html',
  /** A body that does not end for 64 MB. */
  'huge',
] as const;
export type SourceError = (typeof SOURCE_FAULTS)[number];

type Twist = (right: SourceResponse) => SourceResponse;

interface SourceOptions<Twists extends string> {
  /** 0, the default, is any free port. */
  readonly port?: number;
  readonly respond: (url: URL, headers: IncomingHttpHeaders) => SourceResponse;
  /** Faults of this source's own format, by name. */
  readonly twists: Readonly<Record<Twists, Twist>>;
}

/** A fake source of strikes on the loopback interface. */
export interface SourceFake<Twists extends string = never> {
  readonly url: string;
  /** URLs of all requests, in order. */
  readonly requests: readonly URL[];
  /** Faults of the next requests, one each; later requests succeed. */
  fail(...faults: readonly (SourceError | Twists)[]): void;
  /** Offset of the clock in `Date`, or null for no `Date`. */
  setClock(aheadMs: number | null): void;
  close: LoopbackServer['close'];
}

export async function startSource<Twists extends string>({
  port = 0,
  respond: result,
  twists,
}: SourceOptions<Twists>): Promise<SourceFake<Twists>> {
  const requests: URL[] = [];
  const coming: (SourceError | Twists)[] = [];
  let aheadMs: number | null = 0;
  const { url, close } = await listenOnLoopback(port, (request, response) => {
    const query = new URL(request.url ?? '/', 'http://source');
    requests.push(query);
    response.sendDate = false;
    if (aheadMs !== null) response.setHeader('date', new Date(Date.now() + aheadMs).toUTCString());
    const fault = coming.shift();
    const right = result(query, request.headers);
    if (fault === undefined) send(response, right);
    else if (isTwist(fault, twists)) send(response, twists[fault](right));
    else sendFault(fault, response, right);
  });
  return {
    url,
    requests,
    fail: (...faults) => void coming.push(...faults),
    setClock: (ms) => {
      aheadMs = ms;
    },
    close,
  };
}

function isTwist<Twists extends string>(name: string, twists: Readonly<Record<Twists, Twist>>): name is Twists {
  return Object.hasOwn(twists, name);
}

function send(response: ServerResponse, { status, type, body }: SourceResponse): void {
  response.writeHead(status, { 'content-type': type }).end(body);
}

const PAGE = '<!doctype html><html><head><title>Maintenance</title></head><body><p>Back soon</body></html>';
const HUGE_BYTES = 64 * 1024 * 1024;

function sendFault(fault: SourceError, response: ServerResponse, { status, type, body }: SourceResponse): void {
  const half = body.slice(0, Math.max(1, Math.floor(body.length / 2)));
  switch (fault) {
    case 'hang':
      return;
    case 'drip':
      response.writeHead(status, { 'content-type': type }).write(body.slice(0, 1));
      return;
    case 'refuse':
      response.destroy();
      return;
    case 'cut':
      response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
      response.write(half, () => response.destroy());
      return;
    case 'half':
      send(response, { status, type, body: half });
      return;
    case 'empty':
      send(response, { status, type, body: '' });
      return;
    case 'html':
      send(response, { status, type: 'text/html', body: PAGE });
      return;
    case 'huge':
      response.writeHead(status, { 'content-type': type });
      Readable.from(endless(HUGE_BYTES)).pipe(response);
      return;
    case 'redirect':
      response.writeHead(302, { location: '/elsewhere' }).end();
      return;
    case '429':
      response.writeHead(429, { 'retry-after': '7' }).end(PAGE);
      return;
    case '503':
      response.writeHead(503, { 'retry-after': '120' }).end(PAGE);
      return;
    default:
      response.writeHead(Number(fault)).end(PAGE);
  }
}

function* endless(bytes: number): Generator<Buffer> {
  const chunk = Buffer.alloc(65_536, ' ');
  for (let left = bytes; left > 0; left -= chunk.length) yield chunk;
}
