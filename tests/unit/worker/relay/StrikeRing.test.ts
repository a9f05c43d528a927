import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numberedStrikes } from '#tests/support/numberedStrikes.ts';
import { packStrikes } from '#worker/feed/StrikePages.ts';
import { decideResume, StrikeRing } from '#worker/relay/StrikeRing.ts';

const KEEP_MS = 900_000;

describe('the ring', () => {
  test('[CU1] holds every strike of the last quarter of an hour, in order', () => {
    const ring = new StrikeRing(10, KEEP_MS, 60_000);
    ring.append(packStrikes(numberedStrikes(11, 5)), 15, 0);
    ring.append(packStrikes(numberedStrikes(16, 5)), 20, KEEP_MS);
    expect(ring.after(10, 100)).toEqual(numberedStrikes(11, 10));
    expect(ring.after(13, 3)).toEqual(numberedStrikes(14, 3));
    expect(ring.after(20, 100)).toEqual([]);
    expect(ring.floorSeq).toBe(10);
  });

  test('[CU2] knows where it begins once older strikes are gone', () => {
    const ring = new StrikeRing(0, KEEP_MS, 60_000);
    ring.append(packStrikes(numberedStrikes(1, 5)), 5, 0);
    ring.append(packStrikes(numberedStrikes(6, 5)), 10, KEEP_MS + 1);
    expect(ring.floorSeq).toBe(5);
    expect(ring.after(0, 100)).toEqual(numberedStrikes(6, 5));
  });

  test('is bounded in number, whatever a repair brings at once', () => {
    const ring = new StrikeRing(0, KEEP_MS, 100);
    ring.append(packStrikes(numberedStrikes(1, 250)), 250, 0);
    expect(ring.floorSeq).toBe(150);
    expect(ring.after(0, 1_000)).toHaveLength(100);
  });

  test('[CL3] takes each strike once: what it has already is not new', () => {
    const ring = new StrikeRing(0, KEEP_MS, 100);
    ring.append(packStrikes(numberedStrikes(1, 5)), 5, 0);
    ring.append(packStrikes(numberedStrikes(3, 5)), 7, 0);
    ring.append(packStrikes(numberedStrikes(1, 5)), 5, 0);
    expect(ring.after(0, 100)).toEqual(numberedStrikes(1, 7));
    expect(ring.headSeq).toBe(7);
  });

  test('[CU1] gives exactly what lies between any cursor and its head', () => {
    const batches = fc.array(fc.record({ count: fc.nat(30), waitMs: fc.nat(400_000) }), { maxLength: 20 });
    fc.assert(
      fc.property(batches, fc.nat(600), (given, cursor) => {
        const ring = new StrikeRing(0, KEEP_MS, 200);
        let nowMs = 0;
        let seq = 0;
        for (const { count, waitMs } of given) {
          nowMs += waitMs;
          ring.append(packStrikes(numberedStrikes(seq + 1, count)), seq + count, nowMs);
          seq += count;
        }
        const from = Math.max(cursor, ring.floorSeq);
        const expected = Array.from({ length: Math.max(0, seq - from) }, (_, index) => from + 1 + index);
        expect(ring.headSeq).toBe(seq);
        expect(ring.after(cursor, 10_000).map((strike) => strike.ordinal)).toEqual(expected);
      }),
    );
  });
});

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
