import { expect, test } from 'vitest';
import { firesSight } from '#web/sky/fires/firesSight.ts';

type Source = Parameters<typeof firesSight>[0][number];
const source = (state: Source['state'], newest: string | null): Source => ({ satellite: state, newest, state });
const EARLY = '2026-07-14T02:00:00Z';
const LATER = '2026-07-14T10:00:00Z';

const CASES: readonly (readonly [string, Source[]])[] = [
  ['none', []],
  ['none', [source('dead', null)]],
  ['fresh', [source('fresh', LATER), source('fresh', EARLY)]],
  ['part', [source('fresh', LATER), source('dead', null)]],
  ['late', [source('late', LATER), source('dead', EARLY)]],
  ['dead', [source('dead', LATER), source('dead', null)]],
];

test.each(CASES)('fires are told as %s by the best of their satellites, up to its newest row', (kind, sources) => {
  const newest = sources.some(({ newest: at }) => at !== null) ? Date.parse(LATER) : undefined;
  expect(firesSight(sources)).toEqual({ kind, newestMs: newest });
});
