import { describe, expect, test } from 'vitest';
import { systemClock } from '#shared/Clock.ts';
import { HOME_BOX as HOME } from '#shared/geo/BBox.ts';
import { distanceKm } from '#shared/geo/geodesy.ts';
import { AS_FITTED } from '#shared/nowcast/chanceOf.ts';
import type { FeedCalls } from '#worker/calls.ts';
import { NowcastEngine, StoredCells } from '#worker/nowcast/NowcastEngine.ts';
import { MINUTE_MS, StormyFeed } from './StormyFeed.ts';

/** A whole minute about an hour ago. */
const START_MS = Math.floor(systemClock.now() / MINUTE_MS) * MINUTE_MS - 60 * MINUTE_MS;
const minute = (count: number) => START_MS + count * MINUTE_MS;

const NO_CALIBRATION = {
  grade: () => undefined,
  calibration: () => ({ odds: AS_FITTED }),
  withheld: () => [],
  memory: () => undefined,
  remember: () => undefined,
};

/** A nowcast over a Feed of the product; `reborn` is one that has lost its memory. */
async function aNowcast() {
  const feed = new StormyFeed();
  await feed.begin();
  const memory = new Map<string, unknown>();
  const storedCells = new StoredCells({
    get: <Value>(key: string) => memory.get(key) as Value | undefined,
    put: (key, value) => memory.set(key, structuredClone(value)),
  });
  const reborn = () =>
    new NowcastEngine({
      feed: () => feed.stub as unknown as FeedCalls,
      home: HOME,
      storedCells,
      verification: NO_CALIBRATION,
      nowMs: () => systemClock.now(),
    });
  return { feed, reborn };
}

const idsOf = (engine: NowcastEngine) => engine.newest?.cells.map(({ id }) => id);

describe('a nowcast', () => {
  test('[NC1] tells each minute once and only when home was read to its end, and nothing while the feed is dead', async () => {
    const { feed, reborn } = await aNowcast();
    const engine = reborn();
    expect(await engine.run()).toBe(false);
    expect(engine.newest).toBeUndefined();
    await feed.readTo(minute(1), feed.storm(minute(1)));
    expect(await engine.run()).toBe(true);
    expect(engine.newest).toMatchObject({ atMs: minute(1), cells: [{ flashes: 6 }] });
    // Strikes of the next minute are known already.
    await feed.readTo(minute(2) - 1_000, feed.storm(minute(2)));
    expect(await engine.run()).toBe(false);
    expect(engine.newest).toMatchObject({ atMs: minute(1), cells: [{ flashes: 6 }] });
    await feed.readTo(minute(2));
    expect(await engine.run()).toBe(true);
    expect(engine.newest).toMatchObject({ atMs: minute(2), cells: [{ flashes: 12 }] });
    for (let requestCount = 0; requestCount < 3; requestCount += 1) expect(await engine.run()).toBe(false);
    expect(engine.newest?.atMs).toBe(minute(2));
  });

  test('[NC1] that slept over some minutes comes to the same as one that was asked in each', async () => {
    const { feed, reborn } = await aNowcast();
    const [diligent, sleepy] = [reborn(), reborn()];
    for (let count = 1; count <= 24; count += 1) {
      await feed.readTo(minute(count) + 4_000, feed.storm(minute(count)));
      await diligent.run();
      if (count < 3 || count > 19) await sleepy.run();
    }
    expect(sleepy.newest).toEqual(diligent.newest);
    expect(sleepy.newest?.cells).toHaveLength(1);
    expect(sleepy.newest?.cells[0]?.showArrow).toBe(true);
  });

  test('[NC1] counts what was read late in the next minute, and only what fell at home', async () => {
    const { feed, reborn } = await aNowcast();
    const engine = reborn();
    await feed.readTo(minute(1), feed.storm(minute(1), { longitude: 5 }));
    await engine.run();
    expect(engine.newest?.cells).toEqual([]);
    await feed.readTo(minute(3), feed.storm(minute(3), { longitude: 5 }));
    await engine.run();
    expect(engine.newest?.cells).toEqual([]);
    await feed.readTo(minute(4), feed.storm(minute(2)));
    await engine.run();
    expect(engine.newest).toMatchObject({ atMs: minute(4), cells: [{ flashes: 6 }] });
  });

  test('[NC2] that was reborn is fed the last half hour minute by minute: its cells are the same, with their ids', async () => {
    const { feed, reborn } = await aNowcast();
    const engine = reborn();
    for (let count = 1; count <= 40; count += 1) {
      const south = count > 12 ? feed.storm(minute(count), { latitude: 39 }) : [];
      const old = count < 5 ? feed.storm(minute(count), { latitude: 46 }) : [];
      await feed.readTo(minute(count) + 9_000, [...feed.storm(minute(count)), ...south, ...old]);
      await engine.run();
    }
    const before = engine.newest?.cells ?? [];
    expect(before.map(({ id }) => id)).toEqual([1, 3]);
    const heir = reborn();
    expect(await heir.run()).toBe(true);
    expect(heir.newest?.atMs).toBe(engine.newest?.atMs);
    expect(idsOf(heir)).toEqual([1, 3]);
    for (const [index, cell] of (heir.newest?.cells ?? []).entries()) {
      const was = before[index];
      expect(distanceKm(cell, was ?? cell)).toBeLessThan(1);
      expect(cell.flashes).toBe(was?.flashes);
      expect(cell.showArrow).toBe(true);
      expect(Math.abs(cell.eastKmH - (was?.eastKmH ?? 0))).toBeLessThan(6);
      expect(cell.ageMinutes).toBe(was?.ageMinutes);
    }
    // Goes on with them; a storm that is new gets an id that nobody ever had.
    await feed.readTo(minute(41), [...feed.storm(minute(41)), ...feed.storm(minute(41), { latitude: 36 })]);
    await heir.run();
    expect(idsOf(heir)).toHaveLength(3);
    expect(idsOf(heir)?.slice(0, 2)).toEqual([1, 3]);
    expect(idsOf(heir)?.[2]).toBeGreaterThan(3);
  });

  test('[NC2] begins anew with another epoch, and after more than half an hour', async () => {
    const { feed, reborn } = await aNowcast();
    const engine = reborn();
    for (let count = 1; count <= 5; count += 1) {
      await feed.readTo(minute(count), feed.storm(minute(count)));
      await engine.run();
    }
    expect(idsOf(engine)).toEqual([1]);
    await feed.renumber('another');
    expect(await engine.run()).toBe(true);
    expect(engine.newest).toMatchObject({ atMs: minute(5), cells: [{ id: 1, flashes: 30 }] });
    await feed.readTo(
      minute(45),
      [44, 45].flatMap((count) => feed.storm(minute(count))),
    );
    expect(await engine.run()).toBe(true);
    expect(engine.newest).toMatchObject({ atMs: minute(45), cells: [{ flashes: 12 }] });
    expect(idsOf(engine)?.[0]).toBeGreaterThan(1);
  });

  test('[NC4] says that it is partial while some of its ten minutes was not read', async () => {
    const { feed, reborn } = await aNowcast();
    const engine = reborn();
    await feed.addBacklog(minute(1), minute(2));
    await feed.readTo(minute(3));
    await engine.run();
    expect(engine.newest?.partial).toBe(true);
    await feed.readTo(minute(11));
    await engine.run();
    expect(engine.newest?.partial).toBe(true);
    await feed.readTo(minute(12));
    await engine.run();
    expect(engine.newest).toEqual({ atMs: minute(12), cells: [], odds: AS_FITTED });
  });

  test('[NC4] tells the hundred most active storm cells, each with an outline around it', async () => {
    const { feed, reborn } = await aNowcast();
    const engine = reborn();
    const strikes = Array.from({ length: 120 }, (_, index) =>
      feed.storm(minute(1), {
        count: index < 30 ? 6 : 9,
        latitude: 35 + Math.floor(index / 12),
        longitude: 13.2 + (index % 12),
      }),
    );
    await feed.readTo(minute(1), strikes.flat());
    await engine.run();
    const cells = engine.newest?.cells ?? [];
    expect(cells).toHaveLength(100);
    expect(cells.filter(({ flashes }) => flashes === 9)).toHaveLength(90);
    const { outlines = [] } = engine.outlined() ?? {};
    expect(outlines).toHaveLength(100);
    for (const [index, corners] of outlines.entries()) {
      expect(corners.length).toBeGreaterThan(5);
      for (const corner of corners) expect(distanceKm(corner, cells[index] ?? corner)).toBeLessThan(7);
    }
  });

  test('[NC1] keeps what it has when the Feed does not answer', async () => {
    const { feed, reborn } = await aNowcast();
    const engine = reborn();
    await feed.readTo(minute(1), feed.storm(minute(1)));
    await engine.run();
    const cellsUpdate = engine.newest;
    const { stub } = feed;
    Object.assign(feed, { stub: { updatesAfter: () => Promise.reject(new Error('gone')) } });
    await expect(engine.run()).rejects.toThrow('gone');
    expect(engine.newest).toBe(cellsUpdate);
    Object.assign(feed, { stub });
    await feed.readTo(minute(2), feed.storm(minute(2)));
    expect(await engine.run()).toBe(true);
    expect(engine.newest).toMatchObject({ atMs: minute(2), cells: [{ flashes: 12 }] });
  });
});
