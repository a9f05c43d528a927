import { describe, expect, test } from 'vitest';
import { drawnScope } from '#web/map/drawing/drawnScope.ts';

const EPOCH = Date.UTC(2026, 6, 14, 12);
const HOUR = 3_600_000;
const NOW = EPOCH + HOUR;
const LIVE = Number.POSITIVE_INFINITY;

/** Whether a strike of that age is drawn as an icon, as the shader decides it. */
function isIcon(scope: ReturnType<typeof drawnScope>, ageMs: number, inCrowd: boolean): boolean {
  const age = scope.now - Math.floor((NOW - ageMs - EPOCH) / 100);
  return age <= scope.window && age >= scope.youngest && !(inCrowd && age > scope.whole);
}

describe('what is drawn as an icon', () => {
  const scope = drawnScope({ nowMs: NOW, windowMs: HOUR, picked: undefined, toMs: LIVE }, EPOCH);

  test('every strike of the window that stands in no crowd', () => {
    expect([0, 59_900, 600_000, HOUR].map((ageMs) => isIcon(scope, ageMs, false))).toEqual([true, true, true, true]);
    expect(isIcon(scope, HOUR + 200, false)).toBe(false);
  });

  test('of those in a crowd the newest minute’s, and such as a clock ahead of ours dates later', () => {
    expect([-5_000, 0, 30_000, 60_000].map((ageMs) => isIcon(scope, ageMs, true))).toEqual([true, true, true, true]);
    expect([60_100, 300_000, HOUR].map((ageMs) => isIcon(scope, ageMs, true))).toEqual([false, false, false]);
  });

  test('of a minute that was picked only its own strikes', () => {
    const picked = { fromMs: NOW - 600_000, toMs: NOW - 540_000 };
    const narrow = drawnScope({ nowMs: NOW, windowMs: HOUR, picked, toMs: LIVE }, EPOCH);
    expect([600_000, 570_000].map((ageMs) => isIcon(narrow, ageMs, false))).toEqual([true, true]);
    expect([660_000, 540_000, 0].map((ageMs) => isIcon(narrow, ageMs, false))).toEqual([false, false, false]);
  });

  test('of the past the window that ends there: neither its end nor what came later', () => {
    const past = drawnScope({ nowMs: NOW, windowMs: HOUR, picked: undefined, toMs: NOW }, EPOCH);
    expect([100, 600_000, HOUR].map((ageMs) => isIcon(past, ageMs, false))).toEqual([true, true, true]);
    expect([-60_000, -100, 0, HOUR + 100].map((ageMs) => isIcon(past, ageMs, false))).not.toContain(true);
  });
});
