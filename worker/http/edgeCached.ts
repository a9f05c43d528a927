import type { Clock } from '#shared/time/Clock.ts';

/**
 * Answers `key` (a URL) from the data centre's cache, or from `produce`, whose 200 is cached for as long as its
 * `Cache-Control` says. `defer` lets work outlive the request (`ctx.waitUntil`).
 */
export async function edgeCached(
  key: string,
  defer: (work: Promise<unknown>) => void,
  produce: () => Promise<Response>,
): Promise<Response> {
  const cache = caches.default;
  const found = await cache.match(key);
  if (found) return found;
  const response = await produce();
  if (response.status === 200) defer(cache.put(key, response.clone()));
  return response;
}

/**
 * Sets `Content-Encoding: gzip` if the client takes that, and workerd packs the answer. For octets, which Cloudflare's
 * edge does not pack by itself. Must not be cached: it would be packed twice.
 */
export function packedFor(request: Request, answer: Response): Response {
  const headers = new Headers(answer.headers);
  headers.set('vary', 'accept-encoding');
  // The edge replaces the header, and keeps the client's own here.
  const accepted = request.cf?.clientAcceptEncoding ?? request.headers.get('accept-encoding');
  if (answer.body && /\bgzip\b/.test(String(accepted))) headers.set('content-encoding', 'gzip');
  return new Response(answer.body, { status: answer.status, headers });
}

/**
 * Keeps a loaded value in this isolate's memory for `forMs`. Concurrent callers without one each load their own,
 * because Workers do not allow one request to await another's I/O.
 */
export function remembered<Value>(forMs: number, clock: Clock): (load: () => Promise<Value>) => Promise<Value> {
  let held: { readonly value: Value; readonly untilMs: number } | undefined;
  return async (load) => {
    if (held && clock.now() < held.untilMs) return held.value;
    const value = await load();
    held = { value, untilMs: clock.now() + forMs };
    return value;
  };
}
