import { expect, test } from 'vitest';
import type { KeyRecord } from '#worker/keys/KeyTable.ts';
import { StreamCounts } from '#worker/keys/UnitMeter.ts';
import { bearerKey } from '#worker/relay/ClientKey.ts';
import { KeyedStreams } from '#worker/relay/KeyedStreams.ts';
import { aRelay, SOFIA, START_MS } from './liveStreamsHarness.ts';

const KEY: KeyRecord = {
  id: 'k1',
  account: 'k1',
  plan: 'basic',
  scopes: ['live'],
  expiresAtMs: null,
  revokedAtMs: null,
};
const client = bearerKey(KEY);
const asked = { filter: SOFIA, since: undefined, client, mayDisplace: false };

/** A relay's keyed streams, their account's meter, and what happened beside. */
function keyedRelay() {
  const relay = aRelay();
  const keys = new Map([[KEY.id, KEY]]);
  const counts = new StreamCounts();
  const told: number[] = [];
  const later: (() => Promise<void>)[] = [];
  let keyReads = 0;
  const keyed = new KeyedStreams({
    relay: 'r1',
    meterOf: () => ({
      openStream: async (name, count, limit) => counts.open(name, count, limit, START_MS),
      reportStreams: async (name, count, limit) => {
        told.push(count);
        return counts.report(name, count, limit, START_MS);
      },
    }),
    keysOf: async () => {
      keyReads += 1;
      return keys;
    },
    nowMs: () => START_MS,
    after: (_, work) => later.push(work),
    log: () => undefined,
  });
  const open = async (limit = 5) => {
    const refusal = await keyed.admit({ ...asked, streams: limit }, relay.streams);
    if (refusal) return refusal;
    const reader = relay.open(undefined, SOFIA, undefined, client);
    keyed.settle(client);
    return reader;
  };
  /** Opens a stream where there must be room for it. */
  const opened = async (limit?: number) => {
    const answer = await open(limit);
    if ('take' in answer) return answer;
    throw answer;
  };
  return { keyed, streams: relay.streams, keys, told, later, open, opened, keyReads: () => keyReads };
}

test('streams that end are told to the meter once for all of half a second, and no key is read for it', async () => {
  const { keyed, streams, told, later, open, opened, keyReads } = keyedRelay();
  const readers = [await opened(), await opened(), await opened(), await opened(), await opened()];
  expect(await open()).toMatchObject({ status: 429 });
  keyed.settle(client);
  for (const reader of readers.slice(0, 3)) {
    await reader.cancel();
    keyed.tellSoon(streams);
  }
  expect(later).toHaveLength(1);
  await later[0]?.();
  expect(told).toEqual([2]);
  expect(keyReads()).toBe(0);
  keyed.tellSoon(streams);
  expect(later).toHaveLength(1);
  await opened();
});

test('a plan that has just grown costs nobody a stream before its keys are read again', async () => {
  const { streams, keyed, later, opened } = keyedRelay();
  const readers = [];
  for (let stream = 0; stream < 5; stream += 1) readers.push(await opened(5));
  for (let stream = 0; stream < 3; stream += 1) readers.push(await opened(50));
  await readers[0]?.cancel();
  keyed.tellSoon(streams);
  await later[0]?.();
  expect(streams.size).toBe(7);
});

test('the streams of a key that was revoked end with the next report', async () => {
  const { keyed, streams, keys, opened } = keyedRelay();
  const reader = await opened();
  await keyed.report(streams);
  expect(streams.size).toBe(1);
  keys.set(KEY.id, { ...KEY, revokedAtMs: START_MS });
  await keyed.report(streams);
  expect(streams.size).toBe(0);
  expect(await reader.take(9)).toBe(false);
});
