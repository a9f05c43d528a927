import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberedStrikes } from '#tests/support/numberedStrikes.ts';
import { StrikePages, unpackStrikes } from '#worker/feed/StrikePages.ts';

/** A ledger of strikes 1 to `headSeq` that counts how often it is read. */
function aLedger(headSeq: number) {
  const ledger = { headSeq, reads: 0 };
  const read = (seq: number, maxStrikes: number) => {
    ledger.reads += 1;
    return numberedStrikes(seq + 1, Math.min(maxStrikes, Math.max(0, ledger.headSeq - seq)));
  };
  return { ledger, pages: new StrikePages(read) };
}

test('[CU1] pages tell exactly what lies between a relay and the head, whatever it has', () =>
  fc.assert(
    fc.property(fc.nat(9_000), fc.nat(9_000), (headSeq, fromSeq) => {
      const { pages } = aLedger(headSeq);
      const told: number[] = [];
      for (let seq = fromSeq; seq < headSeq; ) {
        const answer = pages.after(seq, headSeq);
        told.push(...answer.flatMap(({ strikes }) => unpackStrikes(strikes).map(({ ordinal }) => ordinal)));
        expect(answer.at(-1)?.seq).toBeGreaterThan(seq);
        seq = answer.at(-1)?.seq ?? headSeq;
      }
      expect(told).toEqual(Array.from({ length: Math.max(0, headSeq - fromSeq) }, (_, index) => fromSeq + 1 + index));
    }),
    { numRuns: 50 },
  ));

test('a hundred relays that start together read each whole page once', () => {
  const { ledger, pages } = aLedger(5_000);
  for (let relay = 0; relay < 100; relay += 1) pages.after(relay, 5_000);
  expect(ledger.reads).toBe(10);
});

test('a page that is not full yet is read again: strikes may still be added to it', () => {
  const { ledger, pages } = aLedger(10);
  pages.after(0, 10);
  ledger.headSeq = 20;
  expect(pages.after(10, 20).flatMap(({ strikes }) => unpackStrikes(strikes))).toEqual(numberedStrikes(11, 10));
});
