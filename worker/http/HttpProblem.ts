import { securityHeaders } from '#shared/http/securityHeaders.ts';
import type { Problem, ProblemCode } from '#shared/wire/Problem.ts';

/** The site's headers, but readable from other origins, because the API is public. */
export function apiHeaders(): Record<string, string> {
  return {
    ...securityHeaders,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers':
      'Accept-Ranges, Attribution, Complete-To, Content-Range, ETag, Link, RateLimit, RateLimit-Policy, Repr-Digest, Retry-After, Unread',
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
  'no-guard': 'Alerts are not supported by this data source',
  'not-found': 'Not found',
  'method-not-allowed': 'Method not allowed',
  'rate-limited': 'Too many requests',
  'delivery-failed': 'The message could not be delivered',
  busy: 'Service busy',
  unavailable: 'Temporarily unavailable',
  internal: 'Something went wrong on our side',
};

export interface ProblemExtras {
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
