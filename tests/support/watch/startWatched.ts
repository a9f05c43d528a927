import type { RecipientView } from '#shared/watch/bodies.ts';
import { startProduct } from '#tests/support/startProduct.ts';
import { WatchClient } from '#tests/support/watch/WatchClient.ts';
import { startHookReceiver } from '#worker/dev/fakes/hookReceiver.ts';
import { startPushService } from '#worker/dev/fakes/startPushService.ts';
import { scriptedSource } from '#worker/dev/simulator/simulatedSource.ts';
import { newVapidKeys } from '#worker/http/outbound/push.ts';

/** The product with a sky that a test makes, and far sides for webhooks and push messages. `bare`: as a deployment runs it. */
export async function startWatched(vars: Readonly<Record<string, string>>, bare = false) {
  const source = scriptedSource();
  const [push, hooks, keys] = await Promise.all([startPushService(), startHookReceiver(), newVapidKeys()]);
  const product = await startProduct({
    bare,
    simulator: { source },
    vars: {
      WATCH_INSECURE_HOOKS: '1',
      VAPID_PUBLIC_KEY: keys.publicKey,
      VAPID_PRIVATE_KEY: keys.privateKey,
      PUSH_LOCAL_HOST: push.endpointHost,
      ...vars,
    },
  });
  return {
    product,
    source,
    push,
    hooks,
    vapidKey: keys.publicKey,
    newWatchlist: () => WatchClient.create(product.url),
    /** A watchlist with one area, whose hook of that name was proven. */
    watchlistOfHook: async (name: string, area: object) => {
      const watchlist = await WatchClient.create(product.url);
      await watchlist.call('PUT', `/areas/${nextUuid()}`, area);
      const body = { channel: 'webhook', threshold: 'watch', url: hooks.urlOf(name) };
      const put = await watchlist.call('PUT', `/recipients/${nextUuid()}`, body);
      hooks.setSecret(name, ((await put.json()) as RecipientView).secret ?? '');
      await until(async () => (await watchlist.state()).recipients?.[0]?.state === 'proven', 'proven');
      return watchlist;
    },
    close: async () => {
      await product.close();
      await Promise.all([push.close(), hooks.close()]);
    },
  };
}

let created = 0;

/** A uuid that no other area or recipient of this run has. */
export function nextUuid(): string {
  created += 1;
  return `00000000-0000-4000-8000-${String(created).padStart(12, '0')}`;
}

/** Another camp, `east` degrees east of the first. */
export function camp(east = 0) {
  const coordinates = [23.32 + east, 42.7];
  return { name: 'Camp', kind: 'site', shape: { type: 'Point', coordinates }, ringsKm: [10, 8, 5] } as const;
}

/** A strike some 3 km east of the camp, now. */
export function strikeNear(east = 0) {
  created += 1;
  return { id: `strike-${created}`, longitude: 23.36 + east, latitude: 42.7, atMs: Date.now() };
}

/** Waits until it is so. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  what: string,
  withinMs = 60_000,
  everyMs = 50,
): Promise<void> {
  const endMs = Date.now() + withinMs;
  while (!(await isSo())) {
    if (Date.now() > endMs) throw new Error(`not within ${withinMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
