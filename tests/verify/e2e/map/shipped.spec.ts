import { TILE_ORIGIN } from '#shared/http.ts';
import { MapPage } from '#tests/e2e/map/MapPage.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { expect, GROUND, type Page, RENDERED, test } from '#tests/support/journey.ts';

/** The map as it is without any tile host. */
const LABEL = [0x3a, 0x45, 0x56] as const;
const LANDMARK = [0x75, 0x65, 0x4f] as const;
const WATER = [0xd3, 0xdf, 0xe9] as const;

interface Name {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The names in the map's sight, with the box of each. */
function namesOn(page: Page): Promise<Name[]> {
  return page.locator('[data-names]').evaluate((frame) => {
    const seen = frame.getBoundingClientRect();
    return [...frame.children]
      .map((sign) => ({ text: sign.textContent ?? '', box: sign.getBoundingClientRect() }))
      .filter(({ box }) => box.left >= seen.left && box.right <= seen.right)
      .filter(({ box }) => box.top >= seen.top && box.bottom <= seen.bottom)
      .map(({ text, box: { left, top, right, bottom } }) => ({ text, left, top, right, bottom }));
  });
}

/** How many dots of places lie in sight, and how many of them under no name. */
function dotsOn(page: Page): Promise<{ dots: number; nameless: number }> {
  return page.locator('[data-dots]').evaluate((frame) => {
    const middle = (element: Element) => {
      const { left, right } = element.getBoundingClientRect();
      return (left + right) / 2;
    };
    const names = [...document.querySelectorAll('[data-names] > span')].map(middle);
    const nameless = [...frame.children].map(middle).filter((x) => !names.some((name) => Math.abs(name - x) < 1));
    return { dots: frame.children.length, nameless: nameless.length };
  });
}

const overlapping = (names: readonly Name[]) =>
  names.flatMap((a, index) =>
    names
      .slice(0, index)
      .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
      .map((b) => `${a.text} over ${b.text}`),
  );

test(
  'around Sofia stand 12 names or more at zoom 11 and 9, and 60 at zoom 7, none over another, and no dot without its name, without a tile host',
  GROUND,
  async ({ page }) => {
    const screen = new MapPage(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await scriptFeed(page, { feed: goodFeed(), strikes: [], slices: 'served' });
    await screen.open('/map?view=42.6977,23.3219,11z');
    for (const [zoom, fewest] of [
      [11, 12],
      [9, 12],
      [7, 60],
    ] as const) {
      await test.step(`zoom ${zoom}`, async () => {
        for (let from = 11; from > zoom && !page.url().includes(`,${zoom}z`); from -= 1) {
          const before = page.url();
          await screen.control('Zoom out').click();
          await expect(page).not.toHaveURL(before);
        }
        await expect(page).toHaveURL(new RegExp(`,${zoom}z`));
        // Names of the zoom before are there until those of this one are.
        await expect(async () => {
          const names = await namesOn(page);
          expect(names.length).toBeGreaterThanOrEqual(fewest);
          expect(names.map(({ text }) => text)).toContain('Sofia');
          expect(overlapping(names)).toEqual([]);
          const { dots, nameless } = await dotsOn(page);
          expect(dots).toBeGreaterThanOrEqual(fewest);
          expect(nameless).toBe(0);
        }).toPass({ timeout: 40_000 });
      });
    }
  },
);

test('over Vitosha at zoom 11 its peaks are drawn, softer than the names of villages', RENDERED, async ({ page }) => {
  const screen = new MapPage(page);
  await scriptFeed(page, { feed: goodFeed(), strikes: [], slices: 'served' });
  await screen.open('/map?view=42.62,23.28,11z');
  await expect.poll(() => screen.pixels([LANDMARK], 20)).toBeGreaterThan(60);
});

test(
  'names are in the language of the page, move with the map and go with what is left; an empty sky ends the preview too',
  GROUND,
  async ({ page }) => {
    await page.setViewportSize({ width: 1_720, height: 720 });
    const screen = new MapPage(page);
    await scriptFeed(page, { feed: goodFeed(), strikes: [], slices: 'served' });
    await page.route(`${TILE_ORIGIN}/**`, (route) => route.fulfill({ status: 204 }));
    await page.goto('/bg/map?view=42.6977,23.3219,9z');
    const sofia = page.locator('[data-names]').getByText('София', { exact: true });
    await expect(page.locator('#preview')).toHaveCount(0);
    await expect(sofia).toBeVisible();
    // Names are placed anew when more of the ground arrives.
    const left = async () => (await sofia.boundingBox())?.x ?? Number.NaN;
    await expect.poll(left).toBeGreaterThan(0);
    const before = await left();
    await page.locator('.maplibregl-canvas').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => before - (await left())).toBeCloseTo(100, 0);
    // A press cuts short the move of the one before, so on a busy machine eight may go no further than one.
    await expect(async () => {
      await page.keyboard.press('ArrowRight');
      expect(await sofia.count()).toBe(0);
    }).toPass();
    await expect(page.locator('[data-names]').getByText('Карлово', { exact: true })).toHaveCount(1);
    await expect(screen.page.getByText('GeoNames')).toBeVisible();
  },
);

test('no strike covers a name', RENDERED, async ({ page }) => {
  const screen = new MapPage(page);
  const strikes = Array.from({ length: 2_000 }, (_, index) => ({
    id: `s${index}`,
    ordinal: index + 1,
    latitude: 42.4 + ((index * 37) % 100) / 160,
    longitude: 22.6 + ((index * 61) % 97) / 70,
    atMs: Date.now() - 30 * 60_000 + index * 600,
  }));
  await scriptFeed(page, { feed: goodFeed(), strikes, slices: 'served' });
  await screen.open('/map?view=42.6977,23.3219,9z');
  await expect.poll(() => screen.strikePixels()).toBeGreaterThan(1_500);
  await expect.poll(async () => (await namesOn(page)).length).toBeGreaterThanOrEqual(8);
  const underStrikes = await screen.pixels([LABEL]);
  // The same names without the strikes, whose canvas lies over the map's.
  await page.locator('.maplibregl-map canvas:not(.maplibregl-canvas)').evaluate((canvas) => {
    (canvas as HTMLElement).style.visibility = 'hidden';
  });
  await expect.poll(() => screen.strikePixels()).toBeLessThan(100);
  const clear = await screen.pixels([LABEL]);
  expect(clear).toBeGreaterThan(300);
  expect(underStrikes).toBeGreaterThan(0.95 * clear);
});

test('the canvas is never sea before there is land', RENDERED, async ({ page }) => {
  const screen = new MapPage(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await scriptFeed(page, { feed: goodFeed(), strikes: [], slices: 'served' });
  await page.route('**/basemap/**', async (route) => {
    await held;
    await route.fallback();
  });
  await screen.open('/map?view=37.9,23.7,8z');
  await expect(page.locator('.maplibregl-canvas')).toBeVisible();
  // Shadows of cards have a few pixels of that colour.
  expect(await screen.pixels([WATER])).toBeLessThan(1_000);
  release();
  await expect.poll(() => screen.pixels([WATER])).toBeGreaterThan(10_000);
});
