import { describe, expect, test } from 'vitest';
import { failureVerdict, type ReadFailure } from '#worker/feed/HomeReads.ts';
import { type Breaker, CLOSED_BREAKER } from '#worker/feed/plan/pace.ts';

const NOW_MS = 1_000_000;
const OPEN: Breaker = { state: 'half-open', probes: 3 };
const failure = (changes: Partial<ReadFailure> = {}): ReadFailure => ({
  kind: 'failed',
  denied: false,
  failures: 1,
  superseded: false,
  sentMs: NOW_MS - 100,
  ...changes,
});
const verdict = (changes: Partial<ReadFailure>, breaker: Breaker = CLOSED_BREAKER) =>
  failureVerdict(failure(changes), breaker, NOW_MS, 0.5);

describe('a read that failed', () => {
  test('[FD7] is tried again after 2, 4 and 8 s, and counts for nothing meanwhile', () => {
    const waits = [1, 2, 3].map((failures) => verdict({ failures }));
    expect(waits.map(({ notBeforeMs }) => notBeforeMs - NOW_MS)).toEqual([2_000, 4_000, 8_000]);
    expect(waits.every(({ final, breaker }) => !final && breaker === CLOSED_BREAKER)).toBe(true);
  });

  test.each([
    ['its retries ran out', verdict({ failures: 4 })],
    ['it was our fault', verdict({ kind: 'rejected' })],
    ['a newer poll took its place', verdict({ superseded: true })],
  ])('[FD7] is final when %s: its window rests a minute, and the breaker counts it', (_, { final, ...rest }) => {
    expect(final).toBe(true);
    expect(rest).toEqual({ notBeforeMs: NOW_MS + 60_000, breaker: { state: 'closed', failures: 1 } });
  });

  test('[FD7] is final when it was a probe, and the next one waits from when it was sent', () => {
    expect(verdict({}, OPEN)).toMatchObject({ final: true, breaker: { state: 'open', probes: 3 } });
    expect(verdict({}, OPEN).breaker).toHaveProperty('probeAtMs', NOW_MS - 100 + 13_500);
  });

  test('[FD7] opens the circuit at once when our credentials were refused', () => {
    expect(verdict({ kind: 'rejected', denied: true }).breaker.state).toBe('open');
  });
});
