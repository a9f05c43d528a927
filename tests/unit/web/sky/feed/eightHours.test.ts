import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { aStrike, heartbeat, strikesEvent, withFakeTime } from './feedHarness.ts';
import { beginShown, greeting, HOUR, NOW } from './liveFeedHarness.ts';

const EVENT_EVERY_MS = 5_000;
const STRIKES_PER_EVENT = 33;
const HEARTBEAT_EVERY_MS = 15_000;
const MEGABYTE = 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

withFakeTime(NOW);

test('eight hours of a storm of 400 strikes a minute leave the heap flat', { timeout: 120_000 }, async () => {
  const { server, feed } = await beginShown();
  let ordinal = 100;
  server.newest.send(greeting(ordinal));
  const heapAfter = async (hours: number): Promise<number> => {
    for (const endMs = NOW + hours * HOUR; Date.now() < endMs; ) {
      await vi.advanceTimersByTimeAsync(EVENT_EVERY_MS);
      const strikes = Array.from({ length: STRIKES_PER_EVENT }, (_, index) =>
        aStrike(ordinal + 1 + index, { atMs: Date.now() - index * 100 }),
      );
      ordinal += STRIKES_PER_EVENT;
      server.newest.send(strikesEvent(ordinal, strikes));
      if ((Date.now() - NOW) % HEARTBEAT_EVERY_MS === 0) server.newest.send(heartbeat(ordinal, Date.now()));
    }
    collectGarbage();
    return process.memoryUsage().heapUsed / MEGABYTE;
  };
  const [early, late] = [await heapAfter(1), await heapAfter(8)];
  process.stdout.write(
    `heap after 1 h ${early.toFixed(1)} MB, after 8 h ${late.toFixed(1)} MB; ${feed.view.strikes.store.length} strikes held\n`,
  );
  expect(feed.view.strikes.store.length).toBe((8 * HOUR * STRIKES_PER_EVENT) / EVENT_EVERY_MS);
  expect(late - early).toBeLessThan(4);
});
