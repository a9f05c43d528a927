import { describe, expect, test } from 'vitest';
import { lateDownAfterMs, mayGuard, untoldMs } from '#worker/sources/port/SourceTraits.ts';
import { PROVIDER_TRAITS } from '#worker/sources/provider/ProviderClient.ts';

const MINUTE_MS = 60_000;
const delayed = (worst: number, step: number, way: 'windows' | 'files' = 'windows') => ({
  ...PROVIDER_TRAITS,
  way,
  delayMs: { typical: 0, worst, step },
});

describe('what follows from the traits of a source', () => {
  test.each([
    ['told in time, it is down as ever', delayed(MINUTE_MS, 1_000), null],
    ['late, it is down two minutes after its last answer', delayed(10 * MINUTE_MS, 5 * MINUTE_MS), 2 * MINUTE_MS],
    [
      'in files, it is down once two of them are missing',
      delayed(15 * MINUTE_MS, 10 * MINUTE_MS, 'files'),
      35 * MINUTE_MS,
    ],
  ])('%s', (_, traits, ms) => {
    expect(lateDownAfterMs(traits)).toBe(ms);
  });

  test.each([
    ['nothing, told within a minute', delayed(MINUTE_MS, 1_000), 0],
    ['its worst delay, which each poll reads again', delayed(10 * MINUTE_MS, 1_000), 10 * MINUTE_MS],
    ['later, that and the time until its sweep was read', delayed(30 * MINUTE_MS, 1_000), 40 * MINUTE_MS],
    ['nothing, in files: each has all of its slot', delayed(15 * MINUTE_MS, 10 * MINUTE_MS, 'files'), 0],
  ])('before the mark of a source there may be unread: %s', (_, traits, ms) => {
    expect(untoldMs(traits)).toBe(ms);
  });

  test.each([
    ['the provider', PROVIDER_TRAITS, true],
    ['optical ones', { ...PROVIDER_TRAITS, kind: 'optical-flash' as const }, false],
    ['late ones', delayed(MINUTE_MS + 1, 1_000), false],
    ['rough ones', { ...PROVIDER_TRAITS, errorKm: { typical: 1, worst: 5.1 } }, false],
    ['cloud flashes too, in time and exact', { ...PROVIDER_TRAITS, kind: 'total-flash' as const }, true],
  ])('[FD20] %s may guard: %j', (_, traits, guards) => {
    expect(mayGuard(traits)).toBe(guards);
  });
});
