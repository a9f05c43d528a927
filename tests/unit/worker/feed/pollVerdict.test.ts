import { describe, expect, test } from 'vitest';
import { planPoll } from '#worker/feed/plan/planPoll.ts';
import { liveRead, type Read } from '#worker/feed/Read.ts';
import { NO_BOUND, pollVerdict } from '#worker/feed/Settled.ts';

const window = { bbox: { west: 0, south: 0, east: 1, north: 1 }, fromMs: 0, toMs: 1 };
const read = (changes: Partial<Read> = {}): Read => ({ ...liveRead('home', window, 0), ...changes });
const poll = (answered: number, ...reads: Read[]) => ({
  plan: planPoll(undefined, { earliestMs: 0, latestMs: 0 }),
  begunMs: 0,
  reads,
  answered,
  reach: NO_BOUND,
});

describe('what becomes of a poll when the next one is due', () => {
  test('is complete without reads left', () => {
    expect(pollVerdict(poll(3))).toBe('complete');
  });

  test('waits for reads that were never sent', () => {
    expect(pollVerdict(poll(1, read({ sentMs: 1 }), read()))).toBe('wait');
  });

  test('[FD2] owes the reads that hang or failed while others were answered', () => {
    expect(pollVerdict(poll(1, read({ sentMs: 1 })))).toBe('owe');
    expect(pollVerdict(poll(1, read({ failures: 1, notBeforeMs: 9 })))).toBe('owe');
  });

  test('[FD2] gives way to a new poll from the same mark when nothing was answered and all hang', () => {
    expect(pollVerdict(poll(0, read({ sentMs: 1 }), read({ sentMs: 1, failures: 2 })))).toBe('supersede');
  });

  test('[FD7] waits for the retries of a poll that got no answer at all', () => {
    expect(pollVerdict(poll(0, read({ failures: 1, notBeforeMs: 9 })))).toBe('wait');
  });
});
