import { describe, expect, test } from 'vitest';
import type { ToldPulse } from '#shared/wire/pulseState.ts';
import { feedNews, feedStateOf, tellablePulse } from '#worker/relay/feedStateOf.ts';
import { bboxFilter, cellsFilter } from '#worker/relay/OpenStream.ts';

const NOW = 1_800_000_000_000;
const areas = {
  home: { west: 13, south: 34, east: 31, north: 48 },
  coverage: { west: -15, south: 30, east: 45, north: 62 },
};
const facts = {
  lastSuccessMs: NOW - 4_000,
  newestStrikeMs: null,
  typicalDelayMs: 5_000,
  cause: null,
  foreign: {
    ring: { lastSuccessMs: NOW - 30_000, resting: false },
    '4/7/5': { lastSuccessMs: NOW - 300_000, resting: true },
  },
};
const stateOf = (filter: Parameters<typeof feedStateOf>[1]) => feedStateOf(facts, filter, areas, NOW);

describe('[ST11] a stream is told the state of what it touches', () => {
  test('home’s where it touches home, and the age of its ring', () => {
    const { foreign, ...state } = stateOf(cellsFilter([{ z: 4, x: 9, y: 5 }]));
    expect(state).toMatchObject({ state: 'live', lastSuccessMs: NOW - 4_000 });
    expect(foreign).toEqual({ ring: facts.foreign.ring });
  });

  test('its own where it lies apart from home, on a stream of cells and on one of a box', () => {
    const own = { state: 'delayed', lastSuccessMs: NOW - 300_000, cause: 'provider' };
    expect(stateOf(cellsFilter([{ z: 4, x: 7, y: 5 }]))).toMatchObject(own);
    expect(stateOf(bboxFilter({ west: -5, south: 41, east: -3, north: 42 }))).toMatchObject(own);
  });

  test('that it is down where nothing was ever read', () => {
    const never = stateOf(cellsFilter([{ z: 4, x: 7, y: 4 }]));
    expect(never).toMatchObject({ state: 'down', lastSuccessMs: null });
    expect(never.foreign).toBeUndefined();
  });

  test('home’s where the view is too wide to name cells', () => {
    expect(stateOf(bboxFilter({ west: -180, south: -90, east: 180, north: 90 })).state).toBe('live');
  });
});

test('news is when home changes, or when a region is read for the first time, grows old or rests', () => {
  const news = (changes: object) => feedNews({ ...facts, ...changes }, NOW);
  expect(news({ lastSuccessMs: NOW - 9_000 })).toBe(news({}));
  expect(news({ cause: 'format' })).not.toBe(news({}));
  const first = { ...facts.foreign, '4/7/4': { lastSuccessMs: NOW, resting: false } };
  expect(news({ foreign: first })).not.toBe(news({}));
  const rested = { ...facts.foreign, ring: { ...facts.foreign.ring, resting: true } };
  expect(news({ foreign: rested })).not.toBe(news({}));
});

describe('the pulse', () => {
  const pulse = { epoch: 'e', seq: 9, watermarkMs: NOW - 5_000, providerOffsetMs: -300_000, gaps: [], gapsCut: false };
  const told = (filter: Parameters<typeof feedStateOf>[1], changes: object = {}) =>
    feedStateOf({ ...facts, pulse: { ...pulse, ...changes } }, filter, areas, NOW);
  const home = bboxFilter({ west: 22, south: 42, east: 24, north: 43 });

  test('[ST13] is told where the stream touches home, no more of it than there is', () => {
    const { state, lastSuccessMs, newestStrikeMs, typicalDelayMs, ...rest } = told(home);
    expect([state, lastSuccessMs, newestStrikeMs, typicalDelayMs]).toEqual(['live', NOW - 4_000, null, 5_000]);
    expect(rest).toMatchObject({ epoch: 'e', completeToMs: NOW - 5_000, providerOffsetMs: -300_000 });
    expect(Object.keys(rest).sort()).toEqual(['completeToMs', 'epoch', 'foreign', 'providerOffsetMs']);
    expect(told(home, { watermarkMs: null }).completeToMs).toBeUndefined();
    const gap = [13, 34, 31, 48, NOW - 90_000, NOW - 30_000] as const;
    expect(told(home, { gaps: [gap], gapsCut: true })).toMatchObject({ gaps: [gap], gapsCut: true });
  });

  test('[ST13] is not told where it does not, and before the Feed has told it', () => {
    const abroad = told(bboxFilter({ west: -5, south: 41, east: -3, north: 42 }));
    for (const state of [abroad, stateOf(home)]) {
      expect([state.epoch, state.completeToMs, state.providerOffsetMs]).toEqual([undefined, undefined, undefined]);
    }
  });
});

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
