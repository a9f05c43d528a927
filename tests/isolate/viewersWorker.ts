import type { NumberedStrike } from '#shared/strike.ts';
import type { RelayLoads, StrikeBatch } from '#worker/calls.ts';
import type { Env } from '#worker/http/Env.ts';
import { Feed as RealFeed, Relay as RealRelay } from '#worker/index.ts';
import { feedStub } from '#worker/stubs.ts';

export { CrossCheck, default, Hindcast, KeyMeter, Nowcast, Sender, Watch } from '#worker/index.ts';

interface FeedParts {
  readonly ledger: {
    readonly leases: { current(nowMs: number): readonly object[] };
    readonly strikes: {
      number(strikes: readonly object[], nowMs: number, timelyMs: number): NumberedStrike[];
      seq: number;
    };
  };
  publish(strikes: readonly NumberedStrike[], afterSeq: number): void;
}

/**
 * The product's Worker with a Feed that polls no provider and publishes on command, under as many relays as are allowed.
 * Leases, storage and pushes are the product's.
 */
export class Feed extends RealFeed {
  private readonly maxRelays: number;
  private published = 0;
  private readonly publishedMs = new Map<number, number>();
  private rowsWritten = 0;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.maxRelays = Number(env.RELAY_MAX);
    // D1 is another machine in a deployment; here its work would be counted as the Feed's.
    Object.assign(this, { archiveWaiting: async () => {} });
    const { sql } = ctx.storage;
    const exec = sql.exec.bind(sql);
    sql.exec = ((query: string, ...bindings: SqlStorageValue[]) => {
      const cursor = exec(query, ...bindings);
      this.rowsWritten += cursor.rowsWritten;
      return cursor;
    }) as typeof sql.exec;
  }

  /** Numbers `count` new strikes within cell 4/9/5 and pushes them to every relay that has a lease. */
  async publishNow(count: number): Promise<void> {
    const feed = this as unknown as FeedParts;
    const nowMs = Date.now();
    const strikes = Array.from({ length: count }, () => {
      this.published += 1;
      const spread = (this.published * 7919) % 10_000;
      return {
        id: `s${this.published}`,
        latitude: 42 + spread / 10_000,
        longitude: 23 + (spread % 100) / 100,
        atMs: nowMs,
      };
    });
    const afterSeq = feed.ledger.strikes.seq;
    const numbered = feed.ledger.strikes.number(strikes, nowMs, 0);
    this.publishedMs.set(feed.ledger.strikes.seq, nowMs);
    feed.publish(numbered, afterSeq);
  }

  /** When each publish was ordered, by the seq it led to. */
  async publishes(): Promise<ReadonlyMap<number, number>> {
    return this.publishedMs;
  }

  /** Rows written since the Feed began, and relays that have a lease. */
  async work(): Promise<{ readonly rowsWritten: number; readonly relays: number }> {
    const { leases } = (this as unknown as FeedParts).ledger;
    return { rowsWritten: this.rowsWritten, relays: leases.current(Date.now()).length };
  }

  override async alarm(): Promise<void> {}

  override async ensureAlarm(): Promise<void> {}

  /** Spreads streams over all relays at once: what is measured is many relays, not how a crowd grows into them. */
  override async relayLoads(): Promise<RelayLoads> {
    return { count: this.maxRelays, viewers: [], salt: 'salt' };
  }
}

export class Relay extends RealRelay {
  private readonly bindings: Env;
  private readonly pushedMs = new Map<number, number>();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.bindings = env;
  }

  override async push(batch: StrikeBatch): Promise<void> {
    await super.push(batch);
    this.pushedMs.set(batch.seq, Date.now());
  }

  /** When this relay had sent each batch to its streams, by the batch's seq. */
  async pushes(): Promise<ReadonlyMap<number, number>> {
    return this.pushedMs;
  }

  /** Renews a lease of `cells` a number of times, one after the other. */
  async renewTimes(times: number, cells: Readonly<Record<string, number>>, viewers: number): Promise<void> {
    const relay = this.ctx.id.name ?? '';
    for (let time = 0; time < times; time += 1) {
      await feedStub(this.bindings).lease({ relay, cells, viewers: viewers + (time % 2), droppedReaders: 0 });
    }
  }
}
