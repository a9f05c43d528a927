import { expect, test } from 'vitest';
import { MINUTE_MS } from '#shared/time/hourKey.ts';
import type { Span } from '#shared/time/spans.ts';
import { nextStretch, sliceEndMs } from '#worker/nowcast/HindcastEngine.ts';

const minutes = (count: number) => count * MINUTE_MS;
const span = (from: number, to: number): Span => [minutes(from), minutes(to)];

test.each([
  ['all that was read', [], span(10, 60)],
  ['what comes before a hole', [span(30, 40)], span(10, 30)],
  ['what comes after one', [span(0, 20)], span(20, 60)],
  ['whole minutes only', [span(9, 10.1), span(10.9, 11.2), span(30.5, 31)], span(12, 30)],
  ['nothing', [span(0, 70)], undefined],
] as const)('[PR8] of %s is replayed', (_, unread, stretch) => {
  expect(nextStretch(unread, minutes(10), minutes(60))).toEqual(stretch);
});

test('[PR8] a slice ends with its hour, or with the last whole minute of a full page, and always goes on', () => {
  const strikes = (count: number, minute: number) =>
    Array.from({ length: count }, () => ({ atMs: minutes(minute), latitude: 42, longitude: 23 }));
  expect(sliceEndMs(strikes(10, 3.5), 0, minutes(60))).toBe(minutes(60));
  expect(sliceEndMs(strikes(5_000, 3.5), 0, minutes(60))).toBe(minutes(3));
  expect(sliceEndMs(strikes(5_000, 0.5), 0, minutes(60))).toBe(minutes(1));
});
