import { expect, test } from 'vitest';
import type { ToldPulse } from '#shared/wire/pulseState.ts';
import { tellablePulse } from '#worker/relay/feedStateOf.ts';

const pulse = (changes: Partial<ToldPulse> = {}): ToldPulse => ({
  epoch: 'a',
  seq: 5,
  watermarkMs: 1_000,
  providerOffsetMs: 0,
  gaps: [],
  gapsCut: false,
  ...changes,
});

test('[ST13] a pulse is told once every strike that was numbered before it was passed on, and the last one until then', () => {
  const next = pulse({ seq: 6, watermarkMs: 2_000 });
  expect(tellablePulse(undefined, undefined, 9)).toBeUndefined();
  expect(tellablePulse(undefined, next, 5)).toBeUndefined();
  expect(tellablePulse(pulse(), next, 5)).toEqual(pulse());
  expect(tellablePulse(pulse(), next, 6)).toBe(next);
});

test('[ST13] a pulse that was overtaken on its way is not told, unless it is another Feed’s', () => {
  const told = pulse();
  expect(tellablePulse(told, pulse({ watermarkMs: 999 }), 5)).toBe(told);
  expect(tellablePulse(told, pulse({ watermarkMs: null }), 5)).toBe(told);
  expect(tellablePulse(told, pulse({ seq: 4, watermarkMs: 2_000 }), 5)).toBe(told);
  const other = pulse({ epoch: 'b', seq: 1, watermarkMs: null });
  expect(tellablePulse(told, other, 5)).toBe(other);
});
