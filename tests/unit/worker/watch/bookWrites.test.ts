import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { refusal } from '#worker/routes/watch/bookRoute.ts';
import {
  afterWrite,
  BookWrites,
  MOST_WRITES,
  spacingSeconds,
  type WriteKind,
} from '#worker/watch/book/networkShare.ts';

const KINDS = Object.keys(MOST_WRITES) as WriteKind[];

test('a book has no more writes of a kind in any hour than it may, however they are spread', () =>
  fc.assert(
    fc.property(fc.constantFrom(...KINDS), fc.array(fc.nat(60_000), { maxLength: 900 }), (kind, waitsMs) => {
      let nowMs = 0;
      let paidOffMs = 0;
      const takenMs: number[] = [];
      for (const waitMs of waitsMs) {
        nowMs += waitMs;
        const after = afterWrite(kind, paidOffMs, nowMs);
        if (after === undefined) continue;
        paidOffMs = after;
        takenMs.push(nowMs);
      }
      const most = MOST_WRITES[kind];
      expect(takenMs.some((atMs, n) => (takenMs[n + most] ?? Number.POSITIVE_INFINITY) < atMs + HOUR_MS)).toBe(false);
    }),
  ));

test('a book that used all up has room again after what the refusal says, and its neighbour all the time', () => {
  let nowMs = 1_000;
  const writes = new BookWrites();
  for (const kind of KINDS) {
    for (let made = 0; made < MOST_WRITES[kind] / 2; made += 1) expect(writes.take('a', kind, nowMs)).toBe(true);
    expect([writes.take('a', kind, nowMs), writes.take('b', kind, nowMs)]).toEqual([false, true]);
    nowMs += spacingSeconds(kind) * 1000;
    expect([writes.take('a', kind, nowMs), writes.take('a', kind, nowMs)]).toEqual([true, false]);
  }
});

test('a refusal is a 429 that says what was too many, and for how long to wait', () => {
  const refused = (kind: WriteKind) => refusal(`too-many-${kind}`);
  expect(refused('notes')).toMatchObject({
    status: 429,
    extras: { retryAfterSeconds: 30 },
    message: expect.stringMatching(/240 notes/),
  });
  expect(refused('mutes')).toMatchObject({
    status: 429,
    extras: { retryAfterSeconds: 120 },
    message: expect.stringMatching(/60 mutes/),
  });
  expect(refused('settings')).toMatchObject({
    status: 429,
    extras: { retryAfterSeconds: 30 },
    message: expect.stringMatching(/240 changes/),
  });
});
