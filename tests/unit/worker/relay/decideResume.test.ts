import { describe, expect, test } from 'vitest';
import { decideResume } from '#worker/relay/StrikeRing.ts';

describe('how a stream begins, with a ring of 101 to 200', () => {
  test.each([
    ['no cursor', undefined, { kind: 'live' }],
    ['[CU1] the newest seq', 200, { kind: 'live' }],
    ['[CU1] a cursor within the ring', 150, { kind: 'replay', afterSeq: 150 }],
    ['[CU1] the very edge of the ring', 100, { kind: 'replay', afterSeq: 100 }],
    ['[CU2] a cursor older than the ring', 99, { kind: 'reset', reason: 'too-old' }],
    ['[CU2] a cursor beyond the newest seq', 201, { kind: 'reset', reason: 'unknown-seq' }],
  ])('%s', (_, since, decision) => {
    expect(decideResume(since, 100, 200)).toEqual(decision);
  });

  test('[CU2] an empty ring of a new Feed: only 0 is known', () => {
    expect(decideResume(0, 0, 0)).toEqual({ kind: 'live' });
    expect(decideResume(7, 0, 0)).toEqual({ kind: 'reset', reason: 'unknown-seq' });
  });
});
