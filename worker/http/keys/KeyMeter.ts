import { DurableObject } from 'cloudflare:workers';
import { systemClock } from '#shared/Clock.ts';
import type { Env } from '#worker/http/Env.ts';
import { KeyTable } from '#worker/http/keys/apiKeys.ts';
import {
  addUsage,
  type Draw,
  type KeyMeterCalls,
  type LeasedUnits,
  NO_USAGE,
  type QuotaUpdate,
  type SpentSecond,
  StreamCounts,
  UnitMeter,
  UnitWindow,
  type Usage,
  UsageLedger,
} from '#worker/http/keys/unitMeter.ts';
import { log } from '#worker/http/outbound/log.ts';

const WINDOW = 'window';
const SAVE_AFTER_MS = 1_000;
const WRITE_AFTER_MS = 10_000;

/** Counts the use of one account's keys; the object is named by the account. Only wires up the platform. */
export class KeyMeter extends DurableObject<Env> implements KeyMeterCalls {
  private readonly window: UnitWindow;
  private readonly units: UnitMeter;
  private readonly streams = new StreamCounts();
  private readonly usage: UsageLedger;
  private alarmSet = false;
  private unsaved = NO_USAGE;
  private saving: ReturnType<typeof setTimeout> | undefined;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.window = new UnitWindow(ctx.storage.kv.get<readonly SpentSecond[]>(WINDOW));
    this.units = new UnitMeter(this.window);
    this.usage = new UsageLedger(ctx.storage.kv);
  }

  async draw(draw: Draw, { calls, refused }: QuotaUpdate, unitsAMinute: number): Promise<LeasedUnits> {
    const leased = this.units.draw(draw, unitsAMinute, systemClock.now());
    if (calls + refused + draw.spent !== 0) this.note({ calls, refused, units: draw.spent });
    return leased;
  }

  async openStream(relay: string, count: number, streams: number): Promise<boolean> {
    const fits = this.streams.open(relay, count, streams, systemClock.now());
    this.note(fits ? { streams: 1 } : { refused: 1 });
    return fits;
  }

  async reportStreams(relay: string, count: number, streams: number): Promise<number> {
    return this.streams.report(relay, count, streams, systemClock.now());
  }

  /** Never throws: the platform gives up on an alarm that fails a few times. */
  override async alarm(): Promise<void> {
    this.alarmSet = false;
    try {
      const table = new KeyTable(this.env.OUTBOX_DB);
      for (const { day, usage } of this.usage.days()) await table.writeUsage(this.ctx.id.name ?? '', day, usage);
      this.usage.forgetBefore(systemClock.now());
    } catch (error) {
      log('error', 'key.usage', { reason: (error as Error).message });
      await this.setAlarm();
    }
  }

  /** Stored a moment later, because the response would wait for the write. */
  private note(usage: Partial<Usage>): void {
    this.unsaved = addUsage(this.unsaved, usage);
    this.saving ??= setTimeout(() => this.save(), SAVE_AFTER_MS);
  }

  private save(): void {
    this.saving = undefined;
    this.usage.add(this.unsaved, systemClock.now());
    this.unsaved = NO_USAGE;
    this.ctx.storage.kv.put(WINDOW, this.window.entries);
    if (!this.alarmSet) this.ctx.waitUntil(this.setAlarm());
  }

  private async setAlarm(): Promise<void> {
    this.alarmSet = true;
    await this.ctx.storage.setAlarm(systemClock.now() + WRITE_AFTER_MS);
  }
}
