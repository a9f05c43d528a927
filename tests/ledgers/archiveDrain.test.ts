import { describe, expect } from 'vitest';
import type { NumberedStrike } from '#shared/strike.ts';
import { VirtualTime } from '#tests/support/time/VirtualTime.ts';
import { ArchiveDrain } from '#worker/feed/ArchiveDrain.ts';
import type { FeedLedger } from '#worker/feed/ledger/FeedLedger.ts';
import { ledgerTest as test } from './ledgerTest.ts';
import { START_MS } from './runFeed.ts';

function fill(ledger: FeedLedger, first: number, count: number): void {
  const strikes = Array.from({ length: count }, (_, index) => ({
    id: `s${first + index}`,
    latitude: 42,
    longitude: 23,
    atMs: START_MS + first + index,
  }));
  ledger.transaction(() => ledger.strikes.number(strikes, START_MS, 0));
}

/** An archive that notes what it is given, or fails. */
function noting() {
  const batches: { ordinals: number[]; seq: number }[] = [];
  const archive = {
    away: false,
    async insert(strikes: readonly NumberedStrike[], seq: number) {
      if (archive.away) throw new Error('no such table');
      batches.push({ ordinals: strikes.map(({ ordinal }) => ordinal), seq });
    },
  };
  return { archive, batches };
}

describe('the drain', () => {
  test('[FD10] brings everything numbered into the archive, in order, a thousand at a time, and once', async (ledger) => {
    const { archive, batches } = noting();
    const drain = new ArchiveDrain(ledger, archive, new VirtualTime(START_MS), () => {});
    fill(ledger, 1, 2_500);
    await drain.run();
    await drain.run();
    expect(batches.map(({ ordinals, seq }) => [ordinals.length, seq])).toEqual([
      [1_000, 1_000],
      [1_000, 2_000],
      [500, 2_500],
    ]);
    expect(batches.flatMap(({ ordinals }) => ordinals)).toEqual(Array.from({ length: 2_500 }, (_, n) => n + 1));
    expect(ledger.facts.read('archivedSeq')).toBe(2_500);
    expect(drain.dueMs()).toBeUndefined();
  });

  test('[FD10] waits longer after each failure, up to half a minute, and loses nothing', async (ledger) => {
    const time = new VirtualTime(START_MS);
    const { archive, batches } = noting();
    const drain = new ArchiveDrain(ledger, archive, time, () => {});
    archive.away = true;
    fill(ledger, 1, 3);
    const waits: number[] = [];
    for (let failure = 0; failure < 8; failure += 1) {
      await drain.run();
      waits.push((drain.dueMs() ?? 0) - time.now());
      await time.passUntil(drain.dueMs() ?? 0);
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
    archive.away = false;
    fill(ledger, 4, 2);
    await drain.run();
    expect(batches).toEqual([{ ordinals: [1, 2, 3, 4, 5], seq: 5 }]);
  });

  test('is not hurried by new strikes while the archive is away, nor run twice at a time', async (ledger) => {
    const time = new VirtualTime(START_MS);
    let asked = 0;
    let answer = () => {};
    const slow = {
      insert: () => {
        asked += 1;
        return new Promise<void>((resolve) => {
          answer = resolve;
        });
      },
    };
    const drain = new ArchiveDrain(ledger, slow, time, () => {});
    fill(ledger, 1, 1);
    const runs = [drain.run(), drain.run()];
    expect(asked).toBe(1);
    expect(drain.dueMs()).toBeUndefined();
    answer();
    await Promise.all(runs);
    expect(ledger.facts.read('archivedSeq')).toBe(1);
  });
});
