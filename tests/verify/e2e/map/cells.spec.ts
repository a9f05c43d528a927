import { MapPage, openTools } from '#tests/e2e/map/MapPage.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { stormyDay } from '#tests/e2e/map/stormyDay.ts';
import { axeViolations } from '#tests/e2e/site/soundPage.ts';
import { DRAWN, expect, type Page, test } from '#tests/support/journey.ts';

const HOME = { west: 16, south: 37.5, east: 29.5, north: 47.5 };
const AREAS = { home: HOME, coverage: { west: -12, south: 30, east: 45, north: 60 } };
/** Of storms on the light map. */
const STORM_COLOUR = [[0x1c, 0x12, 0x50]] as const;
const LATE = 'No forecast: data is delayed';

async function openMap(page: Page, toldAgoMs: number, path: string): Promise<MapPage> {
  const day = stormyDay(Date.now() - toldAgoMs);
  await scriptFeed(page, { feed: goodFeed(), ...day, slices: 'served', areas: AREAS });
  const screen = new MapPage(page);
  await screen.open(path);
  await screen.whole();
  return screen;
}

test(
  'storm cells are drawn, switched off and on by keyboard, and read as a list without the map',
  DRAWN,
  async ({ page }) => {
    // No strike is so new that its casing has the storms' colour.
    const screen = await openMap(page, 6 * 60_000, '/map?view=42.7,24.4,7z&point=42.48,23.3');
    await openTools(page);
    const toggle = page.getByRole('switch', { name: 'Storm cells on the map' });
    await expect(toggle).toBeChecked();
    await expect.poll(() => screen.pixels(STORM_COLOUR)).toBeGreaterThan(40);
    await toggle.focus();
    await page.keyboard.press('Enter');
    await expect(toggle).not.toBeChecked();
    await expect(page).toHaveURL(/cells=off/);
    await expect.poll(() => screen.pixels(STORM_COLOUR)).toBe(0);
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(/cells=off/);

    await page.keyboard.press('Escape');
    await screen.openNow();
    await page.getByText('Storm cells: 5').focus();
    await page.keyboard.press('Enter');
    const rows = page.getByRole('region', { name: 'Storm cells' }).getByRole('listitem');
    await expect(rows).toHaveCount(5);
    await expect(rows.first()).toContainText(/of Bobov Dol.*approaching · 3\d\s?km west of the point · \d+ flashes/);
    await expect(page.locator('[data-verdict]')).toContainText(
      /Coming closer\. (If it comes: in|There in) about \d+\s?min \(8 in 10: \d+ to \d+\).*about 1 in \d within 30\s?min/,
    );
    expect(await axeViolations(page, '[data-theme]')).toEqual([]);
    await rows.last().getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/view=43\.\d+,26\.\d+/);
  },
);

test(
  'cells that were told of ten minutes ago and more are shown nowhere: it says that the data is late',
  DRAWN,
  async ({ page }) => {
    const screen = await openMap(page, 11 * 60_000, '/map?view=42.7,24.4,7z&point=42.48,23.3&storms=list');
    await expect(page.getByText(LATE)).toHaveCount(2);
    await expect(page.getByRole('switch', { name: 'Storm cells on the map' })).toBeHidden();
    await expect(page.getByRole('region', { name: /^Storm/ })).toHaveCount(0);
    expect(await screen.pixels(STORM_COLOUR)).toBe(0);
  },
);
