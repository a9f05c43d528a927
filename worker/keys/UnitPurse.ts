import type { Clock } from '#shared/time/Clock.ts';
import type { Log } from '#worker/observability/log.ts';
import { type Draw, type DrawnUnits, HOLD_MS } from './UnitMeter.ts';

export interface PurseNews {
  readonly calls: number;
  readonly refused: number;
}

export type AskMeter = (draw: Draw, news: PurseNews) => Promise<DrawnUnits>;

export interface Balance {
  readonly left: number;
  readonly resetMs: number;
}

export type Payment = { readonly paid: true } | { readonly paid: false; readonly retryMs: number };

interface UnitPurseDeps {
  readonly name: string;
  readonly clock: Clock;
  readonly pause: (ms: number) => Promise<void>;
  readonly log: Log;
}

/** Well before the meter frees the units, because its answer may be late. */
const USE_MS = HOLD_MS / 2;
const REPORT_AFTER_MS = 400;
/** A request makes this many reports and leaves further ones to a later request: it cannot live for ever. */
const REPORTS = 5;
const REPORT_LEASE_MS = 5_000;
const LEAST_WANT = 8;
const PAID: Payment = { paid: true };

/**
 * One isolate's part of an account's limit. A call pays out of it at once; spent units are reported to the meter soon
 * after, which refills it. So a busy client does not wait for the meter, and a rare one waits once.
 */
export class UnitPurse {
  private readonly deps: UnitPurseDeps;
  private held = 0;
  private heldUntilMs = 0;
  /** Part of the purse's name; raised when held units grew too old, because the meter takes those back. */
  private life = 0;
  private empty = { units: 0, untilMs: 0 };
  private unreported = 0;
  private calls = 0;
  private refused = 0;
  private want = LEAST_WANT;
  private reportingUntilMs = 0;
  private told: Balance = { left: 0, resetMs: 0 };

  constructor(deps: UnitPurseDeps) {
    this.deps = deps;
  }

  /** Pays for a call, or refuses. `ask` calls the meter within this request, `defer` outlives it. */
  async pay(units: number, ask: AskMeter, defer: (work: Promise<unknown>) => void): Promise<Payment> {
    const taken = await this.take(units, ask);
    if (taken.paid) {
      this.calls += 1;
      this.spend(units, ask, defer);
    } else this.refused += 1;
    return taken;
  }

  /** Takes units for a call of unknown cost. Settling it with its cost gives the rest back. */
  async reserve(units: number, ask: AskMeter, defer: (work: Promise<unknown>) => void): Promise<Payment & Settling> {
    const taken = await this.take(units, ask);
    const { life } = this;
    const settle = (spent: number) => {
      if (!taken.paid) return;
      if (life === this.life) this.held += units - spent;
      this.spend(spent, ask, defer);
    };
    if (!taken.paid) this.refused += 1;
    return { ...taken, settle };
  }

  giveBack(units: number): void {
    this.held += units;
    this.unreported -= units;
    this.calls -= 1;
  }

  get balance(): Balance {
    return { ...this.told, left: Math.max(0, this.told.left - this.unreported) };
  }

  private async take(units: number, ask: AskMeter): Promise<Payment> {
    const nowMs = this.deps.clock.now();
    if (nowMs >= this.heldUntilMs) {
      this.held = 0;
      this.life += 1;
      this.heldUntilMs = nowMs + USE_MS;
    }
    if (this.held >= units) {
      this.held -= units;
      return PAID;
    }
    if (units >= this.empty.units && nowMs < this.empty.untilMs) {
      return { paid: false, retryMs: this.empty.untilMs - nowMs };
    }
    const drawn = await this.draw(units, ask);
    return drawn.granted < units ? { paid: false, retryMs: drawn.retryMs } : PAID;
  }

  private spend(units: number, ask: AskMeter, defer: (work: Promise<unknown>) => void): void {
    this.unreported += units;
    const nowMs = this.deps.clock.now();
    if (nowMs < this.reportingUntilMs) return;
    this.reportingUntilMs = nowMs + REPORT_LEASE_MS;
    defer(this.report(ask));
  }

  private async report(ask: AskMeter): Promise<void> {
    try {
      for (let turn = 0; turn < REPORTS && this.unreported !== 0; turn += 1) {
        await this.deps.pause(REPORT_AFTER_MS);
        this.want = Math.max(LEAST_WANT, 2 * this.unreported);
        await this.draw(0, ask);
      }
    } finally {
      this.reportingUntilMs = 0;
    }
  }

  /** Reports spent units to the meter, and adds what it grants. A failed report is repeated the next time. */
  private async draw(need: number, ask: AskMeter): Promise<DrawnUnits> {
    const { unreported: spent, calls, refused, want, life } = this;
    const { name, clock } = this.deps;
    const askedMs = clock.now();
    this.unreported -= spent;
    this.calls -= calls;
    this.refused -= refused;
    try {
      const drawn = await ask({ purse: `${name} ${life}`, spent, need, want }, { calls, refused });
      if (life === this.life) {
        // Needed units are not added, because another call could take them first.
        this.held += Math.max(0, drawn.granted - need);
        this.heldUntilMs = Math.max(this.heldUntilMs, askedMs + USE_MS);
      }
      if (need > 0 && drawn.granted === 0) this.empty = { units: need, untilMs: clock.now() + drawn.retryMs };
      this.told = { left: drawn.left, resetMs: drawn.resetMs };
      return drawn;
    } catch (error) {
      this.unreported += spent;
      this.calls += calls;
      this.refused += refused;
      this.deps.log('error', 'key.meter', { reason: (error as Error).message });
      // A paying client is not refused because we cannot count.
      return { granted: need, retryMs: 0, ...this.told };
    }
  }
}

interface Settling {
  /** To be called once, with the call's final cost. */
  readonly settle: (spent: number) => void;
}

/** The calls to an account's meter. Limits come from the plan of the key at hand. */
export interface KeyMeterCalls {
  draw(draw: Draw, news: PurseNews, unitsAMinute: number): Promise<DrawnUnits>;
  openStream(relay: string, count: number, streams: number): Promise<boolean>;
  /** Records the relay's streams, and returns how many of them it may keep. */
  reportStreams(relay: string, count: number, streams: number): Promise<number>;
}
