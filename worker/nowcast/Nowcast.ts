import { DurableObject } from 'cloudflare:workers';
import { systemClock } from '#shared/Clock.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import type { ForecastResult } from '#shared/nowcast/arrivalAt.ts';
import { type CellsEvent, encodeCells } from '#shared/wire/cellsEvent.ts';
import type { NowcastCalls, NowcastVerification, OutlinedCells, ReplayedSums } from '#worker/calls.ts';
import { shouldResetAlarm } from '#worker/feed/shouldResetAlarm.ts';
import { parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { log } from '#worker/http/outbound/log.ts';
import { CellHistory } from '#worker/nowcast/CellHistory.ts';
import { NowcastEngine, StoredCells } from '#worker/nowcast/NowcastEngine.ts';
import { Verification } from '#worker/nowcast/Verification.ts';
import { VerificationLedger } from '#worker/nowcast/VerificationLedger.ts';
import { feedStub, relayName, relayStub } from '../stubs.ts';

/** A run that dies with the object is repeated this long after its start. */
const WATCHDOG_MS = 30_000;

/** The one object that tracks home's storm cells and sends them to the relays. Only wires up the platform. */
export class Nowcast extends DurableObject<Env> implements NowcastCalls {
  private readonly engine: NowcastEngine;
  private readonly proofs: Verification;
  private readonly reported: CellHistory;
  private looking: Promise<void> | undefined;
  private ranHere = false;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const { source, areas } = parseConfig(env);
    this.proofs = new Verification(new VerificationLedger(ctx.storage, source));
    this.reported = new CellHistory(ctx.storage.sql, source);
    this.engine = new NowcastEngine({
      feed: () => feedStub(env),
      home: areas.home,
      storedCells: new StoredCells(ctx.storage.kv),
      verification: this.proofs,
      nowMs: () => systemClock.now(),
    });
  }

  /** Never throws: the platform gives up on an alarm that fails a few times. */
  override async alarm(): Promise<void> {
    this.ranHere = true;
    await this.ctx.storage.setAlarm(systemClock.now() + WATCHDOG_MS);
    await this.look();
    await this.ctx.storage.setAlarm(systemClock.now() + this.engine.nextRequestMs);
  }

  async ensureAlarm(): Promise<void> {
    const nowMs = systemClock.now();
    const alarmMs = await this.ctx.storage.getAlarm();
    if (shouldResetAlarm({ alarmMs, ranHere: this.ranHere }, nowMs)) await this.ctx.storage.setAlarm(nowMs + 1);
  }

  async newest(): Promise<CellsEvent | null> {
    await this.ready();
    return this.engine.newest ? encodeCells(this.engine.newest) : null;
  }

  async reportedAt(atMs: number): Promise<CellsEvent | null> {
    return this.reported.at(atMs);
  }

  async resultsAt(places: readonly Position[]): Promise<readonly ForecastResult[] | null> {
    return this.engine.resultsAt(places) ?? null;
  }

  async outlined(): Promise<OutlinedCells | null> {
    await this.ready();
    return this.engine.outlined() ?? null;
  }

  async verification(): Promise<NowcastVerification> {
    await this.ensureAlarm();
    return this.proofs.reported(systemClock.now());
  }

  async acceptReplayed(replayed: ReplayedSums): Promise<void> {
    this.proofs.acceptReplayed(replayed);
  }

  private async ready(): Promise<void> {
    await this.ensureAlarm();
    if (!this.engine.newest) await this.look();
  }

  /** Concurrent callers share one run. Never rejects. */
  private look(): Promise<void> {
    this.looking ??= this.run()
      .catch((error: Error) => log('warn', 'nowcast.run', { reason: error.message }))
      .finally(() => {
        this.looking = undefined;
      });
    return this.looking;
  }

  private async run(): Promise<void> {
    const hasUpdate = await this.engine.run().finally(() => {
      this.proofs.countMinutes(systemClock.now(), this.engine.dataMs);
    });
    if (!hasUpdate || !this.engine.newest) return;
    const event = encodeCells(this.engine.newest);
    this.reported.store(event);
    // Not awaited: callers that wait for the cells need not wait for the relays.
    this.ctx.waitUntil(
      this.push(event).catch((error: Error) => log('warn', 'nowcast.push', { reason: error.message })),
    );
  }

  /** Sends to the relays with viewers; one that misses it gets the next minute's. */
  private async push(event: CellsEvent): Promise<void> {
    const { viewers } = await feedStub(this.env).relayLoads();
    for (const [index, count] of viewers.entries()) {
      if (count === 0) continue;
      const relay = relayName(index);
      relayStub(this.env, relay)
        .pushCells(event)
        .catch((error: Error) => log('warn', 'relay.pushCells', { relay, reason: error.message }));
    }
  }
}
