import { describe, expect, test } from 'vitest';
import { seededRandom } from '#shared/numbers.ts';
import { VirtualTime } from '#tests/support/time/VirtualTime.ts';
import { shareOfRuns } from '#tests/unit/shareOfRuns.ts';
import {
  HOLD_MS,
  type MeterQuery,
  QuotaLease,
  UNITS_WINDOW_MS,
  UnitMeter,
  UnitWindow,
} from '#worker/http/keys/unitMeter.ts';

interface PaidUnits {
  readonly atMs: number;
  readonly units: number;
}

/** The most units paid in any minute, wherever it begins. */
function busiestMinute(paid: readonly PaidUnits[]): number {
  const sorted = [...paid].sort((a, b) => a.atMs - b.atMs);
  let [most, sum, from] = [0, 0, 0];
  for (const { atMs, units } of sorted) {
    sum += units;
    while ((sorted[from]?.atMs ?? 0) <= atMs - UNITS_WINDOW_MS) sum -= sorted[from++]?.units ?? 0;
    most = Math.max(most, sum);
  }
  return most;
}

const START_MS = Date.UTC(2026, 6, 1);
const NO_LOG = () => undefined;

/** Several isolates with several clients each, all of one account, whose calls reach the meter after some milliseconds. */
class Account {
  readonly time = new VirtualTime(START_MS);
  readonly paid: PaidUnits[] = [];
  refused = 0;
  requests = 0;
  private readonly meter = new UnitMeter(new UnitWindow());
  private readonly limit: number;
  private readonly purses: readonly QuotaLease[];
  private readonly random: () => number;

  constructor(limit: number, isolates: number, seed: number) {
    this.limit = limit;
    this.random = seededRandom(seed);
    const deps = { clock: this.time, pause: (ms: number) => this.time.sleep(ms), log: NO_LOG };
    this.purses = Array.from({ length: isolates }, (_, at) => new QuotaLease({ name: String(at), ...deps }));
  }

  private readonly request: MeterQuery = async (draw) => {
    this.requests += 1;
    await this.time.sleep(this.random() * 40);
    const leased = this.meter.draw(draw, this.limit, this.time.now());
    await this.time.sleep(this.random() * 40);
    return leased;
  };

  /** Calls over and over until `untilMs`, with a pause of about `everyMs`; one call in four is a search of up to 10 units. */
  async client(isolate: number, everyMs: number, untilMs: number, searches: boolean): Promise<void> {
    const lease = this.purses[isolate];
    const defer = (work: Promise<unknown>) => void work;
    while (lease && this.time.now() < untilMs) {
      const search = searches && this.random() < 0.25;
      if (search) {
        const reserved = await lease.reserve(10, this.request, defer);
        await this.time.sleep(this.random() * 300);
        const units = Math.floor(this.random() * 11);
        if (reserved.paid) this.paid.push({ atMs: this.time.now(), units });
        else this.refused += 1;
        reserved.finish(units);
      } else if ((await lease.pay(1, this.request, defer)).paid) this.paid.push({ atMs: this.time.now(), units: 1 });
      else this.refused += 1;
      await this.time.sleep(everyMs * (0.5 + this.random()));
    }
  }
}

describe('the limit of an account', () => {
  test.each(Array.from({ length: shareOfRuns(6) }, (_, index) => index + 1))(
    'no minute, wherever it begins, has more than the limit, for 16 clients in 4 isolates (seed %i)',
    async (seed) => {
      const account = new Account(300, 4, seed);
      const untilMs = START_MS + 5 * UNITS_WINDOW_MS;
      for (let client = 0; client < 16; client += 1) void account.client(client % 4, 150, untilMs, true);
      await account.time.passUntil(untilMs + UNITS_WINDOW_MS);
      expect(busiestMinute(account.paid)).toBeLessThanOrEqual(300 * 1.02);
      // And what was paid for can be had: most of it is, in each of the five minutes.
      const units = account.paid.reduce((sum, paid) => sum + paid.units, 0);
      expect(units).toBeGreaterThan(5 * 300 * 0.85);
      expect(account.refused).toBeGreaterThan(0);
    },
  );

  test('a client that stays below the limit is never refused, also one that comes once in ten seconds', async () => {
    const account = new Account(300, 4, 7);
    const untilMs = START_MS + 5 * UNITS_WINDOW_MS;
    for (let client = 0; client < 4; client += 1) void account.client(client, 1_000, untilMs, false);
    void account.client(0, 10_000, untilMs, false);
    await account.time.passUntil(untilMs + UNITS_WINDOW_MS);
    expect(account.refused).toBe(0);
    expect(account.paid.length).toBeGreaterThan(4 * 5 * 50);
  });

  test('a busy client waits for no meter: one question pays for many calls', async () => {
    const account = new Account(3_000, 1, 8);
    const untilMs = START_MS + UNITS_WINDOW_MS;
    void account.client(0, 25, untilMs, false);
    await account.time.passUntil(untilMs + UNITS_WINDOW_MS);
    expect(account.paid.length).toBeGreaterThan(2_000);
    expect(account.requests).toBeLessThan(account.paid.length / 5);
  });
});

describe('the meter', () => {
  const draw = (lease: string, need: number, want = need) => ({ lease, spent: 0, need, want });

  test('what a purse holds and never spends is free again after a while', () => {
    const meter = new UnitMeter(new UnitWindow());
    expect(meter.draw(draw('a', 90), 100, START_MS).granted).toBe(90);
    expect(meter.draw(draw('b', 20), 100, START_MS).granted).toBe(0);
    expect(meter.draw(draw('b', 20), 100, START_MS + HOLD_MS).granted).toBe(20);
  });

  test('who is refused is told when so much comes free', () => {
    const meter = new UnitMeter(new UnitWindow());
    meter.draw({ lease: 'a', spent: 100, need: 0, want: 0 }, 100, START_MS);
    const refused = meter.draw(draw('b', 1), 100, START_MS + 10_000);
    expect(refused).toMatchObject({ granted: 0, left: 0 });
    expect(meter.draw(draw('b', 1), 100, START_MS + 10_000 + refused.retryMs).granted).toBe(1);
    expect(refused.retryMs).toBeLessThanOrEqual(UNITS_WINDOW_MS);
  });

  test('what was spent is known after a restart', () => {
    const window = new UnitWindow();
    window.spend(60, START_MS);
    const meter = new UnitMeter(new UnitWindow(window.entries));
    expect(meter.draw(draw('a', 50), 100, START_MS + 5_000).granted).toBe(0);
    expect(meter.draw(draw('a', 40), 100, START_MS + 5_000).granted).toBe(40);
  });
});

test('when the meter does not answer, calls are let through, and what they cost is told later', async () => {
  const clock = new VirtualTime(START_MS);
  const lease = new QuotaLease({ name: 'a', clock, pause: (ms) => clock.sleep(ms), log: NO_LOG });
  let down = true;
  const spent: number[] = [];
  const queryMeter: MeterQuery = async (draw) => {
    if (down) throw new Error('no meter');
    spent.push(draw.spent);
    return { granted: draw.need, left: 100, resetMs: 0, retryMs: 0 };
  };
  const deferred: Promise<unknown>[] = [];
  const pay = () => lease.pay(1, queryMeter, (work) => deferred.push(work));
  expect((await pay()).paid).toBe(true);
  expect((await pay()).paid).toBe(true);
  down = false;
  expect((await pay()).paid).toBe(true);
  await clock.pass(5_000);
  expect(spent.reduce((sum, units) => sum + units, 0)).toBe(3);
});

test('a call that is given back costs nothing, whether it was told to the meter or not', async () => {
  const clock = new VirtualTime(START_MS);
  const meter = new UnitMeter(new UnitWindow());
  const lease = new QuotaLease({ name: 'a', clock, pause: (ms) => clock.sleep(ms), log: NO_LOG });
  const queryMeter: MeterQuery = async (draw) => meter.draw(draw, 100, clock.now());
  for (let call = 0; call < 20; call += 1) {
    expect((await lease.pay(1, queryMeter, (work) => void work)).paid).toBe(true);
    if (call % 2 === 0) await clock.pass(1_000);
    lease.giveBack(1);
  }
  await lease.pay(1, queryMeter, (work) => void work);
  await clock.pass(5_000);
  expect(lease.balance.left).toBe(99);
});
