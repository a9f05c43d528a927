import { describe, expect, test } from 'vitest';
import { type InFlight, liveRead, type Read } from '#worker/feed/Read.ts';
import { type ReadSituation, selectRead } from '#worker/feed/selectRead.ts';

const NOW_MS = 1_000_000;
const NONE: InFlight = { live: 0, owed: 0, foreign: 0, past: 0 };
const window = { bbox: { west: 0, south: 0, east: 1, north: 1 }, fromMs: 0, toMs: 1 };
const read = (changes: Partial<Read> = {}): Read => ({ ...liveRead('home', window, 0), ...changes });
const situation = (changes: Partial<ReadSituation>): ReadSituation => ({
  nowMs: NOW_MS,
  live: [],
  inFlight: NONE,
  owedAtMs: Number.POSITIVE_INFINITY,
  foreignAtMs: Number.POSITIVE_INFINITY,
  pastAtMs: Number.POSITIVE_INFINITY,
  liveSinceOther: 0,
  nextPollMs: NOW_MS + 5_000,
  budget: { nextCallMs: 0 },
  breaker: { state: 'closed', failures: 0 },
  maxRps: 2,
  ...changes,
});

describe('which call goes out next', () => {
  test('is the first live read that is neither sent nor resting', () => {
    const [sent, resting, ready, later] = [read({ sentMs: 1 }), read({ notBeforeMs: NOW_MS + 1 }), read(), read()];
    expect(selectRead(situation({ live: [sent, resting, ready, later] }))).toEqual({ kind: 'live', read: ready });
  });

  test('[FD6] is none before the budget allows it', () => {
    const choice = selectRead(situation({ live: [read()], budget: { nextCallMs: NOW_MS + 300 } }));
    expect(choice).toEqual({ kind: 'wait', untilMs: NOW_MS + 300 });
  });

  test('is an owed window when nothing live is due before its token is back', () => {
    expect(selectRead(situation({ owedAtMs: 0 }))).toEqual({ kind: 'owed' });
    const soon = NOW_MS + 499;
    expect(selectRead(situation({ owedAtMs: 0, nextPollMs: soon }))).toEqual({ kind: 'wait', untilMs: soon });
  });

  test('[FD5] is an owed window after four live ones, however busy the sky', () => {
    expect(selectRead(situation({ live: [read()], owedAtMs: 0, liveSinceOther: 3 })).kind).toBe('live');
    expect(selectRead(situation({ live: [read()], owedAtMs: 0, liveSinceOther: 4 })).kind).toBe('owed');
  });

  test('[FD5] is an owed window in its turn even when every token is spent before the next poll', () => {
    const slow = { owedAtMs: 0, maxRps: 0.2, nextPollMs: NOW_MS + 1_000 };
    expect(selectRead(situation({ ...slow, liveSinceOther: 4 })).kind).toBe('owed');
  });

  test('is none while four calls are under way', () => {
    const choice = selectRead(situation({ live: [read()], inFlight: { live: 3, owed: 1, foreign: 0, past: 0 } }));
    expect(choice).toEqual({ kind: 'wait', untilMs: NOW_MS + 5_000 });
  });

  test('is no third owed window beside two', () => {
    expect(selectRead(situation({ owedAtMs: 0, inFlight: { ...NONE, owed: 2 } })).kind).toBe('wait');
  });

  test('[FD7] is one live read, and nothing owed, once an open circuit may be probed', () => {
    const open = { state: 'open', probeAtMs: NOW_MS + 60_000, probes: 0 } as const;
    const waits = selectRead(situation({ live: [read()], breaker: open, owedAtMs: 0, liveSinceOther: 9 }));
    expect(waits).toEqual({ kind: 'wait', untilMs: NOW_MS + 60_000 });
    const due = { state: 'open', probeAtMs: NOW_MS, probes: 0 } as const;
    expect(selectRead(situation({ live: [read()], breaker: due, owedAtMs: 0, liveSinceOther: 9 })).kind).toBe('live');
    expect(selectRead(situation({ breaker: due, owedAtMs: 0 })).kind).toBe('wait');
    expect(selectRead(situation({ live: [read()], breaker: { state: 'half-open', probes: 1 } })).kind).toBe('wait');
  });

  test('[FD8] is another region’s only when home needs no call, owes nothing now, and the circuit is closed', () => {
    const due = { foreignAtMs: NOW_MS - 4_999 };
    expect(selectRead(situation(due))).toEqual({ kind: 'foreign' });
    expect(selectRead(situation({ ...due, live: [read()] })).kind).toBe('live');
    expect(selectRead(situation({ ...due, owedAtMs: 0 })).kind).toBe('owed');
    const soon = NOW_MS + 499;
    expect(selectRead(situation({ ...due, nextPollMs: soon }))).toEqual({ kind: 'wait', untilMs: soon });
    const open = { state: 'open', probeAtMs: NOW_MS, probes: 0 } as const;
    expect(selectRead(situation({ ...due, breaker: open })).kind).toBe('wait');
  });

  test('[FD8] is another region’s before what home owes once it has waited for 5 s, but never before home’s polls', () => {
    const patient = { foreignAtMs: NOW_MS - 5_000, owedAtMs: 0 };
    expect(selectRead(situation(patient)).kind).toBe('foreign');
    expect(selectRead(situation({ ...patient, live: [read()] })).kind).toBe('live');
    expect(selectRead(situation({ ...patient, inFlight: { ...NONE, foreign: 1, past: 0 } })).kind).toBe('owed');
  });

  test('[FD8] is no second foreign one beside one that hangs: home keeps its slots', () => {
    const hanging = { foreignAtMs: 0, inFlight: { live: 0, owed: 2, foreign: 1, past: 0 } };
    expect(selectRead(situation(hanging)).kind).toBe('wait');
    expect(selectRead(situation({ ...hanging, live: [read()] })).kind).toBe('live');
  });

  test('[FD8] waits for another region no longer than until it may be called', () => {
    const choice = selectRead(situation({ foreignAtMs: NOW_MS + 700 }));
    expect(choice).toEqual({ kind: 'wait', untilMs: NOW_MS + 700 });
  });

  test('[HI8] is for the past only when no other call is due before its token is back, and never beside another', () => {
    expect(selectRead(situation({ pastAtMs: 0 }))).toEqual({ kind: 'past' });
    const soon = NOW_MS + 499;
    expect(selectRead(situation({ pastAtMs: 0, nextPollMs: soon }))).toEqual({ kind: 'wait', untilMs: soon });
    expect(selectRead(situation({ pastAtMs: 0, owedAtMs: soon }))).toEqual({ kind: 'wait', untilMs: soon });
    expect(selectRead(situation({ pastAtMs: 0, foreignAtMs: soon }))).toEqual({ kind: 'wait', untilMs: soon });
    expect(selectRead(situation({ pastAtMs: 0, live: [read()], liveSinceOther: 9 })).kind).toBe('live');
    expect(selectRead(situation({ pastAtMs: 0, owedAtMs: 0 })).kind).toBe('owed');
    expect(selectRead(situation({ pastAtMs: 0, inFlight: { ...NONE, past: 1 } })).kind).toBe('wait');
    const probing = { state: 'half-open', probes: 1 } as const;
    expect(selectRead(situation({ pastAtMs: 0, breaker: probing })).kind).toBe('wait');
  });

  test('[HI8] is waited for until the past rests no more, unless a poll comes first', () => {
    const choice = selectRead(situation({ pastAtMs: NOW_MS + 2_000 }));
    expect(choice).toEqual({ kind: 'wait', untilMs: NOW_MS + 2_000 });
    const poll = selectRead(situation({ pastAtMs: NOW_MS + 2_000, nextPollMs: NOW_MS + 1_000 }));
    expect(poll).toEqual({ kind: 'wait', untilMs: NOW_MS + 1_000 });
  });
});
