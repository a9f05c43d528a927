import { describe, expect, test } from 'vitest';
import { fakeClock } from '#tests/support/time/fakeClock.ts';
import { type Caller, callerAt } from '#worker/http/clientNetworks.ts';
import { ScanQueue } from '#worker/http/ScanQueue.ts';

const LIMITS = { slots: 2, maxWaiting: 3, maxWaitMs: 2_000, slotMs: 10_000 };

const caller = (name: string): Caller => ({ network: name, host: name });

/** A queue whose scans end when they are told to. `started` lists them in the order in which they began. */
function bench() {
  const clock = fakeClock(1_000_000);
  const timers: { readonly atMs: number; readonly work: () => void }[] = [];
  const queue = new ScanQueue(LIMITS, clock, (delayMs, work) => timers.push({ atMs: clock.now() + delayMs, work }));
  const started: string[] = [];
  const ends = new Map<string, (rowsRead: number) => void>();
  const settle = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  return {
    started,
    scan: (client: string | Caller, name = String(client)) =>
      queue.run(typeof client === 'string' ? caller(client) : client, () => {
        started.push(name);
        return new Promise<{ rowsRead: number }>((resolve) => ends.set(name, (rowsRead) => resolve({ rowsRead })));
      }),
    async end(name: string, rowsRead = 5_000) {
      ends.get(name)?.(rowsRead);
      await settle();
    },
    async pass(ms: number) {
      clock.advance(ms);
      for (const timer of timers.splice(0)) timer.atMs <= clock.now() ? timer.work() : timers.push(timer);
      await settle();
    },
    settle,
    queue,
  };
}

describe('scans of the archive', () => {
  test('run two at once, the others in their turn', async () => {
    const { scan, started, end, settle } = bench();
    const answers = ['a', 'b', 'c'].map((client) => scan(client));
    await settle();
    expect(started).toEqual(['a', 'b']);
    await end('b');
    expect(started).toEqual(['a', 'b', 'c']);
    await end('a', 7);
    expect(await answers[0]).toEqual({ rowsRead: 7 });
  });

  test('of a client who has had few rows go before those of one who had many', async () => {
    const { scan, started, end, settle } = bench();
    for (const name of ['g1', 'g2', 'g3', 'g4']) void scan('greedy', name);
    await settle();
    void scan('modest');
    await end('g1', 40_000);
    expect(started).toEqual(['g1', 'g2', 'modest']);
  });

  test('of which too many wait are turned away where one client wants most, the newest first', async () => {
    const { scan, started, end, settle } = bench();
    const greedy = ['g1', 'g2', 'g3', 'g4', 'g5'].map((name) => scan('greedy', name));
    await settle();
    const modest = scan('modest');
    expect(await greedy[4]).toBe('busy');
    await end('g1');
    await end('modest');
    expect(await modest).toEqual({ rowsRead: 5_000 });
    expect(started).toEqual(['g1', 'g2', 'modest', 'g3']);
  });

  test('of a client who asks again and again give way to one who asks for the first time', async () => {
    const { scan, started, end, settle } = bench();
    for (const client of ['a', 'b', 'c', 'd']) void scan(client);
    const again = scan('again');
    await settle();
    expect(await scan('again', 'again2')).toBe('busy');
    void scan('first');
    expect(await again).toBe('busy');
    for (const name of ['a', 'b', 'c']) await end(name);
    expect(started).toEqual(['a', 'b', 'c', 'd', 'first']);
  });

  test('of an IPv6 /48 that takes another /64 each time are one network’s: nobody else is turned away or waits for them', async () => {
    const { scan, started, end, settle } = bench();
    const rotating = (at: number) => scan(callerAt(`2001:db8:1:${at.toString(16)}::1`), `r${at}`);
    const rotated = [1, 2, 3, 4, 5].map(rotating);
    await settle();
    const honest = ['198.51.100.1', '198.51.100.2'].map((address) => scan(callerAt(address), address));
    expect(await rotated[4]).toBe('busy');
    expect(await rotated[3]).toBe('busy');
    await end('r1');
    await end('r2');
    expect(started).toEqual(['r1', 'r2', '198.51.100.1', '198.51.100.2']);
    for (const address of ['198.51.100.1', '198.51.100.2']) await end(address);
    expect(await Promise.all(honest)).toHaveLength(2);
    expect(started.at(-1)).toBe('r3');
  });

  test('of one IPv6 /48 take turns by /64', async () => {
    const { scan, started, end, settle } = bench();
    const greedy = callerAt('2001:db8:1:1::1');
    for (const name of ['g1', 'g2', 'g3', 'g4']) void scan(greedy, name);
    await settle();
    void scan(callerAt('2001:db8:1:2::1'), 'neighbour');
    await end('g1');
    expect(started).toEqual(['g1', 'g2', 'neighbour']);
  });

  test('that would wait for more than two seconds are told so', async () => {
    const { scan, started, pass, settle } = bench();
    void scan('a');
    void scan('b');
    const late = scan('c');
    await settle();
    await pass(2_000);
    expect(await late).toBe('busy');
    expect(started).toEqual(['a', 'b']);
  });

  test('of many rows give way between two steps to a client who has had fewer, and go on afterwards', async () => {
    const { queue, scan, started, end, settle } = bench();
    void scan('busy');
    const step: (() => void)[] = [];
    const greedy = queue.run(caller('greedy'), async (giveWay) => {
      for (const name of ['g1', 'g2']) {
        started.push(name);
        await new Promise<void>((resolve) => step.push(resolve));
        expect(await giveWay(8_000)).toBe(true);
      }
      return { rowsRead: 16_000 };
    });
    void scan('modest');
    await settle();
    step[0]?.();
    await settle();
    expect(started).toEqual(['busy', 'g1', 'modest']);
    await end('modest', 3_000);
    expect(started).toEqual(['busy', 'g1', 'modest', 'g2']);
    step[1]?.();
    expect(await greedy).toEqual({ rowsRead: 16_000 });
  });

  test('that gave way and are not wanted any more are told to end with what they have', async () => {
    const { queue, scan, pass, settle } = bench();
    void scan('busy');
    const going: boolean[] = [];
    const greedy = queue.run(caller('greedy'), async (giveWay) => {
      await Promise.resolve();
      going.push(await giveWay(8_000));
      return { rowsRead: 8_000 };
    });
    void scan('modest');
    await settle();
    await pass(2_000);
    expect(await greedy).toEqual({ rowsRead: 8_000 });
    expect(going).toEqual([false]);
  });

  test('that vanish without an end give their slot back', async () => {
    const { scan, started, pass, end } = bench();
    void scan('a');
    void scan('b');
    await pass(10_000);
    void scan('c');
    await end('nobody');
    expect(started).toEqual(['a', 'b', 'c']);
  });

  test('that fail give their slot back and their failure to who asked', async () => {
    const { queue, scan, started, settle } = bench();
    void scan('a');
    await expect(queue.run(caller('b'), () => Promise.reject(new Error('D1')))).rejects.toThrow('D1');
    void scan('c');
    await settle();
    expect(started).toEqual(['a', 'c']);
  });

  test('are judged by what was of late: who had much some minutes ago is like any other now', async () => {
    const { scan, started, end, pass, settle } = bench();
    void scan('greedy', 'g1');
    await end('g1', 900_000);
    await pass(300_000);
    for (const client of ['x', 'y', 'greedy', 'z']) void scan(client);
    await settle();
    await end('x');
    expect(started).toEqual(['g1', 'x', 'y', 'greedy']);
  });
});
