import { describe, expect } from 'vitest';
import { ledgerTest as test } from '#tests/ledgers/ledgerTest.ts';
import { HOME } from '#tests/ledgers/runFeed.ts';

const NOW_MS = Date.UTC(2026, 6, 1, 12);

describe('owed windows', () => {
  const window = (fromMs: number, toMs: number) => ({ bbox: HOME, fromMs, toMs });

  test('[FD5] of home are read newest first, sweeps too, leaving out those under way, resting or of others', ({
    windows,
  }) => {
    windows.owe(window(5_000, 6_000), '4/7/5', 'gap', NOW_MS);
    const sweep = windows.owe(window(150, 160), 'home', 'sweep', NOW_MS);
    const older = windows.owe(window(0, 100), 'home', 'gap', NOW_MS);
    const newer = windows.owe(window(100, 200), 'home', 'gap', NOW_MS);
    const resting = windows.owe(window(200, 300), 'home', 'gap', NOW_MS, NOW_MS + 1);
    const next = (underWay: number[], nowMs = NOW_MS) => windows.nextOwed(['home'], nowMs, underWay)?.id;
    expect([next([]), next([newer]), next([newer, sweep]), next([newer, older, sweep])]).toEqual([
      newer,
      sweep,
      older,
      undefined,
    ]);
    expect(next([], NOW_MS + 1)).toBe(resting);
    expect(windows.nextOwedMs([newer, older, sweep]).get('home')).toBe(NOW_MS + 1);
    expect(windows.nextOwedMs([newer, older, sweep, resting]).get('home')).toBeUndefined();
    expect(windows.countGaps()).toBe(4);
  });

  test('[FD8] of a region that nobody watches any more are forgotten, with its mark', ({ windows }) => {
    for (const region of ['home', 'ring', '4/7/5']) {
      windows.owe(window(0, 100), region, 'gap', NOW_MS);
      windows.cover(region, 100);
    }
    windows.cover('4/6/5', 100);
    windows.keepOnly(['home', 'ring']);
    expect(windows.countGaps()).toBe(2);
    expect(['home', 'ring', '4/7/5', '4/6/5'].map((key) => windows.coveredToMs(key))).toEqual([
      100,
      100,
      undefined,
      100,
    ]);
  });

  test('[FD5] of one box are joined where they touch, but not across a hole, a rest or a call under way', ({
    windows,
  }) => {
    const owe = (fromMs: number, toMs: number, notBeforeMs = 0) =>
      windows.owe(window(fromMs, toMs), 'home', 'gap', NOW_MS, notBeforeMs);
    const [newest] = [owe(900, 1_000), owe(850, 900), owe(700, 860), owe(500, 600)];
    owe(600, 700, NOW_MS + 1);
    const next = windows.nextOwed(['home'], NOW_MS, []);
    expect(next && windows.joined(next, NOW_MS, [])).toMatchObject({ id: newest, fromMs: 700, toMs: 1_000 });
    expect(windows.countGaps()).toBe(3);
    expect(windows.nextOwed(['home'], NOW_MS, [])).toMatchObject({ id: newest, fromMs: 700, toMs: 1_000 });
  });

  test('[FD2] keep their edges when a part is read, deferred or given up', ({ windows }) => {
    const id = windows.owe(window(0.4, 1_000.2), 'home', 'gap', NOW_MS);
    expect(windows.nextOwed(['home'], NOW_MS, [])).toMatchObject({ fromMs: 0, toMs: 1_001, failures: 0 });
    windows.shortenOwed(id, 600);
    windows.deferOwed(id, NOW_MS + 5, 2);
    expect(windows.nextOwed(['home'], NOW_MS, [])).toBeUndefined();
    expect(windows.nextOwed(['home'], NOW_MS + 5, [])).toMatchObject({ id, toMs: 600, failures: 2, bbox: HOME });
    expect(windows.giveUpBefore(599, 500, 'ring')).toEqual([]);
    expect(windows.gapSpans('home')).toEqual([[500, 600]]);
    expect(windows.giveUpBefore(599, 510, 'home')).toEqual([[500, 510]]);
    expect(windows.giveUpBefore(600, 510, 'home')).toEqual([[510, 600]]);
    expect(windows.countGaps()).toBe(0);
  });

  test('of the last minutes that stay owed make the feed late; sweeps and old gaps do not', ({ windows }) => {
    windows.owe(window(0, NOW_MS), 'home', 'sweep', 0);
    windows.owe(window(0, 10), 'home', 'gap', 0);
    windows.owe(window(0, NOW_MS), '4/0/0', 'gap', 0);
    expect(windows.hasRecentGap('home', NOW_MS - 1_000, NOW_MS)).toBe(false);
    windows.owe(window(0, NOW_MS), 'home', 'gap', NOW_MS - 5);
    expect(windows.hasRecentGap('home', NOW_MS - 1_000, NOW_MS - 5)).toBe(false);
    expect(windows.hasRecentGap('home', NOW_MS - 1_000, NOW_MS)).toBe(true);
  });
});
