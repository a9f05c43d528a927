import { MapPage, openTools } from '#tests/e2e/map/MapPage.ts';
import { goodFeed, type ScriptedFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { stormyDay } from '#tests/e2e/map/stormyDay.ts';
import { axeViolations } from '#tests/e2e/site/soundPage.ts';
import { expect, GROUND, type Page, RENDERED, test } from '#tests/support/journey.ts';

const HOME = { west: 16, south: 37.5, east: 29.5, north: 47.5 };
const AREAS = { home: HOME, coverage: { west: -12, south: 30, east: 45, north: 60 } };
/** Of storms on the light map. */
const STORM_COLOUR = [[0x1c, 0x12, 0x50]] as const;
const LATE = 'No forecast: data is delayed';

const reportedAgo = (agoMs: number): ScriptedFeed => ({
  feed: goodFeed(),
  ...stormyDay(Date.now() - agoMs),
  slices: 'served',
  areas: AREAS,
});

test(
  'storm cells are drawn, switched off and on by keyboard, and read as a list without the map; told of ten minutes ago and more they are shown nowhere',
  RENDERED,
  async ({ page }) => {
    const change = await scriptFeed(page, reportedAgo(11 * 60_000));
    const screen = new MapPage(page);
    await screen.open('/map?view=42.7,24.4,7z&point=42.48,23.3');
    await screen.whole();
    const toggle = page.getByRole('switch', { name: 'Storm cells on the map' });
    await test.step('cells that were told of ten minutes ago and more are shown nowhere: it says that the data is late', async () => {
      await screen.openNow();
      await expect(page.getByText(LATE)).not.toHaveCount(0);
      await expect(page.getByRole('region', { name: /^Storm/ })).toHaveCount(0);
      await openTools(page);
      await expect(page.getByText(LATE)).not.toHaveCount(0);
      await expect(toggle).toBeHidden();
      expect(await screen.pixels(STORM_COLOUR)).toBe(0);
    });
    // No strike is so new that its casing has the storms' colour.
    await change(reportedAgo(6 * 60_000));
    await expect(toggle).toBeChecked();
    await expect.poll(() => screen.pixels(STORM_COLOUR)).toBeGreaterThan(15);
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

/** Labels of rings and of the storm's way that lie on a name, a mark or a button. */
function crossings(page: Page): Promise<string[]> {
  return page.locator('.maplibregl-map').evaluate((map) => {
    const all = (selector: string) => [...map.querySelectorAll(selector)];
    const labels = all('[data-map-label]:not([data-crowded])');
    const others = [...labels, ...all('[data-names] > span, .maplibregl-marker > [role=img], .maplibregl-marker svg')];
    return labels.flatMap((label) => {
      const own = label.getBoundingClientRect();
      return others
        .filter((other) => {
          const { left, right, top, bottom } = other.getBoundingClientRect();
          return other !== label && left < own.right && right > own.left && top < own.bottom && bottom > own.top;
        })
        .map((other) => `${label.textContent} on ${other.textContent || other.ariaLabel || other.tagName}`);
    });
  });
}

test(
  'labels of the rings and of a coming storm lie on no name, mark or button, also where the point is set on a still map',
  GROUND,
  async ({ page }) => {
    await scriptFeed(page, reportedAgo(60_000));
    const screen = new MapPage(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    // The point is where the storm is in 45 minutes.
    await screen.open('/map?view=42.6,23.3,8.5z&point=42.55,23.34');
    await screen.whole();
    const shown = page.locator('[data-map-label]:not([data-crowded])');
    const settled = async (label: string) => {
      await expect(shown.getByText(label, { exact: true }).first()).toBeVisible();
      await expect(page.locator('[data-names]').getByText('Sofia', { exact: true })).toBeVisible();
      await expect.poll(() => crossings(page)).toEqual([]);
    };
    await settled('45\u00a0min');
    await settled('10\u00a0km');
    const { x = 0, y = 0 } = (await page.locator('.maplibregl-map').boundingBox()) ?? {};
    await page.mouse.click(x + 560, y + 300, { button: 'right' });
    await settled('25\u00a0km');
  },
);
