import { expect, test } from 'vitest';
import { DESK, idleWall, serveBare, visit } from '#tests/site/measureMap.ts';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { BUILT_SITE, startProduct } from '#tests/support/startProduct.ts';
import { scriptedSource } from '#worker/dev/simulator/simulatedSource.ts';

/** `npm run tools -- beside-bare` and `idle-wall` in short. What they aim at is stricter: here others may have the machine too. */
const product = fileProduct(() => startProduct({ ...BUILT_SITE, simulator: { source: scriptedSource() } }));
const LOOK_MS = 8_000;
const WALL_MS = 30_000;

test('the ground comes in at most eight frames, with at most six times the long tasks of a page that has MapLibre alone', async () => {
  const bare = await serveBare();
  try {
    const [theirs, ours] = [await visit(bare.url, DESK, LOOK_MS), await visit(`${product.url}/map`, DESK, LOOK_MS)];
    process.stdout.write(`beside a bare map: ${JSON.stringify({ theirs, ours })}\n`);
    expect(ours.frames).toBeGreaterThan(0);
    expect(ours.frames).toBeLessThanOrEqual(8);
    expect(ours.longMs).toBeLessThanOrEqual(6 * theirs.longMs);
    expect(ours.wholeMs).toBeLessThanOrEqual(8 * theirs.wholeMs);
  } finally {
    await bare.close();
  }
});

test('a wall under a quiet sky that nobody touches paints its ground six times a minute at most, and rests for most of each second', async () => {
  const wall = await idleWall(product.url, WALL_MS);
  process.stdout.write(`a wall at rest: ${JSON.stringify(wall)}\n`);
  expect(wall.ground).toBeLessThanOrEqual(6);
  expect(wall.mainMs).toBeLessThanOrEqual(120);
});
