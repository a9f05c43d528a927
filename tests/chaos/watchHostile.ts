import { randomBytes } from 'node:crypto';
import type { RecipientView } from '#shared/watch/bodies.ts';
import { keysOfReceiver, newPushReceiver } from '#tests/support/push/decryptPush.ts';
import { wait } from '#tests/support/wait.ts';
import { nextUuid, startWatched, until } from '#tests/support/watch/startWatched.ts';
import { WatchClient } from '#tests/support/watch/WatchClient.ts';
import { startTelegramApi } from '#worker/dev/fakes/telegramApi.ts';
import { type Hostility, startHostileHost } from './hostileHost.ts';

const SHARD = '0';
const HOOKS_A_WATCHLIST = 3;
const BOT = {
  WATCH_BOT_NAME: 'lightning_test_bot',
  WATCH_BOT_TOKEN: '1:bot',
  WATCH_BOT_SECRET: 'a-secret-of-the-bot-1',
};
/** Where the strangers' areas lie, and, so far away that no strike concerns both, those of the brigade, in degrees. */
const STRANGERS = { longitude: 20, latitude: 40 };
const BRIGADE = { longitude: 18, latitude: 45.5 };
const APART = 0.3;

export interface HostileStory {
  readonly hostility: Hostility;
  /** Strangers' watchlists in the brigade's shard, and from how many networks they are. */
  readonly watchlists: number;
  readonly networks: number;
  /** Areas of each: 10 at most. */
  readonly areas: number;
  readonly hosts: number;
  /** How many of the brigade's areas are struck, one after the other. */
  readonly stops: number;
  /** Between them. */
  readonly everyMs: number;
  /** Whether to wait for the hook that needs six seconds too. */
  readonly sixSeconds: boolean;
}

/** From the decision to the arrival of each STOP of the brigade, in ms, and what went wrong. */
export interface HostileVerdict {
  readonly stopMs: {
    readonly webhook: readonly number[];
    /** A hook at a host on which hooks of strangers hang. */
    readonly sharedHost: readonly number[];
    readonly push: readonly number[];
    readonly telegram: readonly number[];
    readonly sixSeconds: readonly number[];
  };
  readonly lost: number;
  readonly doubled: number;
  /** Attempts that the strangers' hosts had. */
  readonly hostileCalls: number;
}

const areaAt = (longitude: number, latitude: number) =>
  ({
    name: 'A',
    kind: 'site',
    shape: { type: 'Point', coordinates: [longitude, latitude] },
    ringsKm: [8, 6, 5],
  }) as const;

async function expectOk(response: Response): Promise<unknown> {
  const body = await response.text();
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${body}`);
  return body === '' ? undefined : JSON.parse(body);
}

/**
 * A brigade's STOPs while strangers' watchlists have hostile destinations, all in one shard, over real processes. Each host has an
 * separate address, as a domain has: challenges at one domain are limited. Only Linux has them all on its loopback.
 */
export async function runHostile(story: HostileStory): Promise<HostileVerdict> {
  const hosts = await Promise.all(
    Array.from({ length: story.hosts }, (_, index) => startHostileHost(story.hostility, `127.0.1.${index + 1}`)),
  );
  let url = '';
  const telegram = await startTelegramApi({
    token: BOT.WATCH_BOT_TOKEN,
    webhook: () => ({ url: `${url}/api/v1/telegram`, secret: BOT.WATCH_BOT_SECRET }),
  });
  const vars = { ...BOT, TELEGRAM_API: telegram.url, POLL_INTERVAL_MS: '300', PROVIDER_MAX_RPS: '20' };
  const watched = await startWatched(vars);
  url = watched.product.url;
  const shardOf = (network: string) => WatchClient.createIn(watched.product, SHARD, network);
  let struck = 0;
  const strike = (longitude: number, latitude: number) => {
    struck += 1;
    watched.source.add({ id: `h${struck}`, longitude, latitude, atMs: Date.now() });
  };
  try {
    const strangers: WatchClient[] = [];
    const addHook = async (watchlist: WatchClient, hookUrl: string) => {
      const body = { channel: 'webhook', threshold: 'watch', url: hookUrl };
      await expectOk(await watchlist.call('PUT', `/recipients/${nextUuid()}`, body));
    };
    const isProven = async (watchlist: WatchClient, count: number) =>
      ((await watchlist.state()).recipients ?? []).filter(({ state }) => state === 'proven').length >= count;
    for (let index = 0; index < story.watchlists; index += 1) {
      const watchlist = await shardOf(`198.51.${index % story.networks}.0/24`);
      for (let hook = 0; hook < HOOKS_A_WATCHLIST; hook += 1) {
        const host = hosts[(index * HOOKS_A_WATCHLIST + hook) % hosts.length];
        await addHook(watchlist, `${host?.origin}/${index}/${hook}`);
      }
      strangers.push(watchlist);
    }
    const brigade = await shardOf('203.0.113.0/24');
    const honest = hosts[0]?.origin;
    const own = await startHostileHost('hangs', '127.0.2.1');
    try {
      await addHook(brigade, `${own.origin}/honest/own`);
      await addHook(brigade, `${honest}/honest/shared`);
      const { auth, p256dh } = keysOfReceiver(newPushReceiver(randomBytes(16)));
      const subscription = { endpoint: watched.push.subscribe(watched.vapidKey), keys: { auth, p256dh } };
      await expectOk(
        await brigade.call('PUT', `/recipients/${nextUuid()}`, { channel: 'push', threshold: 'watch', subscription }),
      );
      const put = await brigade.call('PUT', `/recipients/${nextUuid()}`, { channel: 'telegram', threshold: 'watch' });
      const { startUrl } = (await expectOk(put)) as RecipientView;
      await telegram.pressStart(startUrl ?? '', 7);
      await until(() => isProven(brigade, 3), 'the brigade’s recipients are proven', 60_000);
      for (let index = 0; index < story.stops; index += 1) {
        const area = areaAt(BRIGADE.longitude + APART * index, BRIGADE.latitude);
        await expectOk(await brigade.call('PUT', `/areas/${nextUuid()}`, area));
      }
      if (story.sixSeconds) {
        // It hears of one area alone: of one recipient one message is under way at a time.
        const slow = await shardOf('192.0.2.0/24');
        await addHook(slow, `${own.origin}/honest/six-seconds`);
        await until(() => isProven(slow, 1), 'the slow hook is proven', 60_000);
        await expectOk(await slow.call('PUT', `/areas/${nextUuid()}`, areaAt(BRIGADE.longitude, BRIGADE.latitude)));
      }
      for (const watchlist of strangers) {
        await until(() => isProven(watchlist, 1), 'a stranger’s hook is proven', 120_000);
        for (let index = 0; index < story.areas; index += 1)
          await expectOk(
            await watchlist.call('PUT', `/areas/${nextUuid()}`, areaAt(STRANGERS.longitude, STRANGERS.latitude)),
          );
      }
      await until(
        async () => (await brigade.state()).areas.every(({ unknown }) => !unknown),
        'the brigade sees',
        60_000,
      );
      strike(STRANGERS.longitude, STRANGERS.latitude);
      const isBusy = () => hosts.some((host) => host.hostileCalls() > 0);
      await until(isBusy, 'the strangers are told', 60_000);
      for (let index = 0; index < story.stops; index += 1) {
        await wait(story.everyMs);
        strike(STRANGERS.longitude, STRANGERS.latitude);
        strike(BRIGADE.longitude + APART * index, BRIGADE.latitude);
      }
      return await verdict();

      async function verdict(): Promise<HostileVerdict> {
        const accept = () => [...own.selections, ...(hosts[0]?.selections ?? [])];
        const raisesAt = (path: string) =>
          accept().filter((one) => one.path.endsWith(path) && one.message.type === 'watch.raised');
        const ids = (path: string) => new Set(raisesAt(path).map(({ id }) => id)).size;
        const recipients = (await brigade.state()).recipients ?? [];
        const took = async (channel: string) => {
          const id = recipients.find((one) => one.channel === channel)?.id;
          return (await brigade.deliveries())
            .filter(
              ({ recipient, type, sentAt }) => recipient === id && type === 'watch.raised' && sentAt !== undefined,
            )
            .map(({ sentAt = Number.NaN, decidedAt }) => sentAt - decidedAt);
        };
        const paths = ['own', 'shared'];
        const slowOnes = story.sixSeconds ? 1 : 0;
        const isWhole = async () =>
          paths.every((path) => ids(path) >= story.stops) &&
          ids('six-seconds') >= slowOnes &&
          (await took('push')).length >= story.stops &&
          (await took('telegram')).length >= story.stops;
        const isDone = await until(isWhole, 'every STOP', 120_000, 500).then(
          () => true,
          () => false,
        );
        const tookMs = (path: string) =>
          raisesAt(path).map(({ atMs, message }) => atMs - Date.parse(message.data.decidedAt));
        const push = await took('push');
        const reported = await took('telegram');
        const missing = [...paths.map(ids), push.length, reported.length].reduce(
          (sum, n) => sum + story.stops - n,
          slowOnes - ids('six-seconds'),
        );
        const doubled = [...paths, 'six-seconds'].reduce((sum, path) => sum + raisesAt(path).length - ids(path), 0);
        return {
          stopMs: {
            webhook: tookMs('own'),
            sharedHost: tookMs('shared'),
            push,
            telegram: reported,
            sixSeconds: tookMs('six-seconds'),
          },
          lost: isDone ? 0 : missing,
          doubled,
          hostileCalls: hosts.reduce((sum, host) => sum + host.hostileCalls(), 0),
        };
      }
    } finally {
      await own.close();
    }
  } finally {
    await watched.close();
    await Promise.all([telegram.close(), ...hosts.map((host) => host.close())]);
  }
}
