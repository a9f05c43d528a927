import { MapPage } from '#tests/e2e/map/MapPage.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { expect, type Page, test } from '#tests/support/journey.ts';

/** A wall is read from across a room, whatever its screen: nothing is cut, and twice the pixels are twice as large. */

const PARTS = {
  column: '[data-wall-column]',
  clock: '[data-wall-column] time strong',
  state: '[data-wall-column] [data-truth] > strong',
  bars: '[data-wall-column] input[type="range"]',
  map: '[data-map-frame]',
  strip: '[data-legend-strip]',
  mark: '[data-legend-strip] svg',
  scale: '.maplibregl-ctrl-scale',
  attribution: '.maplibregl-ctrl-attrib',
} as const;

const strikes = Array.from({ length: 40 }, (_, index) => ({
  id: `s${index + 1}`,
  ordinal: index + 1,
  latitude: 42 + (index % 10) / 10,
  longitude: 23 + (index % 7) / 10,
  atMs: Date.now() - 60_000 * (index + 1),
}));

const instant = (hoursAgo: number) => new Date(Date.now() - 3_600_000 * hoursAgo).toISOString();
/** Of which a wall says the most: some are likely lightning, some static, and a satellite is late. */
const FIRES = {
  fires: Array.from({ length: 24 }, (_, index) => ({
    ...{ id: `f${index}`, latitude: 42, longitude: 24, firstSeen: instant(2), lastSeen: instant(1), frpMw: 5 },
    ...{ static: index % 2 === 0, state: 'likely', chance: 0.6, candidates: [] },
  })),
  sources: [2, 8].map((hoursAgo) => ({ satellite: 'noaa-20', newest: instant(hoursAgo), state: 'fresh' })),
};

async function openWall(page: Page, path: string): Promise<void> {
  await scriptFeed(page, { feed: goodFeed(), strikes, slices: 'served' });
  const screen = new MapPage(page);
  await screen.request(path);
  await expect.poll(() => screen.inView()).toBe(40);
  await expect(page.locator(PARTS.scale)).toBeVisible();
}

test('at 3840 × 2160 every part of a wall is twice as large as at 1920 × 1080, within 2 %', async ({ page }) => {
  const measure = async (width: number, height: number) => {
    await page.setViewportSize({ width, height });
    await openWall(page, '/map?wall=1');
    const boxes = Object.entries(PARTS).map(
      async ([name, selector]) => [name, await page.locator(selector).first().boundingBox()] as const,
    );
    return Object.fromEntries(await Promise.all(boxes));
  };
  const small = await measure(1_920, 1_080);
  const large = await measure(3_840, 2_160);
  for (const name of Object.keys(PARTS)) {
    const ratio = (large[name]?.height ?? 0) / (small[name]?.height ?? 1);
    expect(ratio, `height of ${name}`).toBeGreaterThan(1.96);
    expect(ratio, `height of ${name}`).toBeLessThan(2.04);
  }
});

for (const path of ['/ru/map', '/bg/map']) {
  test(`nothing on a wall is cut (${path})`, async ({ page }) => {
    await page.setViewportSize({ width: 1_920, height: 1_080 });
    await page.route('**/api/v1/fires', (route) => route.fulfill({ json: FIRES }));
    await openWall(page, `${path}?wall=1`);
    await expect(page.locator('[data-fires="part"]')).toContainText(/12.*12.*12/);
    await expect(page.locator(PARTS.strip)).toContainText(/4\+.*10\+.*100\+.*1[\s,]?000\+/);
    const cut = await page
      .locator('[data-wall-column], [data-wall-column] *, [data-legend-strip] *')
      .evaluateAll((all) =>
        all
          .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 4)
          .filter((one) => getComputedStyle(one).display !== 'inline' && one.clientWidth > 1 && one.textContent !== '')
          .map((one) => `${one.className}: ${one.textContent}`),
      );
    expect(cut).toEqual([]);
    const strip = await page.locator(PARTS.strip).boundingBox();
    expect((strip?.x ?? 0) + (strip?.width ?? 9_999)).toBeLessThanOrEqual(1_345);
    expect((strip?.y ?? 0) + (strip?.height ?? 9_999)).toBeLessThanOrEqual(1_080);
  });
}
