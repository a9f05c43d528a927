import { expect, test } from 'vitest';
import { readingOf } from '#worker/feed/readerOf.ts';
import { PROVIDER_TRAITS } from '#worker/sources/provider/ProviderClient.ts';

const MINUTE_MS = 60_000;
const delayed = (worst: number, step: number) => ({ ...PROVIDER_TRAITS, delayMs: { typical: 0, worst, step } });

test.each([
  ['told in time, it is down as ever', 'windows', delayed(MINUTE_MS, 1_000), null],
  ['late windows are down two minutes after the last answer', 'windows', delayed(10 * MINUTE_MS, 1_000), 2 * MINUTE_MS],
  ['files are down once two of them are missing', 'files', delayed(15 * MINUTE_MS, 10 * MINUTE_MS), 35 * MINUTE_MS],
] as const)('%s', (_, way, traits, lateDownAfterMs) => {
  expect(readingOf({ way, traits }, false)).toEqual({ guards: false, lateDownAfterMs });
});
