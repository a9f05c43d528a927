import { describe, expect, test } from 'vitest';
import { judgeViewer, type ToldStrike, type TrueStrike } from '#tests/load/Viewer.ts';

const SOFIA = [42.7, 23.3] as const;
const ZAGREB = [45.8, 16] as const;
const EAST = ['4/9/5'];
const WEST = ['4/8/5'];
const truth: readonly TrueStrike[] = [
  [1, ...SOFIA, 100],
  [2, ...ZAGREB, 100],
  [3, ...SOFIA, 200],
  [4, ...ZAGREB, 200],
];
const told = (...ordinals: number[]) =>
  new Map(ordinals.map((ordinal): [number, ToldStrike] => [ordinal, { times: 1, atMs: 260, openedMs: 150 }]));
const always = Number.POSITIVE_INFINITY;

describe('the judge of a viewer', () => {
  test('is content with all of its cells, once', () => {
    const verdict = judgeViewer([{ cells: EAST, afterSeq: 0, toSeq: always }], told(1, 3), truth);
    expect(verdict).toEqual({ expected: 2, missing: 0, doubled: 0, foreign: 0, delaysMs: [60] });
  });

  test('notices what was lost, told twice, or none of its business', () => {
    const heard = told(1, 2);
    heard.set(1, { times: 2, atMs: 260, openedMs: 150 });
    const verdict = judgeViewer([{ cells: EAST, afterSeq: 0, toSeq: always }], heard, truth);
    expect(verdict).toMatchObject({ missing: 1, doubled: 1, foreign: 1 });
  });

  test('asks for other cells after the viewer looked elsewhere, and for none before it was greeted', () => {
    const panned = [
      { cells: EAST, afterSeq: 0, toSeq: 2 },
      { cells: WEST, afterSeq: 2, toSeq: always },
    ];
    expect(judgeViewer(panned, told(1, 4), truth)).toMatchObject({ expected: 2, missing: 0, foreign: 0 });
    expect(judgeViewer([{ cells: EAST, afterSeq: undefined, toSeq: always }], told(), truth).expected).toBe(0);
    expect(judgeViewer([{ cells: EAST, afterSeq: 2, toSeq: always }], told(3), truth)).toMatchObject({
      expected: 1,
      missing: 0,
    });
  });
});
