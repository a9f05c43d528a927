import { resolver } from 'hono-openapi';
import type { GenericSchema } from 'valibot';
import { securityHeaders } from '#shared/securityHeaders.ts';
import { Problem, type ProblemCode } from '#shared/wire/Problem.ts';
import { log } from '#worker/http/outbound/log.ts';

/** The site's headers, but readable from other origins, because the API is public. */
export function apiHeaders(): Record<string, string> {
  return {
    ...securityHeaders,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers':
      'Accept-Ranges, Attribution, Complete-To, Content-Range, Data-Gaps, ETag, Link, RateLimit, RateLimit-Policy, Repr-Digest, Retry-After',
  };
}

const TITLES: Readonly<Record<ProblemCode, string>> = {
  'invalid-parameters': 'Invalid parameter',
  'invalid-body': 'Invalid request body',
  'body-too-large': 'Request body too large',
  'unsupported-media-type': 'Unsupported content type',
  'forbidden-origin': 'Cross-origin requests are not accepted',
  unauthorized: 'Authentication required',
  'plan-required': 'Plan with API access required',
  'invalid-key': 'Invalid API key',
  'missing-scope': 'Insufficient scope',
  'owner-only': 'Owner key required',
  'outside-coverage': 'Outside the monitored area',
  'too-many': 'Limit reached',
  'alerts-unsupported': 'Alerts are not supported by this data source',
  'not-found': 'Not found',
  'method-not-allowed': 'Method not allowed',
  'rate-limited': 'Too many requests',
  'delivery-failed': 'The message could not be delivered',
  busy: 'Service busy',
  unavailable: 'Temporarily unavailable',
  internal: 'Something went wrong on our side',
};

interface ProblemExtras {
  /** Field or parameter → the rule it broke. */
  readonly errors?: Readonly<Record<string, string>>;
  readonly retryAfterSeconds?: number;
  /** A 405 must have an `Allow` header. */
  readonly allow?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown anywhere below a route; app.ts turns it into `application/problem+json`. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';
  readonly status: number;
  readonly code: ProblemCode;
  readonly extras: ProblemExtras;

  constructor(status: number, code: ProblemCode, detail: string, extras: ProblemExtras = {}) {
    super(detail);
    this.status = status;
    this.code = code;
    this.extras = extras;
  }

  toResponse(): Response {
    const { errors, retryAfterSeconds, allow, headers: further = {} } = this.extras;
    const problem: Problem = {
      type: 'about:blank',
      title: TITLES[this.code],
      status: this.status,
      code: this.code,
      detail: this.message,
      ...(errors ? { errors } : {}),
    };
    const headers = new Headers({ ...apiHeaders(), ...further, 'content-type': 'application/problem+json' });
    headers.set('cache-control', 'no-store');
    if (retryAfterSeconds !== undefined) headers.set('retry-after', String(retryAfterSeconds));
    if (allow !== undefined) headers.set('allow', allow);
    return new Response(JSON.stringify(problem), { status: this.status, headers });
  }
}

/** @throws HttpProblem 503 naming `part` if `work` rejects, unless it rejects with an HttpProblem */
export async function available<Result>(part: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof HttpProblem) throw error;
    log('error', 'part.unavailable', { part, reason: (error as Error).message });
    throw new HttpProblem(503, 'unavailable', `The ${part} is unavailable.`, { retryAfterSeconds: 5 });
  }
}

export function hasTag(request: Request, tag: string): boolean {
  const known = request.headers.get('if-none-match')?.split(',') ?? [];
  return known.some((one) => one.trim().replace(/^W\//, '') === tag);
}

/** Pieces of different requests are spread by what one takes, so that what comes in is read between them. */
const CHUNK_MS = 15;
/** A look into the archive: D1 does the work elsewhere, and this thread only reads its rows. */
export const LOOK_MS = 1;
/** Longer than this nobody waits for a piece. */
const MOST_MS = 1_000;
let freeAtMs = 0;

/**
 * A pause between two pieces of work. Without it a chain of them blocks the thread, and so do the pieces of many requests
 * whose pauses end together: the thread reads what comes in only when nothing else is left to do.
 */
export function yieldTask(chunkMs = CHUNK_MS): Promise<void> {
  const nowMs = Date.now();
  const atMs = Math.min(Math.max(nowMs + 1, freeAtMs), nowMs + MOST_MS);
  freeAtMs = atMs + chunkMs;
  return new Promise((resume) => setTimeout(resume, atMs - nowMs));
}

/** Runs the work to its end and returns its result. Others have their turn at each of its pauses. */
export async function inChunks<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const chunk = work.next();
    if (chunk.done) return chunk.value;
    await yieldTask();
  }
}

/**
 * The https address to redirect a clear request to. Undefined if it came by https, or for another host than the site's
 * own, or if the site at `publicOrigin` is not https itself (`npm start`).
 */
export function httpsAddress(requested: string, publicOrigin: unknown): string | undefined {
  if (typeof publicOrigin !== 'string' || !publicOrigin.startsWith('https://')) return undefined;
  const url = new URL(requested);
  const site = new URL(publicOrigin);
  if (url.protocol !== 'http:' || url.host !== site.host) return undefined;
  return `${site.origin}${url.pathname}${url.search}`;
}

/** Part of a body, as a `Range` asks for it; `suffix` counts from the end. */
type ByteRange = { readonly offset: number; readonly length?: number } | { readonly suffix: number };

/** Longer numbers are no position in a file. */
const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/i;

/**
 * The one range that a request for the representation `tag` asks for. Undefined for all of it: without a range, with
 * several or one that is malformed, and where `If-Range` names another representation (RFC 9110, 13.1.5 and 14.2).
 */
export function byteRange(headers: Headers, tag: string): ByteRange | undefined {
  const condition = headers.get('if-range');
  if (condition !== null && condition !== tag) return undefined;
  const [, first = '', last = ''] = RANGE.exec(headers.get('range') ?? '') ?? [];
  if (first === '') return last === '' ? undefined : { suffix: Number(last) };
  const offset = Number(first);
  if (last === '') return { offset };
  return Number(last) < offset ? undefined : { offset, length: Number(last) - offset + 1 };
}

/** Where the range lies in a body of `size` bytes; undefined if it holds none of them. */
export function rangeWithin(
  range: ByteRange,
  size: number,
): { readonly offset: number; readonly length: number } | undefined {
  if ('suffix' in range) {
    const length = Math.min(range.suffix, size);
    return length > 0 ? { offset: size - length, length } : undefined;
  }
  const length = Math.min(range.length ?? size, size - range.offset);
  return length > 0 ? { offset: range.offset, length } : undefined;
}

export function jsonResponse(description: string, schema: GenericSchema) {
  return { description, content: { 'application/json': { schema: resolver(schema) } } };
}

export function problemResponse(description: string) {
  return { description, content: { 'application/problem+json': { schema: resolver(Problem) } } };
}
