/**
 * The answer to `key` (a URL) from the data centre's cache. If there is none, `produce` makes it, and a 200 is cached
 * for as long as its `Cache-Control` says. `defer` lets work outlive the request (`ctx.waitUntil`).
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
