import type { Context } from 'hono';
import { edgeCached } from '#worker/http/edgeCached.ts';
import type { Env } from '#worker/settings/Env.ts';

/** What `make` returns, as JSON of that type; kept under `path` for as long as `caching` says. */
export function cachedJson(
  c: Context<{ Bindings: Env }>,
  path: string,
  headers: { readonly 'content-type': string; readonly 'cache-control': string },
  make: () => Promise<unknown>,
): Promise<Response> {
  return edgeCached(c, path, async () => new Response(JSON.stringify(await make()), { headers }));
}
