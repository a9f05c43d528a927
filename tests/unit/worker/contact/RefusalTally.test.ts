import { expect, test } from 'vitest';
import { type Refusals, RefusalTally } from '#worker/contact/refusals.ts';

/** A tally whose waits end when they are told to. */
function bench() {
  const tally = new RefusalTally();
  const written: Refusals[] = [];
  const waits: (() => void)[] = [];
  let nowMs = 0;
  return {
    written,
    endWait: () => waits.shift()?.(),
    pass: (ms: number) => {
      nowMs += ms;
    },
    count: (reason: string) =>
      tally.count(reason, {
        nowMs,
        wait: () => new Promise((resolve) => waits.push(resolve)),
        write: async (refusals) => {
          written.push(refusals);
        },
      }),
  };
}

test('a flood of refusals is written once, each of them counted', async () => {
  const { count, endWait, written } = bench();
  const writing = count('invalid-body');
  for (let at = 0; at < 500; at += 1) expect(count(at % 5 === 0 ? 'rejected' : 'invalid-body')).toBeUndefined();
  endWait();
  await writing;
  expect(written).toEqual([{ 'invalid-body': 401, rejected: 100 }]);
});

test('the next one after that begins a new count', async () => {
  const { count, endWait, written } = bench();
  for (const _ of ['first', 'second']) {
    const writing = count('rejected');
    endWait();
    await writing;
  }
  expect(written).toEqual([{ rejected: 1 }, { rejected: 1 }]);
});

test('a writer that never comes back loses nothing: the next refusal writes for it', async () => {
  const { count, endWait, pass, written } = bench();
  count('rejected');
  const lost = endWait;
  pass(10_000);
  const writing = count('rejected');
  // The first wait belongs to the writer that is gone; only the second one ends.
  lost();
  endWait();
  await writing;
  expect(written.flatMap((refusals) => Object.values(refusals)).reduce((sum, each) => sum + each, 0)).toBe(2);
});
