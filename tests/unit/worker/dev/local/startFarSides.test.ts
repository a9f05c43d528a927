import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startFarSides } from '#worker/dev/local/startFarSides.ts';

test('the local bot’s secret and token are new at each start, so that nobody knows them beforehand', async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'far-sides-'));
  const start = () => startFarSides(0, stateDir, () => 'http://127.0.0.1:1');
  const both = [await start(), await start()];
  try {
    const [first, second] = both.map(({ vars }) => vars);
    for (const name of ['WATCH_BOT_SECRET', 'WATCH_BOT_TOKEN']) {
      expect(first?.[name]).toMatch(/[0-9a-f]{32}$/);
      expect(first?.[name]).not.toBe(second?.[name]);
    }
    // Browsers subscribed for this one.
    expect(first?.VAPID_PUBLIC_KEY).toBe(second?.VAPID_PUBLIC_KEY);
  } finally {
    await Promise.all(both.map(({ standIns }) => standIns.close()));
    await rm(stateDir, { recursive: true });
  }
});
