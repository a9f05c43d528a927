import { DurableObject } from 'cloudflare:workers';
import { systemClock } from '#shared/Clock.ts';
import type { CrossCheckFlashes, CrossCheckVerification } from '#shared/wire/FeedEvent.ts';
import {
  CrossCheckEngine,
  crossCheckReport,
  crossCheckVerification,
  visibleFlashes,
} from '#worker/features/verification/CrossCheckEngine.ts';
import { CrossCheckLedger } from '#worker/features/verification/CrossCheckLedger.ts';
import type { CrossCheckCalls } from '#worker/features/verification/crossCheckCalls.ts';
import { shouldResetAlarm } from '#worker/feed/shouldResetAlarm.ts';
import { parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { log } from '#worker/http/outbound/log.ts';
import type { ChosenSource } from '#worker/sources/chosenSources.ts';
import type { CrossCheckReport } from '../../statusRoutes.ts';
import { feedStub } from '../../stubs.ts';

/** A step that dies with the object, or fails, is repeated after this. */
const WATCHDOG_MS = 30_000;

interface Watching {
  readonly chosen: ChosenSource;
  readonly ledger: CrossCheckLedger;
  readonly engine: CrossCheckEngine;
}

/** The one object that compares a satellite with the primary source. Only wires up the platform. */
export class CrossCheck extends DurableObject<Env> implements CrossCheckCalls {
  /** Undefined if no source is the cross-check satellite. */
  private readonly watching: Watching | undefined;
  private ranHere = false;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.watching = watchingOf(ctx.storage, env);
  }

  /** Never throws: the platform gives up on an alarm that fails a few times. */
  override async alarm(): Promise<void> {
    this.ranHere = true;
    if (!this.watching) return;
    await this.ctx.storage.setAlarm(systemClock.now() + WATCHDOG_MS);
    try {
      await this.ctx.storage.setAlarm(await this.watching.engine.step());
    } catch (error) {
      log('warn', 'crossCheck.step', { reason: (error as Error).message });
    }
  }

  async ensureAlarm(): Promise<void> {
    if (!this.watching) return;
    const nowMs = systemClock.now();
    const alarmMs = await this.ctx.storage.getAlarm();
    if (shouldResetAlarm({ alarmMs, ranHere: this.ranHere }, nowMs)) await this.ctx.storage.setAlarm(nowMs + 1);
  }

  async report(): Promise<CrossCheckReport> {
    const { ledger, chosen } = await this.ready();
    return crossCheckReport(ledger, chosen, systemClock.now());
  }

  async flashes(): Promise<CrossCheckFlashes> {
    const { ledger, chosen } = await this.ready();
    return visibleFlashes(ledger, chosen, systemClock.now());
  }

  async verification(): Promise<CrossCheckVerification> {
    const { ledger, chosen } = await this.ready();
    return crossCheckVerification(ledger, chosen, systemClock.now());
  }

  private async ready(): Promise<Watching> {
    if (!this.watching) throw new Error('no source is the cross-check satellite');
    await this.ensureAlarm();
    return this.watching;
  }
}

function watchingOf(storage: DurableObjectStorage, env: Env): Watching | undefined {
  const { source: kind, sources, areas } = parseConfig(env);
  const chosen = sources.find(({ role }) => role === 'cross-check');
  const source = chosen?.open({ fetch: (...call) => fetch(...call), clock: systemClock });
  if (!chosen || source?.way !== 'files') return undefined;
  const ledger = new CrossCheckLedger(storage, [kind, sources[0].traits.name, chosen.traits.name].join(' '));
  const engine = new CrossCheckEngine({
    ledger,
    source,
    feed: () => feedStub(env),
    home: areas.home,
    clock: systemClock,
    log,
  });
  return { chosen, ledger, engine };
}
