import { formatBBox } from '#shared/geo/BBox.ts';
import { isoMillis } from '#shared/time/isoTime.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import type { StrikesAnswer } from '#shared/wire/strikePages.ts';
import { GROUND_COLOURS, MapPage } from '#tests/e2e/map/MapPage.ts';
import { DRAWN, expect, test } from '#tests/support/journey.ts';

const EVERYWHERE = { west: -20, south: 20, east: 60, north: 60 };

test('the map counts what the server’s archive holds for the same window', async ({ page, request }) => {
  const screen = new MapPage(page);
  await screen.open('/map?view=42,20,3z');
  await screen.whole();
  const serverCount = async () => {
    const nowMs = Date.now();
    const query = `bbox=${formatBBox(EVERYWHERE)}&from=${isoMillis(nowMs - 3_600_000)}&to=${isoMillis(nowMs)}&limit=10000`;
    let count = 0;
    for (let path: string | undefined = `${apiPaths.strikes}?${query}`; path; ) {
      const page: StrikesAnswer = await (await request.get(path)).json();
      count += page.strikes.length;
      path = page.next;
    }
    return count;
  };
  const difference = async () => Math.abs((await serverCount()) - (await screen.inView()));
  // Between the two looks a strike may arrive or grow too old.
  await expect.poll(difference, { timeout: 60_000 }).toBeLessThanOrEqual(3);
  expect(await screen.inView()).toBeGreaterThan(0);
});

test('the production build draws the shipped land: its map worker is found', DRAWN, async ({ page }) => {
  const screen = new MapPage(page);
  // Closer than its relief goes, and away from towns.
  await screen.open('/map?view=43.35,24.6,13.2z');
  await expect.poll(() => screen.pixels([GROUND_COLOURS.light.land])).toBeGreaterThan(50_000);
});
