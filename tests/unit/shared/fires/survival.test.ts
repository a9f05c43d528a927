import { describe, expect, test } from 'vitest';
import { firstSeenRate, HOLDOVER, seenWithin, unreadShare, unseenShare } from '#shared/fires/survival.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';

const { mediterranean, cautious } = HOLDOVER;

describe('how long fires stay unseen', () => {
  test.each([
    [6, 0.42, 0.71],
    [24, 0.15, 0.45],
    [72, 0.03, 0.21],
    [168, 0.004, 0.08],
  ])('after %s hours as published: %s, by the cautious curve %s', (hours, share, cautiousShare) => {
    expect(unseenShare(mediterranean, hours)).toBeCloseTo(share, hours > 100 ? 3 : 2);
    expect(unseenShare(cautious, hours)).toBeCloseTo(cautiousShare, 2);
  });

  test('before its flash all of a fire is still to be seen', () => {
    expect(unseenShare(mediterranean, -3)).toBe(1);
  });

  test.each([1, 6, 30, 336])('the rates of first sightings add up to what is seen within %s hours', (hours) => {
    const steps = 20_000;
    let sum = 0;
    for (let step = 0; step < steps; step += 1) {
      sum += (firstSeenRate(mediterranean, ((step + 0.5) * hours) / steps, 6) * hours) / steps;
    }
    expect(seenWithin(mediterranean, hours, 6)).toBeCloseTo(sum, 3);
  });

  test('in the end all is seen', () => {
    expect(seenWithin(mediterranean, 2_000, 6)).toBeCloseTo(1, 3);
  });
});

describe('what gaps in the reading may hide', () => {
  const SEEN_MS = Date.UTC(2026, 6, 20);
  const share = (...hours: (readonly [number, number])[]) =>
    unreadShare(
      mediterranean,
      hours.map(([from, to]) => [SEEN_MS - from * HOUR_MS, SEEN_MS - to * HOUR_MS]),
      SEEN_MS,
      336,
      6,
    );

  test('the hours before the sighting weigh most, those a week ago little', () => {
    expect(share([6, 0])).toBeGreaterThan(0.2);
    expect(share([174, 168])).toBeLessThan(0.005);
  });

  test('all of the fortnight is all, however often it is named; nothing is nothing', () => {
    expect(share([400, -10], [200, 100])).toBe(1);
    expect(share()).toBe(0);
  });
});
