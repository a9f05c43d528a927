/**
 * The answer to `key` from the data centre's cache, or `produce`d and kept there for as long as its own
 * `Cache-Control` says. Only answers of status 200 are kept. `defer` outlives the request (`ctx.waitUntil`).
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
