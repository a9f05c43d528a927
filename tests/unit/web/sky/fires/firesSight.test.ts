import { expect, test } from 'vitest';
import { type FireSources, firesSight } from '#web/sky/fires/firesSight.ts';

type Source = FireSources['sources'][number];
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
  expect(firesSight({ sources })).toEqual({ kind, newestMs: newest });
});

test('a silent south is a part that is not known; one that tells makes up for no silent satellite', () => {
  const south = { below: 36.5, newest: LATER };
  const kindOf = (state: Source['state'], ofSouth: Source['state']) =>
    firesSight({ sources: [source(state, EARLY)], south: { ...south, state: ofSouth } }).kind;
  expect([kindOf('fresh', 'dead'), kindOf('fresh', 'late'), kindOf('late', 'fresh')]).toEqual([
    'part',
    'fresh',
    'late',
  ]);
});
