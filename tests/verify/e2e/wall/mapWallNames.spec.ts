import { MapPage } from '#tests/e2e/map/MapPage.ts';
import { type Part, type Patch, readPatches } from '#tests/e2e/map/readPatches.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { worstHour } from '#tests/e2e/map/worstHour.ts';
import { zoneOfNoon } from '#tests/e2e/map/zoneOfNoon.ts';
import { expect, type Page, RENDERED, test } from '#tests/support/journey.ts';
import { palettes } from '#web/ground/land/palettes.ts';

// By day, whenever it runs: at night a wall display is darker.
test.use({ timezoneId: zoneOfNoon(new Date().getUTCHours()), viewport: { width: 1920, height: 1080 } });

/** The names that stand whole on the map, and their parts of the page. */
async function namesOn(page: Page): Promise<(Part & { readonly name: string })[]> {
  const frame = await page.locator('.maplibregl-map').boundingBox();
  const names = await page.locator('[data-names] > span').evaluateAll((signs) =>
    signs.map((sign) => {
      const { x, y, width, height } = sign.getBoundingClientRect();
      return { name: sign.textContent ?? '', x, y, width, height };
    }),
  );
  const bottom = (frame?.y ?? 0) + (frame?.height ?? 0);
  return names.filter(({ x, y, width, height }) => {
    return x >= 0 && y >= (frame?.y ?? 0) && x + width <= (frame?.width ?? 0) && y + height <= bottom;
  });
}

/** The share of a picture's pixels whose colours another has too. */
function retainedShare(one: Patch | undefined, other: Patch | undefined): number {
  const counts = Object.entries(one?.colours ?? {});
  const retained = counts.reduce((sum, [colour, count]) => sum + Math.min(count, other?.colours[colour] ?? 0), 0);
  return retained / counts.reduce((sum, [, count]) => sum + count, 0);
}

for (const theme of ['dark', 'light'] as const) {
  test(
    `on a ${theme} wall with 23,720 strikes of an hour no mark covers the name of a place`,
    RENDERED,
    async ({ page }) => {
      await scriptFeed(page, { feed: goodFeed(), strikes: worstHour(Date.now()), slices: 'served' });
      const screen = new MapPage(page);
      test.slow();
      await screen.request(`/map?wall=1&theme=${theme}`);
      await expect(page.locator('#preview')).toHaveCount(0, { timeout: 90_000 });
      await screen.whole();
      await expect.poll(async () => (await screen.uploads()).rows).toBeGreaterThan(23_000);
      // Controls and notices come and go over the names.
      await expect(screen.control('Zoom in')).toBeHidden();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await expect.poll(async () => (await namesOn(page)).length).toBeGreaterThan(20);
      const names = await namesOn(page);
      const storm = await readPatches(page, names);
      await page.locator('.maplibregl-map canvas:not(.maplibregl-canvas)').evaluateAll((canvases) => {
        for (const canvas of canvases as HTMLElement[]) canvas.style.visibility = 'hidden';
      });
      const bare = await readPatches(page, names);
      const { label } = palettes[theme];
      const ink = (patch: Patch | undefined) => patch?.colours[label] ?? 0;
      const overMarks = names.filter((_, index) => retainedShare(storm[index], bare[index]) < 0.9);
      const covered = names.filter((_, index) => ink(storm[index]) < ink(bare[index])).map(({ name }) => name);
      process.stdout.write(
        `${theme}: ${names.length} names, ${overMarks.length} above marks, ${covered.length} covered\n`,
      );
      expect(names.filter((_, index) => ink(bare[index]) < 10)).toEqual([]);
      expect(overMarks.length).toBeGreaterThanOrEqual(5);
      expect(covered).toEqual([]);
    },
  );
}
