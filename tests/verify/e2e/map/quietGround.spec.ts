import { MapPage } from '#tests/e2e/map/MapPage.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { stormyDay } from '#tests/e2e/map/stormyDay.ts';
import { expect, GROUND, type Page, test } from '#tests/support/journey.ts';
import { PAINTED } from '#web/map/renderWatchdog/holdFrames.ts';

const HOME = { west: 16, south: 37.5, east: 29.5, north: 47.5 };
const AREAS = { home: HOME, coverage: { west: -12, south: 30, east: 45, north: 60 } };

/** Counts frames in which the ground was painted, but for those that ask whether the map still draws. */
async function countFrames(page: Page): Promise<() => Promise<number>> {
  await page.evaluate((name) => {
    const map = document.querySelector('.maplibregl-map') as HTMLElement;
    map.dataset.frames = '0';
    map.addEventListener(name, () => {
      map.dataset.frames = String(Number(map.dataset.frames) + 1);
    });
  }, PAINTED);
  return async () => Number(await page.locator('.maplibregl-map').getAttribute('data-frames'));
}

const RESTS_MS = 2_000;

/** Returns once no ground was painted for two seconds: the last of it came after the network had fallen silent. */
function groundRests(page: Page): Promise<void> {
  return page.evaluate(
    ([name, restsMs]) =>
      new Promise((resolve) => {
        const rest = () => setTimeout(resolve, restsMs);
        let due = rest();
        document.querySelector('.maplibregl-map')?.addEventListener(name, () => {
          clearTimeout(due);
          due = rest();
        });
      }),
    [PAINTED, RESTS_MS] as const,
  );
}

test(
  'a ticking clock, a chosen strike and an opened tool repaint no ground; only the watch on it does, each 15 s',
  GROUND,
  async ({ page }) => {
    const day = stormyDay(Date.now() - 6 * 60_000);
    await scriptFeed(page, { feed: goodFeed(), ...day, slices: 'served', areas: AREAS });
    const screen = new MapPage(page);
    const strike = day.strikes.at(-1) ?? { latitude: 0, longitude: 0 };
    await screen.open(`/map?view=${strike.latitude.toFixed(4)},${strike.longitude.toFixed(4)},9z&point=42.48,23.3`);
    await screen.whole();
    await expect(page.locator('[data-map-lines]').first()).toBeAttached();
    await expect(page.locator('[data-names] > span').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await groundRests(page);
    const frames = await countFrames(page);
    const fromMs = Date.now();
    await page.locator('[data-open-tools]').click();
    await page.keyboard.press('Escape');
    const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator('.maplibregl-map').boundingBox()) ?? {};
    await page.mouse.click(x + width / 2, y + height / 2);
    await expect(page.locator('[data-open-strike]')).toBeVisible();
    await page.keyboard.press('Escape');
    const before = (await screen.state.textContent()) ?? '';
    await expect(screen.state).not.toHaveText(before);
    const probes = Math.ceil((Date.now() - fromMs) / 15_000);
    expect(await frames()).toBeLessThanOrEqual(probes);
  },
);

test('a drag paints the ground once a step, and a touch that moves nothing not at all', async ({ page }) => {
  await scriptFeed(page, { feed: goodFeed(), strikes: [], slices: 'served', areas: AREAS });
  const screen = new MapPage(page);
  await screen.open('/map?view=42.7,23.3,9z');
  await screen.whole();
  await page.waitForLoadState('networkidle');
  await groundRests(page);
  const frames = await countFrames(page);
  const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator('.maplibregl-map').boundingBox()) ?? {};
  const [left, top] = [x + width / 2, y + height / 2];
  const fromMs = Date.now();
  for (let touch = 0; touch < 4; touch += 1) await page.mouse.click(left, top);
  await page.mouse.move(left, top);
  await page.mouse.down();
  for (let step = 1; step <= 12; step += 1) await page.mouse.move(left - step * 4, top - step);
  const probes = Math.ceil((Date.now() - fromMs) / 15_000);
  expect(await frames()).toBeLessThanOrEqual(12 + probes);
  await page.mouse.up();
});
