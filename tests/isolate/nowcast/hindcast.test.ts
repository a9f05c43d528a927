import { runInDurableObject } from 'cloudflare:test';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { systemClock } from '#shared/Clock.ts';
import { HOME_BOX as HOME } from '#shared/geo/BBox.ts';
import { emptySums } from '#shared/nowcast/grades.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Span } from '#shared/time.ts';
import { dayStartMs, utcDay } from '#shared/utcDay.ts';
import { emptyArchive, rest, testEnv, testObjects } from '#tests/isolate/testEnv.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { HindcastEngine, HindcastStore } from '#worker/nowcast/HindcastEngine.ts';
import { StormyFeed } from './StormyFeed.ts';

const TODAY_MS = dayStartMs(systemClock.now());
const [FIRST, SECOND, THIRD] = [3, 2, 1].map((ago) => TODAY_MS - ago * DAY_MS) as [number, number, number];
const DAYS = [FIRST, SECOND, THIRD].map(utcDay);
const archive = new StrikeArchive(testEnv.DB);

/** A storm from ten to two on each of three days, and strikes far around it, which show how far one can see. */
function stormyDays() {
  return [FIRST, SECOND, THIRD].flatMap((dayMs) => {
    const sky = new StormyFeed();
    return Array.from({ length: 240 }, (_, minute) => {
      const atMs = dayMs + 10 * HOUR_MS + minute * MINUTE_MS;
      const corner = { latitude: minute % 2 ? 40 : 44, longitude: minute % 4 < 2 ? 15 : 27, count: 1 };
      return [...sky.storm(atMs), ...sky.storm(atMs, corner)];
    })
      .flat()
      .map((strike) => ({ ...strike, id: `${dayMs}-${strike.id}` }));
  });
}

function readAllBut(gaps: readonly Span[]): Promise<void> {
  const record = { completeToMs: TODAY_MS + 500, gaps, lastSuccessMs: TODAY_MS, cause: null };
  return archive.insert([], 0, record);
}

/** Replays to the end over a new storage; `dies` decides after which slices the object is created again. */
async function hindcast(dies: (slice: number) => boolean = () => false) {
  const taught: [day: number, cases: number][] = [];
  const pagesFrom: number[] = [];
  const again: number[] = [];
  const nobody = testObjects.HINDCAST.getByName(crypto.randomUUID());
  return await runInDurableObject(nobody, async (_, { storage }) => {
    const store = new HindcastStore(storage, 'live');
    const begin = () =>
      new HindcastEngine({
        archive: {
          record: () => archive.record(),
          oldestFirst: (home, fromMs, ...more) => {
            const behindMs = (store.run?.doneMs ?? 0) - fromMs;
            if (behindMs > 0) again.push(behindMs);
            pagesFrom.push(fromMs);
            return archive.oldestFirst(home, fromMs, ...more);
          },
        },
        store: {
          get run() {
            return store.run;
          },
          write: (run) => store.write(run),
          advance: (run, sums) => store.advance(run, sums),
          sums: (day) => {
            const sums = store.sums(day);
            if (day !== undefined) taught.push([day, sums.within30.cases]);
            return sums;
          },
        },
        home: HOME,
        days: 3,
        retainedSinceMs: () => 0,
        isReadBack: async () => true,
      });
    let engine = begin();
    const doneMs: number[] = [];
    for (let slice = 1; (await engine.step()) === 'more'; slice += 1) {
      doneMs.push(store.run?.doneMs ?? 0);
      if (dies(slice)) engine = begin();
    }
    const casesOf = (day: number) => store.sums(day + 1).within30.cases - store.sums(day).within30.cases;
    return { cases: DAYS.map(casesOf), sums: store.sums(), taught, again, pagesFrom, doneMs };
  });
}

beforeAll(async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ events: [] }));
  vi.spyOn(console, 'info').mockImplementation(() => {});
  await emptyArchive();
  await archive.insertPast(stormyDays());
});

describe('a hindcast', () => {
  test('[PR8] grades all that was read, each day with what earlier days taught, and goes on after a restart where it was', async () => {
    await readAllBut([]);
    const whole = await hindcast();
    const [first = 0, second = 0] = whole.cases;
    expect(Math.min(...whole.cases)).toBeGreaterThan(300);
    expect(whole.taught).toEqual([
      [DAYS[0], 0],
      [DAYS[1], first],
      [DAYS[2], first + second],
    ]);
    // In the middle of each day's storm.
    const broken = await hindcast((slice) => slice === 12 || slice === 37 || slice === 62);
    expect(broken.taught.map(([day]) => day)).toEqual(DAYS.flatMap((day) => [day, day]));
    for (const [day, cases] of broken.taught) {
      expect(cases).toBe(broken.cases.slice(0, DAYS.indexOf(day)).reduce((sum, each) => sum + each, 0));
    }
    expect(broken.again).toEqual(DAYS.map(() => 30 * MINUTE_MS));
    expect(broken.doneMs).toEqual(broken.doneMs.toSorted((a, b) => a - b));
    for (const [index, cases] of broken.cases.entries()) {
      expect(cases).toBeLessThan(whole.cases[index] ?? 0);
      expect(cases).toBeGreaterThan((whole.cases[index] ?? 0) / 2);
    }
  });

  test('[PR8] leaves out what was not read, and ends where nothing more was', async () => {
    await readAllBut([]);
    const whole = await hindcast();
    await readAllBut([
      [SECOND, THIRD],
      [THIRD + 13 * HOUR_MS, TODAY_MS],
    ]);
    const { cases, pagesFrom } = await hindcast();
    expect(cases.slice(0, 2)).toEqual([whole.cases[0], 0]);
    expect(cases[2]).toBeGreaterThan(0);
    expect(cases[2]).toBeLessThan(whole.cases[2] ?? 0);
    expect(pagesFrom.some((fromMs) => fromMs > SECOND && fromMs < THIRD)).toBe(false);
    await readAllBut([[0, TODAY_MS + 500]]);
    expect((await hindcast()).sums).toEqual(emptySums());
  });

  test('[PR8] begins once home is read back, and leaves nothing in the live nowcast but what it may learn from', async () => {
    await readAllBut([[0, FIRST]]);
    const feed = new StormyFeed('feed');
    await feed.begin();
    await feed.readTo(TODAY_MS);
    const object = testObjects.HINDCAST.getByName('home');
    await runInDurableObject(object, async (hindcast, { storage }) => {
      const store = new HindcastStore(storage, 'simulated');
      for (let slice = 0; slice < 100 && !store.run?.isInUse; slice += 1) {
        await hindcast.alarm();
        // It is not called twice.
        await storage.deleteAlarm();
      }
      expect(store.run?.isInUse).toBe(true);
      await hindcast.ensureAlarm();
      expect(await storage.getAlarm()).toBeNull();
    });
    const reported = await object.verification();
    expect(reported?.leftMs).toBe(0);
    expect(reported?.chance30.cases).toBeGreaterThan(900);
    const live = testObjects.NOWCAST.getByName('home');
    await runInDurableObject(live, (_, { storage: { sql, kv } }) => {
      expect(sql.exec('SELECT sums FROM proof_day WHERE sums IS NOT NULL').toArray()).toEqual([]);
      const facts = sql.exec<{ name: string; value: string }>('SELECT name, value FROM proof_fact').toArray();
      const accepted = facts.find(({ name }) => name === 'replayed')?.value ?? '{}';
      expect(JSON.parse(accepted).sums.within30.cases).toBe(reported?.chance30.cases);
      const memory = facts.find(({ name }) => name === 'memory')?.value ?? '{"drift":{"within30":{"count":[0]}}}';
      expect(Math.max(...JSON.parse(memory).drift.within30.count)).toBe(0);
      expect(kv.get<{ cells: readonly object[] }>('cells')?.cells ?? []).toEqual([]);
    });
    await rest(feed.stub);
    await runInDurableObject(live, (_, { storage }) => storage.deleteAlarm());
  });
});
