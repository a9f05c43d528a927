import { expect, test } from 'vitest';
import { HOOK, PUSH } from '#tests/support/watch/recipientRow.ts';
import { DeliveryPump } from '#worker/watch/deliver/DeliveryPump.ts';
import { recipient, WatchedCamp } from './WatchedCamp.ts';

test('a request sends no more than it may, whatever settles meanwhile, and it is said that there is more to send', () => {
  const many = Array.from({ length: 40 }, (_, index) => recipient(`p${index}`, { target: PUSH }));
  return WatchedCamp.run(many, async (camp) => {
    camp.strike(5);
    await camp.watch.engine.run();
    const allowance = { left: 30 };
    await camp.watch.pump.run(allowance);
    expect([camp.jobs.length, allowance.left]).toEqual([30, 0]);
    expect(camp.watch.pump.nextDueMs()).toBe(camp.nowMs);
    await camp.watch.pump.run(allowance);
    expect(camp.jobs).toHaveLength(30);
    await camp.watch.pump.run({ left: 30 });
    expect(camp.jobs).toHaveLength(40);
    expect(camp.watch.pump.nextDueMs()).toBeUndefined();
  });
});

test('a hook that hangs keeps nobody else waiting, and what it holds is sent once', () => {
  const hooks = ['hangs', 'answers'].map((id) => recipient(id, { target: HOOK }));
  return WatchedCamp.run(hooks, async (camp) => {
    let answer = (): void => {};
    camp.hangs.set('hangs', new Promise((resolve) => (answer = resolve)));
    camp.strike(5);
    await camp.watch.engine.run();
    const run = camp.watch.pump.run();
    await expect.poll(() => camp.jobs.map((job) => job.recipient)).toEqual(['answers']);
    await camp.watch.pump.run();
    answer();
    await run;
    expect(camp.jobs.map((job) => job.recipient)).toEqual(['answers', 'hangs']);
  });
});

test('what could not be leased keeps no slot, and is sent when the time of a lease is over', () => {
  const many = Array.from({ length: 30 }, (_, index) => recipient(`p${index}`, { target: PUSH }));
  return WatchedCamp.run(many, async (camp) => {
    camp.strike(5);
    await camp.watch.engine.run();
    let isFull = true;
    const sent: string[] = [];
    const faults: string[] = [];
    const pump = new DeliveryPump({
      deliveries: camp.watch.deliveries,
      recipients: { get: (_, id) => many.find((one) => one.id === id) },
      keepRecipient: () => {},
      ledger: {
        book: () => undefined,
        transaction: (closure) => {
          if (isFull) throw new Error('the disk is full');
          return closure();
        },
      },
      send: async ({ recipient: id }) => {
        sent.push(id);
        return { kind: 'accepted' };
      },
      onSettled: () => {},
      clock: { now: () => camp.nowMs },
      log: (_level, event) => void faults.push(event),
      shard: '0',
    });
    await pump.run();
    expect([sent, faults]).toEqual([[], ['watch.lease']]);
    isFull = false;
    camp.nowMs += 8_000;
    for (let runs = 0; runs < 3; runs += 1) await pump.run();
    expect(sent).toHaveLength(30);
  });
});
