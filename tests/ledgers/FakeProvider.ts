import { bboxContains } from '#shared/geo/BBox.ts';
import { PROVIDER_LIMIT } from '#shared/limits.ts';
import type { Strike } from '#shared/strike.ts';
import type { VirtualTime } from '#tests/support/time/VirtualTime.ts';
import type { ProviderAnswer, StrikeWindow, WindowSource } from '#worker/sources/port/StrikeSource.ts';
import { PROVIDER_TRAITS } from '#worker/sources/provider/ProviderClient.ts';

export interface FakeStrike extends Strike {
  /** When the provider begins to tell it. */
  readonly publishedMs: number;
}

export interface FakeCall {
  readonly atMs: number;
  readonly window: StrikeWindow;
}

/** A provider in virtual time: at most 300 rows, the newest, of what is published; or the fault a test asks for. */
export class FakeProvider implements WindowSource {
  readonly way = 'windows';
  readonly traits = PROVIDER_TRAITS;
  readonly calls: FakeCall[] = [];
  readonly strikes: FakeStrike[] = [];
  latencyMs = 100;
  /** Its clock less ours, as its `Date` tells it in whole seconds; undefined: it sends no `Date`. */
  dateOffsetMs: number | undefined;
  /** The answer to the call in place of the right one; undefined: the right one. */
  fault: (call: FakeCall, number: number) => ProviderAnswer | undefined = () => undefined;
  private readonly time: VirtualTime;

  constructor(time: VirtualTime) {
    this.time = time;
  }

  async list(window: StrikeWindow): Promise<ProviderAnswer> {
    const call = { atMs: this.time.now(), window };
    this.calls.push(call);
    const fault = this.fault(call, this.calls.length);
    await this.time.sleep(this.latencyMs);
    if (fault) return fault;
    return this.rowsOf(window, this.time.now());
  }

  /** The right answer. */
  rowsOf(window: StrikeWindow, nowMs: number): Extract<ProviderAnswer, { kind: 'strikes' }> {
    const strikes = this.strikes
      .filter(({ atMs, publishedMs }) => publishedMs <= nowMs && atMs >= window.fromMs && atMs <= window.toMs)
      .filter(({ longitude, latitude }) => bboxContains(window.bbox, longitude, latitude))
      .sort((a, b) => b.atMs - a.atMs)
      .slice(0, PROVIDER_LIMIT)
      .map(({ id, latitude, longitude, atMs }) => ({ id, latitude, longitude, atMs }));
    const dateMs = this.dateOffsetMs === undefined ? undefined : nowMs + this.dateOffsetMs;
    const providerTimeMs = dateMs === undefined ? undefined : Math.floor(dateMs / 1_000) * 1_000;
    const rows = strikes.length;
    return { kind: 'strikes', strikes, rows, truncated: rows >= PROVIDER_LIMIT, skipped: [], providerTimeMs };
  }
}
