import type { Clock } from '#shared/Clock.ts';
import { dayKey } from '#shared/utcDay.ts';
import type { Log } from '#worker/http/outbound/log.ts';

/** Limits apply to any span of this length. */
export const UNITS_WINDOW_MS = 60_000;
const SLOT_MS = 1_000;

/** In seconds since the Unix epoch, and the units spent then. */
export type SpentSecond = readonly [second: number, units: number];

/** By second. A second counts until a whole minute after its end, so no 60 seconds exceed the limit. */
export class UnitWindow {
  /** Oldest first. */
  private readonly slots: Map<number, number>;
  private total = 0;

  constructor(entries: Iterable<SpentSecond> = []) {
    this.slots = new Map(entries);
    for (const units of this.slots.values()) this.total += units;
  }

  get entries(): readonly SpentSecond[] {
    return [...this.slots];
  }

  spend(units: number, nowMs: number): void {
    this.forget(nowMs);
    if (units === 0) return;
    const slot = Math.floor(nowMs / SLOT_MS);
    this.slots.set(slot, (this.slots.get(slot) ?? 0) + units);
    this.total += units;
  }

  spent(nowMs: number): number {
    this.forget(nowMs);
    return this.total;
  }

  freesInMs(units: number, nowMs: number): number {
    this.forget(nowMs);
    let freed = 0;
    for (const [slot, spent] of this.slots) {
      freed += spent;
      if (freed >= units) return Math.max(0, endOf(slot) - nowMs);
    }
    return 0;
  }

  private forget(nowMs: number): void {
    for (const [slot, units] of this.slots) {
      if (endOf(slot) > nowMs) return;
      this.slots.delete(slot);
      this.total -= units;
    }
  }
}

function endOf(slot: number): number {
  return (slot + 1) * SLOT_MS + UNITS_WINDOW_MS;
}

export interface Draw {
  /** Identifies the purse for its lifetime. */
  readonly lease: string;
  readonly spent: number;
  /** The call needs this many units; 0 for a draw in advance. */
  readonly need: number;
  readonly want: number;
}

export interface LeasedUnits {
  /** Units added to the purse: as many as needed, or more, or 0. */
  readonly granted: number;
  readonly left: number;
  /** Until the oldest spent units become free. */
  readonly resetMs: number;
  /** After a refusal: until the needed units may be free. */
  readonly retryMs: number;
}

/** Purses stop using held units before this. Units not reported as spent by then are free again. */
export const HOLD_MS = 10_000;
/** A purse holds at most 1/`HELD_SHARE` of the limit in advance, because others cannot spend it. */
const HELD_SHARE = 20;
/** Units held by others may be returned at any moment. */
const HELD_RETRY_MS = 1_000;

interface Hold {
  units: number;
  untilMs: number;
}

/** Units held and spent together never exceed an account's limit, however many isolates and clients there are. */
export class UnitMeter {
  private readonly window: UnitWindow;
  private readonly holds = new Map<string, Hold>();

  constructor(window: UnitWindow) {
    this.window = window;
  }

  draw({ lease, spent, need, want }: Draw, limit: number, nowMs: number): LeasedUnits {
    this.window.spend(spent, nowMs);
    for (const [name, hold] of this.holds) if (hold.untilMs <= nowMs) this.holds.delete(name);
    const hold = this.holds.get(lease) ?? { units: 0, untilMs: 0 };
    hold.units = Math.max(0, hold.units - spent);
    const free = limit - this.window.spent(nowMs) - this.held();
    const inAdvance = Math.min(want, Math.floor(limit / HELD_SHARE)) - hold.units;
    const granted = free < Math.max(need, 1) ? 0 : Math.min(free, Math.max(need, inAdvance, 0));
    hold.units += granted;
    hold.untilMs = nowMs + HOLD_MS;
    this.holds.set(lease, hold);
    return {
      granted,
      left: Math.max(0, limit - this.window.spent(nowMs)),
      resetMs: this.window.freesInMs(1, nowMs),
      retryMs: granted === 0 ? this.retryMs(need - free, nowMs) : 0,
    };
  }

  private retryMs(missing: number, nowMs: number): number {
    const freesInMs = this.window.freesInMs(missing, nowMs) || UNITS_WINDOW_MS;
    return this.held() > 0 ? Math.min(freesInMs, HELD_RETRY_MS) : freesInMs;
  }

  private held(): number {
    let units = 0;
    for (const hold of this.holds.values()) units += hold.units;
    return units;
  }
}

/** A relay that has not reported for this long holds no streams. */
const COUNT_GOOD_MS = 45_000;

/** One account's streams by relay, as relays report them: always whole counts, never differences. */
export class StreamCounts {
  private readonly relays = new Map<string, { readonly count: number; readonly untilMs: number }>();

  /** True if the relay may hold `count` streams, one of them new. If not, its count stays. */
  open(relay: string, count: number, limit: number, nowMs: number): boolean {
    const fits = this.elsewhere(relay, nowMs) + count <= limit;
    this.note(relay, fits ? count : count - 1, nowMs);
    return fits;
  }

  /** Records the relay's streams, and returns how many of them it may keep. */
  report(relay: string, count: number, limit: number, nowMs: number): number {
    this.note(relay, count, nowMs);
    return Math.max(0, Math.min(count, limit - this.elsewhere(relay, nowMs)));
  }

  private note(relay: string, count: number, nowMs: number): void {
    if (count === 0) this.relays.delete(relay);
    else this.relays.set(relay, { count, untilMs: nowMs + COUNT_GOOD_MS });
  }

  private elsewhere(relay: string, nowMs: number): number {
    let sum = 0;
    for (const [name, { count, untilMs }] of this.relays) if (name !== relay && untilMs > nowMs) sum += count;
    return sum;
  }
}

export interface QuotaUpdate {
  readonly calls: number;
  readonly refused: number;
}

export type MeterQuery = (draw: Draw, quotaUpdate: QuotaUpdate) => Promise<LeasedUnits>;

export interface Balance {
  readonly left: number;
  readonly resetMs: number;
}

export type Payment = { readonly paid: true } | { readonly paid: false; readonly retryMs: number };

interface QuotaLeaseDeps {
  readonly name: string;
  readonly clock: Clock;
  readonly pause: (ms: number) => Promise<void>;
  readonly log: Log;
}

/** Well before the meter frees the units, because its response may be late. */
const USE_MS = HOLD_MS / 2;
const REPORT_AFTER_MS = 400;
/** A request makes this many reports and leaves further ones to a later request: its lifetime is limited. */
const REPORTS = 5;
const REPORT_LEASE_MS = 5_000;
const LEAST_WANT = 8;
const PAID: Payment = { paid: true };

/**
 * One isolate's part of an account's limit. A call is paid from it at once; spent units are reported to the meter soon
 * after, which refills it. So a busy client does not wait for the meter, and an infrequent one waits once.
 */
export class QuotaLease {
  private readonly deps: QuotaLeaseDeps;
  private held = 0;
  private heldUntilMs = 0;
  /** Part of the purse's name; incremented when held units expire, because the meter takes those back. */
  private life = 0;
  private empty = { units: 0, untilMs: 0 };
  private unreported = 0;
  private calls = 0;
  private refused = 0;
  private want = LEAST_WANT;
  private reportingUntilMs = 0;
  private reported: Balance = { left: 0, resetMs: 0 };

  constructor(deps: QuotaLeaseDeps) {
    this.deps = deps;
  }

  /** Pays for a call, or refuses. `queryMeter` calls the meter within this request, `defer` outlives it. */
  async pay(units: number, queryMeter: MeterQuery, defer: (work: Promise<unknown>) => void): Promise<Payment> {
    const payment = await this.charge(units, queryMeter);
    if (payment.paid) {
      this.calls += 1;
      this.spend(units, queryMeter, defer);
    } else this.refused += 1;
    return payment;
  }

  /** Reserves units for a call of unknown cost. Settling it with its cost returns the rest. */
  async reserve(
    units: number,
    queryMeter: MeterQuery,
    defer: (work: Promise<unknown>) => void,
  ): Promise<Payment & Settling> {
    const payment = await this.charge(units, queryMeter);
    const { life } = this;
    const finish = (spent: number) => {
      if (!payment.paid) return;
      if (life === this.life) this.held += units - spent;
      this.spend(spent, queryMeter, defer);
    };
    if (!payment.paid) this.refused += 1;
    return { ...payment, finish };
  }

  giveBack(units: number): void {
    this.held += units;
    this.unreported -= units;
    this.calls -= 1;
  }

  get balance(): Balance {
    return { ...this.reported, left: Math.max(0, this.reported.left - this.unreported) };
  }

  private async charge(units: number, queryMeter: MeterQuery): Promise<Payment> {
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
    const leased = await this.draw(units, queryMeter);
    return leased.granted < units ? { paid: false, retryMs: leased.retryMs } : PAID;
  }

  private spend(units: number, queryMeter: MeterQuery, defer: (work: Promise<unknown>) => void): void {
    this.unreported += units;
    const nowMs = this.deps.clock.now();
    if (nowMs < this.reportingUntilMs) return;
    this.reportingUntilMs = nowMs + REPORT_LEASE_MS;
    defer(this.report(queryMeter));
  }

  private async report(queryMeter: MeterQuery): Promise<void> {
    try {
      for (let angle = 0; angle < REPORTS && this.unreported !== 0; angle += 1) {
        await this.deps.pause(REPORT_AFTER_MS);
        this.want = Math.max(LEAST_WANT, 2 * this.unreported);
        await this.draw(0, queryMeter);
      }
    } finally {
      this.reportingUntilMs = 0;
    }
  }

  /** Reports spent units to the meter, and adds what it grants. A failed report is repeated the next time. */
  private async draw(need: number, queryMeter: MeterQuery): Promise<LeasedUnits> {
    const { unreported: spent, calls, refused, want, life } = this;
    const { name, clock } = this.deps;
    const requestedMs = clock.now();
    this.unreported -= spent;
    this.calls -= calls;
    this.refused -= refused;
    try {
      const leased = await queryMeter({ lease: `${name} ${life}`, spent, need, want }, { calls, refused });
      if (life === this.life) {
        // Needed units are not added, because another call could take them first.
        this.held += Math.max(0, leased.granted - need);
        this.heldUntilMs = Math.max(this.heldUntilMs, requestedMs + USE_MS);
      }
      if (need > 0 && leased.granted === 0) this.empty = { units: need, untilMs: clock.now() + leased.retryMs };
      this.reported = { left: leased.left, resetMs: leased.resetMs };
      return leased;
    } catch (error) {
      this.unreported += spent;
      this.calls += calls;
      this.refused += refused;
      this.deps.log('error', 'key.meter', { reason: (error as Error).message });
      // A paying client is not refused because metering failed.
      return { granted: need, retryMs: 0, ...this.reported };
    }
  }
}

interface Settling {
  /** Call once, with the call's final cost. */
  readonly finish: (spent: number) => void;
}

/** The calls to an account's meter. Limits come from the plan of the current key. */
export interface KeyMeterCalls {
  draw(draw: Draw, quotaUpdate: QuotaUpdate, unitsAMinute: number): Promise<LeasedUnits>;
  openStream(relay: string, count: number, streams: number): Promise<boolean>;
  /** Records the relay's streams, and returns how many of them it may keep. */
  reportStreams(relay: string, count: number, streams: number): Promise<number>;
}

export interface Usage {
  readonly calls: number;
  readonly units: number;
  readonly refused: number;
  readonly streams: number;
}

export const NO_USAGE: Usage = { calls: 0, units: 0, refused: 0, streams: 0 };

export function addUsage(sum: Usage, more: Partial<Usage>): Usage {
  return {
    calls: sum.calls + (more.calls ?? 0),
    units: sum.units + (more.units ?? 0),
    refused: sum.refused + (more.refused ?? 0),
    streams: sum.streams + (more.streams ?? 0),
  };
}

const PREFIX = 'usage:';

type Storage = Pick<SyncKvStorage, 'get' | 'put' | 'delete' | 'list'>;

/** An account's usage by UTC day, in its meter's storage until it is written to the database. */
export class UsageLedger {
  private readonly kv: Storage;

  constructor(kv: Storage) {
    this.kv = kv;
  }

  add(usage: Partial<Usage>, nowMs: number): void {
    const key = `${PREFIX}${dayKey(nowMs)}`;
    this.kv.put(key, addUsage(this.kv.get<Usage>(key) ?? NO_USAGE, usage));
  }

  /** Oldest first. */
  days(): readonly { readonly day: string; readonly usage: Usage }[] {
    const entries = [...this.kv.list<Usage>({ prefix: PREFIX })];
    return entries.map(([key, usage]) => ({ day: key.slice(PREFIX.length), usage }));
  }

  /** Deletes past days. Call once they were written. */
  forgetBefore(nowMs: number): void {
    for (const { day } of this.days()) if (day < dayKey(nowMs)) this.kv.delete(`${PREFIX}${day}`);
  }
}
