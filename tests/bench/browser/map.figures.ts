import { expect, test } from '@playwright/test';
import { MapPage } from '#tests/e2e/map/MapPage.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';

/** Figures of the map in a real browser, each printed. They are medians: two shared cores make every mean a lottery. */
const print = (line: string) => process.stdout.write(`${line}\n`);
const quantile = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;
const median = (values: readonly number[]) => quantile(values, 0.5);

/** Times what runs on the main thread in each animation frame. */
const timeFrames = `(() => {
  const frames = window.frameScriptMs = [];
  const request = window.requestAnimationFrame.bind(window);
  let frameAt = -1;
  window.requestAnimationFrame = (run) => request((at) => {
    const before = performance.now();
    run(at);
    const spent = performance.now() - before;
    if (at === frameAt) frames[frames.length - 1] += spent;
    else { frameAt = at; frames.push(spent); }
  });
})()`;

function aDayOfStrikes(count: number) {
  const nowMs = Date.now();
  return Array.from({ length: count }, (_, index) => ({
    id: `s${index}`,
    ordinal: index + 1,
    latitude: 41 + ((index * 7919) % 4_000) / 1_000,
    longitude: 20 + ((index * 104_729) % 7_000) / 1_000,
    atMs: nowMs - Math.floor((index / count) * 86_000_000),
  }));
}

test('with 100,000 strikes held, panning and filter changes cost at most 8 ms of script a frame', async ({ page }) => {
  test.setTimeout(120_000);
  const screen = new MapPage(page);
  await page.setViewportSize({ width: 800, height: 600 });
  await page.addInitScript(timeFrames);
  await scriptFeed(page, { feed: goodFeed(), strikes: aDayOfStrikes(100_000), slices: 'served' });
  await screen.open('/map?view=43,23.5,6z&minutes=1440');
  await expect(page.locator('[data-complete="true"]')).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => screen.inView(), { timeout: 30_000 }).toBeGreaterThan(50_000);
  const measure = async (act: () => Promise<void>) => {
    await page.evaluate('window.frameScriptMs.length = 0');
    await act();
    return page.evaluate<number[]>('window.frameScriptMs');
  };
  const box = await screen.map.boundingBox();
  if (!box) throw new Error('no map');
  const panning = await measure(async () => {
    await page.mouse.move(box.x + 500, box.y + box.height / 2);
    await page.mouse.down();
    for (let step = 1; step <= 40; step += 1)
      await page.mouse.move(box.x + 500 - step * 4, box.y + box.height / 2 - step);
    await page.mouse.up();
    await expect(page).not.toHaveURL(/view=43,23.5,6z/, { timeout: 30_000 });
  });
  const filtering = await measure(async () => {
    for (const name of ['Last 6 hours', 'Last hour', 'Last 24 hours']) {
      await page.getByRole('radio', { name }).check();
      await expect(page.getByRole('radio', { name })).toBeChecked();
    }
  });
  const figures = (frames: readonly number[]) =>
    [0.5, 0.75, 0.95].map((part) => `${quantile(frames, part).toFixed(1)} ms`).join(', ');
  print(`100,000 strikes, script a frame (median, p75, p95): panning ${figures(panning)} of ${panning.length} frames`);
  print(
    `100,000 strikes, script a frame (median, p75, p95): filters ${figures(filtering)} of ${filtering.length} frames`,
  );
  expect(panning.length).toBeGreaterThan(5);
  expect(median(panning)).toBeLessThanOrEqual(8);
  expect(median(filtering)).toBeLessThanOrEqual(8);
});
