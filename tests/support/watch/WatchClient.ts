import type { AreaView, DeliveryView, WatchlistView } from '#shared/watch/bodies.ts';
import type { Product } from '#tests/support/startProduct.ts';
import { wait } from '#tests/support/wait.ts';
import { hashOf } from '#worker/http/keys/apiKeys.ts';
import type { AreaLine } from '#worker/watch/areaLogs.ts';
import type { WatchCalls } from '#worker/watch/operations.ts';
import { newWatchlistKeys } from '#worker/watch/watchlists.ts';

export interface Keys {
  readonly id: string;
  readonly ownerKey: string;
  readonly viewKey: string;
}

/** A watchlist's owner, over HTTP. */
export class WatchClient {
  readonly keys: Keys;
  private readonly root: string;

  private constructor(root: string, keys: Keys) {
    this.root = root;
    this.keys = keys;
  }

  static async create(baseUrl: string): Promise<WatchClient> {
    const root = `${baseUrl}/api/v1/watch`;
    const response = await fetch(root, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ language: 'bg', timeZone: 'Europe/Sofia' }),
    });
    if (response.status !== 201) throw new Error(`POST /watch: ${response.status} ${await response.text()}`);
    return new WatchClient(root, (await response.json()) as Keys);
  }

  /** A watchlist in a shard of the caller's choice, made by the object itself as if for a network. */
  static async createIn(product: Product, shard: string, network: string): Promise<WatchClient> {
    const { id, ...keys } = newWatchlistKeys((bytes) => crypto.getRandomValues(new Uint8Array(bytes)));
    const inShard = { id: `${shard}${id.slice(1)}`, ...keys };
    const namespace = await product.runtime.miniflare.getDurableObjectNamespace('WATCH');
    const stub = namespace.getByName(shard) as unknown as Pick<WatchCalls, 'request'>;
    const hashes = { ownerHash: hashOf(keys.ownerKey), viewHash: hashOf(keys.viewKey) };
    const watchlist = { id: inShard.id, ...hashes, language: 'en', timeZone: 'Europe/Sofia' };
    const watchlistResult = await stub.request('create', watchlist, network);
    if (!watchlistResult.ok) throw new Error(`create: ${watchlistResult.refusal}`);
    return new WatchClient(`${product.url}/api/v1/watch`, inShard);
  }

  /** Calls `path` below the watchlist with the owner key, or with another. */
  call(method: string, path: string, body?: unknown, key: string | null = this.keys.ownerKey): Promise<Response> {
    return this.send(method, path, body, key === null ? {} : { authorization: `Bearer ${key}` });
  }

  /** The same with the owner key, from an address of the caller's choice. */
  callFrom(address: string, method: string, path: string, body?: unknown): Promise<Response> {
    const headers = { authorization: `Bearer ${this.keys.ownerKey}`, 'cf-connecting-ip': address };
    return this.send(method, path, body, headers);
  }

  async state(): Promise<WatchlistView> {
    const response = await this.call('GET', '/state');
    if (!response.ok) throw new Error(`GET state: ${response.status} ${await response.text()}`);
    return (await response.json()) as WatchlistView;
  }

  async lines(area: string): Promise<AreaLine[]> {
    const response = await this.call('GET', `/areas/${area}/log`);
    return ((await response.json()) as { lines: AreaLine[] }).lines;
  }

  /** What was sent and is to be sent, as the owner receives it. */
  async deliveries(): Promise<DeliveryView[]> {
    const response = await this.call('GET', '/deliveries');
    return ((await response.json()) as { deliveries: DeliveryView[] }).deliveries;
  }

  /** Asks until the area is as it should be. */
  async until(isSo: (area: AreaView) => boolean, what: string, withinMs = 20_000): Promise<AreaView> {
    const endMs = Date.now() + withinMs;
    for (;;) {
      const area = (await this.state()).areas[0];
      if (area && isSo(area)) return area;
      if (Date.now() > endMs) throw new Error(`not within ${withinMs} ms: ${what}; last ${JSON.stringify(area)}`);
      await wait(100);
    }
  }

  private send(
    method: string,
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>>,
  ): Promise<Response> {
    return fetch(`${this.root}/${this.keys.id}${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}
