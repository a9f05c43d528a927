import { describe, expect, test } from 'vitest';
import { type DrainDeps, drainOutbox, MAX_PER_RUN } from '#worker/contact/drainOutbox.ts';
import type { MessageDelivery } from '#worker/contact/notifiers.ts';
import type { Settlement } from '#worker/contact/outboxPolicy.ts';

const START_MS = 1_800_000_000_000;

/** A queue of `rows` messages, a clock that each call moves on by `callMs`, and what came of it all. */
function drain(rows: number, deliver: (call: number) => MessageDelivery, callMs = 0) {
  let nowMs = START_MS;
  let calls = 0;
  let leased = 0;
  const settled: Settlement['state'][] = [];
  const leases: number[] = [];
  const logged: string[] = [];
  const deps: DrainDeps = {
    outbox: {
      leaseDue: async (_now, leasedUntilMs) => {
        if (leased === rows) return undefined;
        leases.push(leasedUntilMs - nowMs);
        return { id: `${leased++}`.padStart(8, '0'), message: 'Hello', attempts: 0, leasedUntilMs };
      },
      recordAttempt: async (_row, settlement) => {
        settled.push(settlement.state);
      },
    },
    notifier: {
      send: async () => {
        nowMs += callMs;
        return deliver(calls++);
      },
    },
    clock: { now: () => nowMs },
    random: () => 0.5,
    log: (_level, event) => logged.push(event),
  };
  return { run: () => drainOutbox(deps), settled, leases, logged, calls: () => calls };
}

const delivered: MessageDelivery = { kind: 'delivered' };
const failed: MessageDelivery = { kind: 'failed', reason: 'status 503' };

describe('a run over the outbox', () => {
  test('sends what is due and says how many arrived', async () => {
    const { run, settled } = drain(3, () => delivered);
    expect(await run()).toBe(3);
    expect(settled).toEqual(['delivered', 'delivered', 'delivered']);
  });

  test('leaves a far side that is down alone after three failures in a row', async () => {
    const { run, calls } = drain(20, () => failed);
    expect(await run()).toBe(0);
    expect(calls()).toBe(3);
  });

  test('is not stopped by single failures', async () => {
    const { run, settled } = drain(8, (call) => (call % 2 === 0 ? failed : delivered));
    expect(await run()).toBe(4);
    expect(settled).toHaveLength(8);
  });

  test('stops as soon as it is asked for patience', async () => {
    const { run, calls } = drain(5, (call) => {
      return call === 1 ? { kind: 'paused', reason: 'status 429', retryAfterMs: 30_000 } : delivered;
    });
    expect(await run()).toBe(1);
    expect(calls()).toBe(2);
  });

  test('stops where a setting is wrong, gives up nothing, and says so in the log', async () => {
    const { run, settled, logged } = drain(5, () => ({ kind: 'blocked', reason: 'status 401' }));
    expect(await run()).toBe(0);
    expect([settled, logged]).toEqual([['pending'], ['outbox.blocked']]);
  });

  test('goes on past a message that is rejected, and says in the log that it is dead', async () => {
    const { run, settled, logged } = drain(2, (call) => {
      return call === 0 ? { kind: 'rejected', reason: 'status 400' } : delivered;
    });
    expect(await run()).toBe(1);
    expect(settled).toEqual(['dead', 'delivered']);
    expect(logged).toEqual(['outbox.dead']);
  });

  test('sends a bounded number', async () => {
    const { run } = drain(500, () => delivered);
    expect(await run()).toBe(MAX_PER_RUN);
  });

  test('begins nothing after 45 s, and each lease outlives the longest call', async () => {
    const { run, calls, leases } = drain(20, () => delivered, 10_000);
    await run();
    expect(calls()).toBe(5);
    expect(leases).toEqual(Array(5).fill(60_000));
  });
});
