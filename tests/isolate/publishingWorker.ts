import { type NumberedStrike, toStrikes } from '#shared/strike.ts';
import type { FeedFacts } from '#shared/wire/feedStateAt.ts';
import type { LeaseReport, LeaseResult, PagesResult, RelayLoads } from '#worker/calls.ts';
import type { Env } from '#worker/http/Env.ts';
import { Feed as RealFeed } from '#worker/index.ts';
import { relayName, relayStub } from '#worker/stubs.ts';
import { ArchiveProbe, type ProbedWork } from './ArchiveProbe.ts';

export { CrossCheck, default, Hindcast, KeyMeter, Nowcast, Relay, Sender, Watch } from '#worker/index.ts';

const FACTS: FeedFacts = { lastSuccessMs: 1, newestStrikeMs: 1, typicalDelayMs: 1, cause: null, onDemand: {} };

/** The product's Worker with a Feed that polls no provider and publishes on command, to measure the relay. */
export class Feed extends RealFeed {
  private published = 0;
  private dropped = 0;
  private readonly bindings: Env;
  private readonly probe: ArchiveProbe;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.bindings = env;
    this.probe = new ArchiveProbe(env.DB);
  }

  /** Pushes `count` new strikes within cell 4/9/5 to the first relay; resolves once every stream has them queued. */
  async broadcast(count: number): Promise<void> {
    const afterSeq = this.published;
    const nowMs = Date.now();
    const strikes = Array.from({ length: count }, (_, index): NumberedStrike => {
      const ordinal = afterSeq + index + 1;
      const spread = (ordinal * 7919) % 10_000;
      return {
        id: `s${ordinal}`,
        ordinal,
        latitude: 42 + spread / 10_000,
        longitude: 23 + (spread % 100) / 100,
        atMs: nowMs,
      };
    });
    this.published += count;
    await relayStub(this.bindings, relayName(0)).push({
      afterSeq,
      seq: this.published,
      strikes: toStrikes(strikes),
      facts: FACTS,
    });
  }

  async fillArchive(strikes: readonly NumberedStrike[]): Promise<void> {
    await this.probe.fill(strikes);
  }

  /** The archive's own questions, for those who measure them. */
  async fetchArchive<Kind extends 'insert' | 'near' | 'slice' | 'page' | 'count' | 'counts'>(
    kind: Kind,
    ...values: Parameters<ArchiveProbe[Kind]>
  ): Promise<unknown> {
    const request = this.probe[kind].bind(this.probe) as (...values: unknown[]) => Promise<unknown>;
    return await request(...values);
  }

  async repeatOnArchive(work: ProbedWork, times: number): Promise<number> {
    return await this.probe.repeat(work, times);
  }

  override async alarm(): Promise<void> {}

  override async ensureAlarm(): Promise<void> {}

  async droppedReaders(): Promise<number> {
    return this.dropped;
  }

  override async lease({ droppedReaders }: LeaseReport): Promise<LeaseResult> {
    this.dropped += droppedReaders;
    return { seq: this.published, facts: FACTS };
  }

  override async strikesAfter(): Promise<PagesResult> {
    return { pages: [], complete: true };
  }

  override async ringFloor(): Promise<number> {
    return this.published;
  }

  override async relayLoads(): Promise<RelayLoads> {
    return { count: 1, viewers: [], salt: 'salt' };
  }
}
