import { DurableObject } from 'cloudflare:workers';
import { systemClock } from '#shared/Clock.ts';
import type { BBox } from '#shared/geo/BBox.ts';
import { type NumberedStrike, type StrikeHint, type Strikes, toStrikes } from '#shared/strike.ts';
import type { TimeSpan } from '#shared/time.ts';
import type { FeedStatus } from '#shared/wire/Status.ts';
import { retainedSinceMs, StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import type {
  FeedCalls,
  LeaseReport,
  LeaseResult,
  PagesResult,
  PulsedStrikes,
  RelayLoads,
  StrikeBatch,
} from '#worker/calls.ts';
import { ArchiveDrain, recoverLedger } from '#worker/feed/ArchiveDrain.ts';
import { Backfill } from '#worker/feed/Backfill.ts';
import { FailoverSource } from '#worker/feed/FailoverSource.ts';
import { FeedEngine } from '#worker/feed/FeedEngine.ts';
import { FileEngine } from '#worker/feed/FileEngine.ts';
import { describeFeed, feedSnapshot, feedStatus } from '#worker/feed/feedStatus.ts';
import { forgetLost } from '#worker/feed/homeCoverage.ts';
import { FeedLedger, WatchingShards } from '#worker/feed/ledger.ts';
import { DailySalt, relayLoads } from '#worker/feed/relayLoads.ts';
import { StrikePages } from '#worker/feed/StrikePages.ts';
import { shouldResetAlarm } from '#worker/feed/shouldResetAlarm.ts';
import { buildId, type Config, parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { log } from '#worker/http/outbound/log.ts';
import { lateDownAfterMs, unreportedMs } from '#worker/sources/source.ts';
import { relayStub, watchStub } from '../stubs.ts';

/** A run that crashes is repeated this long after its start, or when the next object is called. */
const WATCHDOG_MS = 30_000;
const RETRY_RECOVERY_MS = 2_000;
/** Backfill stops at this share of the archive's limit, because future strikes need the rest. */
const FULL_SHARE = 0.8;
const PRUNE_EVERY_MS = 10 * 60_000;

/** The one object that calls the provider. Only wires up the platform: the decisions are in worker/feed. */
export class Feed extends DurableObject<Env> implements FeedCalls {
  private readonly config: Config;
  private readonly ledger: FeedLedger;
  /** Reads the primary source into the ledger, by time windows or by files. */
  private readonly engine: Pick<FeedEngine, 'run' | 'hasten' | 'callsPerMinute' | 'find'>;
  private readonly backfill: Backfill;
  private readonly archive: StrikeArchive;
  private readonly drain: ArchiveDrain;
  private readonly pages = new StrikePages((seq, maxStrikes) => this.ledger.strikes.after(seq, maxStrikes));
  private readonly salt = new DailySalt(() => crypto.randomUUID());
  private readonly watching: WatchingShards;
  private prunedMs = 0;
  private ranHere = false;
  private archiveRetry: ReturnType<typeof setTimeout> | undefined;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.config = parseConfig(env);
    this.ledger = new FeedLedger(ctx.storage);
    this.ledger.facts.beginEpoch(crypto.randomUUID().slice(0, 8));
    this.watching = new WatchingShards(this.ledger.facts);
    this.archive = new StrikeArchive(env.DB);
    this.drain = new ArchiveDrain(this.ledger, this.archive, systemClock, log);
    const outside = { fetch: (...call: Parameters<typeof fetch>) => fetch(...call), clock: systemClock };
    const [primary] = this.config.sources;
    const source = primary.open(outside);
    const backup = this.config.sources.find(({ role }) => role === 'backup')?.open(outside);
    const { supportsAlerts, traits } = primary;
    this.ledger.facts.write('reading', {
      supportsAlerts,
      lateDownAfterMs: lateDownAfterMs(traits),
      unreportedMs: unreportedMs(traits),
    });
    // If silence proves nothing, there must be no watermark, not even one of a previous source.
    if (!supportsAlerts) this.ledger.facts.write('watermarkMs', null);
    const { areas, pollIntervalMs, providerMaxRps } = this.config;
    this.backfill = new Backfill({
      ledger: this.ledger,
      home: areas.home,
      maxRows: source.traits.rows.max,
      // File sources offer only the last hours.
      days: source.way === 'files' ? 0 : this.config.backfillDays,
      storePast: async (strikes) => (await this.archive.insertPast(strikes)) < this.config.historyMaxRows * FULL_SHARE,
      log,
    });
    const { home } = areas;
    const around = {
      ledger: this.ledger,
      clock: systemClock,
      random: Math.random,
      log,
      sleep: (delayMs: number) => new Promise<void>((wake) => setTimeout(wake, delayMs)),
      publish: (strikes: readonly NumberedStrike[], afterSeq: number) => this.publish(strikes, afterSeq),
      announce: () => this.publish([], this.ledger.strikes.seq),
      areas,
      pollIntervalMs,
      maxRps: providerMaxRps,
      polled: () => this.wakeWatches(),
      backfill: this.backfill,
      isWatched: (nowMs: number) => this.watching.at(nowMs).length > 0,
    };
    if (source.way === 'files') this.engine = new FileEngine({ ...around, source, home });
    else {
      const provider =
        backup?.way === 'windows' ? new FailoverSource({ ...around, primary: source, backup, home }) : source;
      this.engine = new FeedEngine({ ...around, provider });
    }
  }

  /** Never throws: the platform retries a failing alarm a few times, then gives up on it. */
  override async alarm(): Promise<void> {
    this.ranHere = true;
    await this.ctx.storage.setAlarm(systemClock.now() + WATCHDOG_MS);
    let nextMs = systemClock.now() + RETRY_RECOVERY_MS;
    try {
      await recoverLedger(this.ledger, this.archive, systemClock.now());
      nextMs = await this.engine.run();
      // Not awaited: a slow archive must not delay calls to the provider.
      this.ctx.waitUntil(this.archiveWaiting());
      this.prune();
    } catch (error) {
      log('error', 'feed.alarm', { reason: (error as Error).message });
    }
    await this.ctx.storage.setAlarm(Math.max(systemClock.now() + 1, Math.min(nextMs, this.drain.dueMs() ?? nextMs)));
  }

  async ensureAlarm(): Promise<void> {
    const nowMs = systemClock.now();
    const alarmMs = await this.ctx.storage.getAlarm();
    if (shouldResetAlarm({ alarmMs, ranHere: this.ranHere }, nowMs)) await this.ctx.storage.setAlarm(nowMs + 1);
  }

  async lease({ droppedReaders, ...lease }: LeaseReport): Promise<LeaseResult> {
    const nowMs = systemClock.now();
    if (droppedReaders > 0) this.ledger.facts.add('droppedReaders', droppedReaders);
    const { leases } = this.ledger;
    if (lease.viewers === 0) leases.end(lease.relay);
    if (lease.viewers > 0 && leases.grant(lease, nowMs)) {
      this.engine.hasten();
      await this.ctx.storage.setAlarm(nowMs + 1);
    } else await this.ensureAlarm();
    return { seq: this.ledger.strikes.seq, facts: describeFeed(this.ledger, this.config.areas, nowMs) };
  }

  async strikesAfter(seq: number): Promise<PagesResult> {
    const headSeq = this.ledger.strikes.seq;
    const pages = this.pages.after(seq, headSeq);
    return { pages, complete: (pages.at(-1)?.seq ?? seq) >= headSeq };
  }

  async watchUpdates(shard: string, seq: number | null): Promise<PulsedStrikes> {
    this.watching.note(shard, systemClock.now());
    // A source that does not support alerts causes no level.
    return this.updatesAfter(this.config.sources[0].supportsAlerts ? seq : null);
  }

  async updatesAfter(seq: number | null): Promise<PulsedStrikes> {
    await this.ensureAlarm();
    const snapshot = feedSnapshot(this.ledger, systemClock.now());
    if (!snapshot) throw new Error('the ledger has no epoch');
    if (seq === null) return { snapshot, pages: [], complete: true };
    const pages = this.pages.after(seq, snapshot.seq);
    return { snapshot, pages, complete: (pages.at(-1)?.seq ?? seq) >= snapshot.seq };
  }

  async strikesWithin(bbox: BBox, span: TimeSpan): Promise<Strikes> {
    return this.ledger.strikes.within(bbox, span);
  }

  async ringFloor(retentionMs: number, maxStrikes: number): Promise<number> {
    const { strikes } = this.ledger;
    return Math.max(strikes.seqSeenBefore(systemClock.now() - retentionMs), strikes.seq - maxStrikes);
  }

  async relayLoads(): Promise<RelayLoads> {
    const nowMs = systemClock.now();
    const { relayMaxStreams, relayMax } = this.config;
    const loads = relayLoads(this.ledger.leases.current(nowMs), relayMaxStreams, relayMax);
    return { ...loads, salt: this.salt.at(nowMs) };
  }

  find(id: string, hint: StrikeHint): Promise<NumberedStrike | 'unknown' | 'busy'> {
    return this.engine.find(id, hint);
  }

  async status(): Promise<FeedStatus> {
    await this.ensureAlarm();
    const nowMs = systemClock.now();
    const { source, relayMax, relayMaxStreams } = this.config;
    const backfill = this.backfill.status(nowMs);
    const deployment = { source, build: buildId(this.env), slots: relayMax * relayMaxStreams, backfill };
    return feedStatus(this.ledger, deployment, this.config, this.engine.callsPerMinute(nowMs), nowMs);
  }

  private publish(strikes: readonly NumberedStrike[], afterSeq: number): void {
    this.push(strikes, afterSeq);
    this.wakeWatches();
    this.ctx.waitUntil(this.archiveWaiting());
  }

  private push(strikes: readonly NumberedStrike[], afterSeq: number): void {
    const nowMs = systemClock.now();
    const seq = this.ledger.strikes.seq;
    const facts = describeFeed(this.ledger, this.config.areas, nowMs);
    const batch: StrikeBatch = { afterSeq, seq, strikes: toStrikes(strikes), facts };
    for (const { relay } of this.ledger.leases.current(nowMs)) {
      relayStub(this.env, relay)
        .push(batch)
        // A relay that missed a batch notices the hole; the lease of a relay that is gone expires.
        .catch((error: Error) => log('warn', 'relay.push', { relay, reason: error.message }));
    }
  }

  /** Notifies the Watch objects of new data; one that misses it checks by itself within ten seconds. */
  private wakeWatches(): void {
    for (const shard of this.watching.at(systemClock.now())) {
      watchStub(this.env, shard)
        .wake()
        .catch((error: Error) => log('warn', 'watch.wake', { shard, reason: error.message }));
    }
  }

  /** Archives pending strikes. Retries by itself after a failure, because the engine's run can be long. */
  private async archiveWaiting(): Promise<void> {
    await this.drain.run();
    const dueMs = this.drain.dueMs();
    if (dueMs === undefined) return;
    this.archiveRetry ??= setTimeout(
      () => {
        this.archiveRetry = undefined;
        this.ctx.waitUntil(this.archiveWaiting());
      },
      Math.max(0, dueMs - systemClock.now()),
    );
  }

  private prune(): void {
    const nowMs = systemClock.now();
    if (nowMs < this.prunedMs + PRUNE_EVERY_MS) return;
    this.prunedMs = nowMs;
    this.ledger.strikes.prune(nowMs);
    forgetLost(this.ledger.facts, retainedSinceMs(this.config.historyDays, nowMs));
  }
}
