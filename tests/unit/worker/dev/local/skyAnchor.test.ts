import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { skyAnchorMs } from '#worker/dev/local/state/skyAnchor.ts';

test('the weather is anchored to the first start with a state, and anew only if the file holds no instant', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'anchor-'));
  const state = join(dir, 'state');
  expect(await skyAnchorMs(state, 1_000)).toBe(1_000);
  expect(await skyAnchorMs(state, 2_000)).toBe(1_000);
  await writeFile(join(state, 'sky-anchor.txt'), 'gone');
  expect(await skyAnchorMs(state, 3_000)).toBe(3_000);
  await rm(dir, { recursive: true });
});
