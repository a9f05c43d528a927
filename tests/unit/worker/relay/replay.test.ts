import { describe, expect, test } from 'vitest';
import { numberedStrikes } from '#tests/support/numberedStrikes.ts';
import { fakeClock } from '#tests/support/time/fakeClock.ts';
import { packStrikes } from '#worker/feed/StrikePages.ts';
import { awayMs } from '#worker/relay/Gate.ts';
import { bboxFilter, cellsFilter } from '#worker/relay/OpenStream.ts';
import { ReplayBudget, ReplayFrames } from '#worker/relay/ReplayFrames.ts';
import { StrikeRing } from '#worker/relay/StrikeRing.ts';

const SOFIA = bboxFilter({ west: 23, south: 42, east: 24, north: 43 });
const FULL_RING = 60_000;

describe('the budget of replays', () => {
  test('[ST9] is used up by five full rings of one network; the rest of the world has its own', () => {
    const budget = new ReplayBudget(fakeClock(0));
    const charged = Array.from({ length: 6 }, () => budget.charge('hog', FULL_RING));
    expect(charged).toEqual([undefined, undefined, undefined, undefined, undefined, 30]);
    expect(budget.charge('honest', FULL_RING)).toBeUndefined();
  });

  test('[ST9] is there again after the time that was named', () => {
    const clock = fakeClock(0);
    const budget = new ReplayBudget(clock);
    for (let times = 0; times < 5; times += 1) budget.charge('hog', FULL_RING);
    clock.advance(29_000);
    expect(budget.charge('hog', FULL_RING)).toBe(1);
    clock.advance(1_000);
    expect(budget.charge('hog', FULL_RING)).toBeUndefined();
  });

  test('[ST9] leaves alone what fits one frame: 2,000 people behind one address may all come back at once', () => {
    const budget = new ReplayBudget(fakeClock(0));
    for (let times = 0; times < 2_000; times += 1) expect(budget.charge('operator', 500)).toBeUndefined();
  });

  test('[ST9] forgets whoever has all of it again', () => {
    const clock = fakeClock(0);
    const budget = new ReplayBudget(clock);
    for (let times = 0; times < 5; times += 1) budget.charge('hog', FULL_RING);
    clock.advance(150_000);
    budget.prune();
    expect(Array.from({ length: 5 }, () => budget.charge('hog', FULL_RING))).toEqual(Array(5).fill(undefined));
  });
});

describe('the frames of a replay', () => {
  function aRing(strikes: number) {
    const ring = new StrikeRing(0, 15 * 60_000, FULL_RING);
    ring.append(packStrikes(numberedStrikes(1, strikes)), strikes, 0);
    return { ring, frames: new ReplayFrames(ring) };
  }

  test('end at the same ordinals for everybody, so that cursors apart share all but their first', () => {
    const { frames } = aRing(1_700);
    const seqs = (cursor: number) => {
      const ends: number[] = [];
      for (let seq = cursor; seq < 1_700; ) {
        seq = frames.after(seq, SOFIA).seq;
        ends.push(seq);
      }
      return ends;
    };
    expect(seqs(3)).toEqual([500, 1_000, 1_500, 1_700]);
    expect(seqs(499)).toEqual([500, 1_000, 1_500, 1_700]);
    expect(frames.encoded).toBe(5);
  });

  test('are the very same bytes for the same filter, and others for another', () => {
    const { frames } = aRing(600);
    const { frame } = frames.after(0, SOFIA);
    expect(frame).toBeDefined();
    expect(frames.after(0, SOFIA).frame).toBe(frame);
    expect(frames.after(0, cellsFilter([{ z: 4, x: 9, y: 5 }])).frame).not.toBe(frame);
  });

  test('without a strike that matches are remembered too', () => {
    const { frames } = aRing(600);
    const elsewhere = cellsFilter([{ z: 4, x: 0, y: 0 }]);
    expect(frames.after(0, elsewhere)).toEqual({ seq: 500, frame: undefined });
    frames.after(0, elsewhere);
    expect(frames.encoded).toBe(1);
  });

  test('take a few megabytes at most, whatever is asked for', () => {
    const { ring, frames } = aRing(FULL_RING);
    for (let box = 0; box < 3; box += 1) {
      const filter = bboxFilter({ west: 23, south: 42, east: 24 + box / 10, north: 43 });
      for (let seq = 0; seq < ring.headSeq; ) ({ seq } = frames.after(seq, filter));
    }
    expect(frames.heldBytes).toBeLessThanOrEqual(6 * 2 ** 20);
    expect(frames.heldBytes).toBeGreaterThan(4 * 2 ** 20);
  });
});

test('[ST8] who must go is asked to stay away for 30 to 120 s', () => {
  expect([awayMs(() => 0), awayMs(() => 0.5), awayMs(() => 1 - Number.EPSILON)]).toEqual([30_000, 75_000, 120_000]);
});
