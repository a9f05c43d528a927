import { expect, test } from 'vitest';
import { runHostile } from '#tests/chaos/watchHostile.ts';
import { hostileFaults } from '#tests/chaos/watchHostileSuite.ts';

// `npm run tools -- chaos watch-hostile` in short.
test.runIf(process.platform === 'linux')(
  'a stop reaches webhook, push and chat in time beside ten books of a stranger whose hooks hang; nothing is lost or doubled',
  async () => {
    const verdict = await runHostile({
      hostility: 'hangs',
      books: 10,
      networks: 1,
      areas: 3,
      hosts: 10,
      stops: 3,
      everyMs: 700,
      sixSeconds: false,
    });
    expect(hostileFaults(verdict)).toEqual([]);
    expect(verdict.stopMs.webhook).toHaveLength(3);
    expect(verdict.hostileCalls).toBeGreaterThan(20);
  },
);
