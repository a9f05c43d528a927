import type { KeyScope } from '#shared/plans.ts';

/** The scheme that RFC 6750 names. Others are not ours to judge: a host may ask for a password of its own. */
const BEARER = /^Bearer +(\S*) *$/i;

/**
 * The text sent as a key of the API, which need not be one; undefined if none was sent. A stream takes it in its address
 * too, because a browser's EventSource sends no headers.
 */
export function sentKey(request: Request, scope: KeyScope): string | undefined {
  const header = BEARER.exec(request.headers.get('authorization') ?? '')?.[1];
  if (header !== undefined || scope !== 'live') return header;
  return new URL(request.url).searchParams.get('key') ?? undefined;
}
