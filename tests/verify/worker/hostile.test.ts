import { describe, expect, test } from 'vitest';
import { HOSTILE_DISTURBANCES } from '#tests/chaos/hostileDisturbances.ts';
import { runCell } from '#tests/chaos/runCell.ts';
import { runHostile } from '#tests/chaos/watchHostile.ts';
import { hostileErrors } from '#tests/chaos/watchHostileSuite.ts';

/** The whole list is `npm run tools -- chaos hostile`; these are the ones that showed as "Live, quiet" or stopped home. */
const SHORT = ['a foreign box hangs', 'rows are renamed', 'three hours ahead', '1.3 million rows', 'hostile ids'];
const CELL = { seed: 1, secondsBefore: 2, secondsDuring: 6, strikesPerSecond: 10 };

const cells = SHORT.map((name) => {
  const found = HOSTILE_DISTURBANCES.find((disturbance) => disturbance.name.includes(name));
  if (!found) throw new Error(`no disturbance is called ${name}`);
  return { ...found, secondsDuring: CELL.secondsDuring };
});

describe('a hostile provider', () => {
  // Each is a product that mostly waits; the project says how many run at once.
  test.concurrent.each(cells)(
    '[FD8][FD12][FD13][FD14] $name: nothing lost, doubled or wrong, live again within 20 s',
    async (cell) => {
      const verdict = await runCell(cell, CELL);
      expect(verdict).toMatchObject({ lost: 0, doubled: 0, wrong: 0, unarchived: 0 });
      expect(verdict.liveAfterSeconds).toBeLessThanOrEqual(20);
      expect(verdict.silenceSeconds).toBeLessThanOrEqual(12);
    },
    120_000,
  );
});

// `npm run tools -- chaos watch-hostile` in short.
test.runIf(process.platform === 'linux')(
  'a stop reaches webhook, push and chat in time beside ten watchlists of a stranger whose hooks hang; nothing is lost or doubled',
  async () => {
    const verdict = await runHostile({
      hostility: 'hangs',
      watchlists: 10,
      networks: 1,
      areas: 3,
      hosts: 10,
      stops: 3,
      everyMs: 700,
      sixSeconds: false,
    });
    expect(hostileErrors(verdict)).toEqual([]);
    expect(verdict.stopMs.webhook).toHaveLength(3);
    expect(verdict.hostileCalls).toBeGreaterThan(20);
  },
);
