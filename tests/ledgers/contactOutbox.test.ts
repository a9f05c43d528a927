import { beforeEach, describe, expect, test } from 'vitest';
import { type AcceptDeps, acceptMessage } from '#worker/contact/accept.ts';
import { ContactOutbox, drainOutbox, LEASE_MS, messageText } from '#worker/contact/outbox.ts';
import { emptyOutbox } from './testEnv.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const NOON_MS = Date.UTC(2026, 6, 14, 12);

let nowMs: number;
let outbox: ContactOutbox;
/** `deaf`: the message arrives, and the Worker dies before it hears so. `dying`: it dies before it arrives. */
let service: 'up' | 'down' | 'deaf' | 'dying';
let arrived: string[];

beforeEach(async () => {
  nowMs = NOON_MS;
  outbox = new ContactOutbox(await emptyOutbox());
  service = 'up';
  arrived = [];
});

const never = () => new Promise<never>(() => {});
const deps = (): AcceptDeps => ({
  outbox,
  notifier: {
    send: async (message) => {
      if (service === 'up' || service === 'deaf') arrived.push(message);
      if (service === 'deaf' || service === 'dying') return await never();
      return service === 'up' ? { kind: 'delivered' } : { kind: 'failed', reason: 'status 503' };
    },
  },
  clock: { now: () => nowMs },
  random: () => 0.5,
  log: () => {},
  mostADay: 500,
  email: 'people@lightning.bg',
  admit: async () => {},
  defer: () => {},
  wait: () => (service === 'deaf' || service === 'dying' ? Promise.resolve() : never()),
});
const textOf = (id: string) => messageText(id, { name: 'Ana', email: 'a@b.bg', subject: id, message: 'Hello' });
const accept = (id: string, more: Partial<AcceptDeps> = {}) => acceptMessage({ ...deps(), ...more }, id, textOf(id));
const drain = () => drainOutbox({ ...deps(), outbox });
const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());

test('of 60 messages none is lost and none arrives twice, though the service is down for three minutes and the Worker dies amid two waves', async () => {
  const all = ids(60);
  for (let wave = 0; wave < 5; wave += 1) {
    service = wave % 2 === 0 ? 'down' : 'dying';
    const sending = all.slice(wave * 12, wave * 12 + 12).map(async (id, at) => {
      const once = () => accept(id);
      // Every third visitor repeats the message: half of them at once, as a double click does, half of them afterwards.
      if (at % 3 !== 0) return [await once()];
      return at % 2 === 0 ? await Promise.all([once(), once()]) : [await once(), await once()];
    });
    expect(new Set((await Promise.all(sending)).flat())).toEqual(new Set(['queued']));
    service = 'down';
    nowMs += (3 * MINUTE_MS) / 5;
    await drain();
  }
  expect(await outbox.counts(nowMs)).toEqual({ pending: 60, blocked: 0, dead: 0, today: 60 });
  service = 'up';
  for (let minutes = 0; minutes < 20 && (await outbox.counts(nowMs)).pending > 0; minutes += 1) {
    await Promise.all([drain(), drain()]);
    nowMs += MINUTE_MS;
  }
  expect(arrived.sort()).toEqual(all.map(textOf).sort());
});

test('a message is sent again, with the same short id, where the Worker dies before it hears that it arrived', async () => {
  const [id = ''] = ids(1);
  service = 'deaf';
  expect(await accept(id)).toBe('queued');
  service = 'up';
  expect([await accept(id), await drain()]).toEqual(['queued', 0]);
  nowMs += LEASE_MS;
  expect(await drain()).toBe(1);
  expect(arrived).toEqual([textOf(id), textOf(id)]);
  expect(arrived[0]).toContain(`\n#${id.slice(0, 8)}`);
});

test('a message that cannot be stored is delivered at once, and refused only where that fails too', async () => {
  const away = async () => {
    throw new Error('D1 is away');
  };
  const unstored = { outbox: { ...deps().outbox, stateOf: away, add: away, revive: away, recordAttempt: away } };
  expect(await accept('a', unstored)).toBe('delivered');
  expect(arrived).toHaveLength(1);
  service = 'down';
  await expect(accept('b', unstored)).rejects.toMatchObject({
    status: 503,
    code: 'delivery-failed',
    extras: { retryAfterSeconds: 30 },
  });
});

describe('the cap of a day', () => {
  const at = (mostADay: number) => ({ mostADay });

  test('is exact, though all come at once; beyond it nothing is stored, and the answer names the address to write to', async () => {
    const answers = await Promise.allSettled(ids(12).map((id) => accept(id, at(5))));
    const refused = answers.filter((answer) => answer.status === 'rejected').map(({ reason }) => reason);
    expect(refused).toHaveLength(7);
    for (const problem of refused) {
      expect(problem).toMatchObject({ status: 503, code: 'too-many', extras: { retryAfterSeconds: 43_200 } });
      expect(problem.message).toContain('people@lightning.bg');
    }
    expect((await outbox.counts(nowMs)).today).toBe(5);
    expect(arrived).toHaveLength(5);
  });

  test('refuses no message that was accepted before, however often it is sent, and ends at midnight UTC', async () => {
    const [first = '', second = ''] = ids(2);
    for (const _ of ['sent', 'again']) expect(await accept(first, at(1))).toBe('delivered');
    await expect(accept(second, at(1))).rejects.toMatchObject({ code: 'too-many' });
    nowMs += DAY_MS / 2;
    expect(await accept(second, at(1))).toBe('delivered');
    expect(arrived).toEqual([textOf(first), textOf(second)]);
  });
});
