import { runInDurableObject } from 'cloudflare:test';
import { expect, test, vi } from 'vitest';
import { systemClock } from '#shared/Clock.ts';
import { testObjects } from '#tests/isolate/testEnv.ts';
import { MINUTE_MS, StormyFeed } from './StormyFeed.ts';

const START_MS = Math.floor(systemClock.now() / MINUTE_MS) * MINUTE_MS - 150 * MINUTE_MS;
const minute = (count: number) => START_MS + count * MINUTE_MS;

test('[PR1] [PR2] forecasts of a storm are graded once their ninety minutes are over, those of a gap’s time never', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ events: [] }));
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const feed = new StormyFeed('feed');
  await feed.begin();
  await feed.addBacklog(minute(109), minute(110));
  const nowcast = testObjects.NOWCAST.getByName('graded');
  const readTo = async (count: number) => {
    // Two lonely strikes show how far one can see.
    const corners = [40.5, 43.5].flatMap((latitude) =>
      [15, 27].flatMap((longitude) => feed.storm(minute(count), { count: 1, latitude, longitude })),
    );
    await feed.readTo(minute(count) + 4_000, [...feed.storm(minute(count)), ...corners]);
    await runInDurableObject(nowcast, (instance) => instance.alarm());
  };
  for (let count = 1; count <= 90; count += 1) await readTo(count);
  expect((await nowcast.verification()).chance30.cases).toBe(0);
  expect((await nowcast.verification()).position15.cases).toBeGreaterThan(0);
  for (let count = 91; count <= 109; count += 1) await readTo(count);
  const { chance30, days, uptime } = await nowcast.verification();
  expect(chance30.cases).toBeGreaterThan(0);
  expect(chance30.hits).toBeLessThanOrEqual(chance30.cases);
  expect(days).toBeGreaterThan(0);
  expect(uptime.upMinutes).toBe(0);
  for (let count = 110; count <= 125; count += 1) await readTo(count);
  expect((await nowcast.verification()).chance30.cases).toBe(chance30.cases);
});
