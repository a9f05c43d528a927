import type { ServerResponse } from 'node:http';

/** How one request to the stand-in goes wrong. Each was seen at the real store, or at a proxy before one. */
export type MtgLiFault =
  | 'none'
  /** 500. */
  | 'error'
  /** 503 with `Retry-After`. */
  | 'busy'
  /** 429 with `Retry-After`. */
  | 'too-many'
  /** 401, with the key in the body if the request was for a token. */
  | 'unauthorized'
  | 'forbidden'
  /** 404, though it is listed. */
  | 'missing'
  | 'redirect'
  /** A page of HTML with status 200. */
  | 'html'
  /** An error in JSON with status 200. */
  | 'json-error'
  | 'hang'
  /** The connection ends after half of the body. */
  | 'cut'
  /** Half of the body, as if that were all. */
  | 'short'
  /** A byte at a time, without end. */
  | 'drip'
  /** More bytes than any file has. */
  | 'huge'
  /** The file in the zip has another checksum than its content. */
  | 'wrong-crc';

interface MtgLiAnswer {
  readonly type: string;
  readonly body: Uint8Array;
}

const RETRY_AFTER_S = 7;
const DRIP_EVERY_MS = 20;
const HUGE_BYTES = 9 * 2 ** 20;
const PAGE = '<!doctype html><title>Sign in</title><p>The service is being maintained.';

/** `body`: what it says beside its status. */
interface Refusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
}

function refusalOf(fault: MtgLiFault, key: string): Refusal | undefined {
  const error_description = `A valid OAuth client could not be found for client_id: ${key}`;
  const headers = { 'retry-after': String(RETRY_AFTER_S) };
  switch (fault) {
    case 'error':
      return { status: 500, body: { error: 'internal' } };
    case 'busy':
      return { status: 503, headers, body: { error: 'unavailable' } };
    case 'too-many':
      return { status: 429, headers, body: { error: 'throttled' } };
    case 'unauthorized':
      return { status: 401, body: { error: 'invalid_client', error_description } };
    case 'forbidden':
      return { status: 403, body: { error: 'licence' } };
    case 'missing':
      return { status: 404, body: { error: 'not found' } };
    case 'redirect':
      return { status: 302, headers: { location: 'http://127.0.0.1:9/' }, body: {} };
    case 'json-error':
      return { status: 200, body: { error: 'invalid_request', error_description } };
    default:
      return undefined;
  }
}

/** Sends `answer`, or what `fault` makes of it. `key` is what errors repeat. */
export function sendWithFault(response: ServerResponse, answer: MtgLiAnswer, fault: MtgLiFault, key: string): void {
  const refusal = refusalOf(fault, key);
  if (refusal) {
    response.writeHead(refusal.status, { 'content-type': 'application/json', ...refusal.headers });
    response.end(JSON.stringify(refusal.body));
    return;
  }
  const { type, body } = answer;
  const half = body.subarray(0, Math.ceil(body.length / 2));
  const begin = (contentType: string, length?: number) =>
    response.writeHead(200, {
      'content-type': contentType,
      ...(length === undefined ? {} : { 'content-length': length }),
    });
  switch (fault) {
    case 'html':
      begin('text/html').end(PAGE);
      break;
    case 'hang':
      break;
    case 'cut':
      begin(type, body.length).write(half, () => response.destroy());
      break;
    case 'short':
      begin(type, half.length).end(half);
      break;
    case 'drip':
      begin(type);
      drip(response, body);
      break;
    case 'huge':
      begin(type).end(Buffer.concat([body, Buffer.alloc(HUGE_BYTES)]));
      break;
    default:
      begin(type, body.length).end(body);
  }
}

function drip(response: ServerResponse, body: Uint8Array): void {
  let at = 0;
  const timer = setInterval(() => {
    response.write(body.subarray(at, at + 1));
    at = (at + 1) % body.length;
  }, DRIP_EVERY_MS);
  response.on('close', () => clearInterval(timer));
}
