import { DurableObject } from 'cloudflare:workers';
import { systemClock } from '#shared/Clock.ts';
import { DAY_MS } from '#shared/time.ts';
import type { ReplayedBody } from '#shared/wire/VerificationBody.ts';
import { retainedSinceMs, StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import type { HindcastCalls } from '#worker/calls.ts';
import { shouldResetAlarm } from '#worker/feed/shouldResetAlarm.ts';
import { parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { log } from '#worker/http/outbound/log.ts';
import { HindcastEngine, HindcastStore } from '#worker/nowcast/HindcastEngine.ts';
import { feedStub, nowcastStub } from '../../stubs.ts';

/** A slice that dies with the object, or fails, is repeated after this. */
const WATCHDOG_MS = 30_000;
/** Between slices, so that other work in the same process, as in `npm start`, can run. */
const PAUSE_MS = 20;

/** The one object that replays home's past through a separate nowcast. Only wires up the platform. */
export class Hindcast extends DurableObject<Env> implements HindcastCalls {
  private readonly engine: HindcastEngine;
  private readonly store: HindcastStore;
  private ranHere = false;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const { source, areas, backfillDays, historyDays } = parseConfig(env);
    this.store = new HindcastStore(ctx.storage, source);
    this.engine = new HindcastEngine({
      archive: new StrikeArchive(env.DB),
      store: this.store,
      home: areas.home,
      days: backfillDays,
      retainedSinceMs: () => retainedSinceMs(historyDays, systemClock.now()),
      isReadBack: async () => (await feedStub(env).status()).backfill?.leftMs === 0,
    });
  }

  /** Never throws: the platform gives up on an alarm that fails a few times. */
  override async alarm(): Promise<void> {
    this.ranHere = true;
    await this.ctx.storage.setAlarm(systemClock.now() + WATCHDOG_MS);
    try {
      const step = await this.engine.step();
      if (step === 'over') await this.publish();
      if (step === 'more') await this.ctx.storage.setAlarm(systemClock.now() + PAUSE_MS);
      else await this.ctx.storage.deleteAlarm();
    } catch (error) {
      log('warn', 'hindcast.step', { reason: (error as Error).message });
    }
  }

  async ensureAlarm(): Promise<void> {
    if (!this.engine.hasWork) return;
    const nowMs = systemClock.now();
    const alarmMs = await this.ctx.storage.getAlarm();
    if (shouldResetAlarm({ alarmMs, ranHere: this.ranHere }, nowMs)) await this.ctx.storage.setAlarm(nowMs + 1);
  }

  async verification(): Promise<ReplayedBody | null> {
    await this.ensureAlarm();
    return this.store.reported(systemClock.now());
  }

  /** Offers the complete sums to the live nowcast, which never requests them. */
  private async publish(): Promise<void> {
    const { run } = this.store;
    if (!run || run.isInUse) return;
    const sums = this.store.sums();
    await nowcastStub(this.env).acceptReplayed({ toMs: run.toMs, sums });
    this.store.write({ ...run, isInUse: true });
    log('info', 'hindcast.over', { days: (run.toMs - run.fromMs) / DAY_MS, cases: sums.within30.cases });
  }
}
