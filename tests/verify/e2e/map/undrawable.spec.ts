import { MapPage } from '#tests/e2e/map/MapPage.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { expect, type Page, test } from '#tests/support/journey.ts';

const near = () => [{ id: 's1', ordinal: 1, latitude: 42.75, longitude: 23.4, atMs: Date.now() - 60_000 }];

// A browser of its own, without WebGL.
const chrome = process.env.CHROME_PATH;
test.use({
  launchOptions: {
    ...(chrome ? { executablePath: chrome } : {}),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-gpu', '--disable-3d-apis'],
  },
});

test.beforeEach(async ({ page }) => {
  await scriptFeed(page, { feed: goodFeed(), strikes: near(), slices: 'served' });
});

/** Everything that shows in the middle of the map's frame is the note, and no word of the bar says "Live". */
async function expectText(page: Page, text: string): Promise<void> {
  const note = page.locator('[data-not-drawn]');
  await expect(note).toContainText(text);
  await expect(page.locator('[data-state], [data-chip]')).not.toContainText('Live');
  await expect(page.locator('#preview')).toHaveCount(0);
  const visible = await note.locator('strong').boundingBox();
  const view = page.viewportSize();
  expect(visible && view && visible.x >= 0 && visible.x + visible.width <= view.width).toBe(true);
  expect(visible && view && visible.y >= 0 && visible.y + visible.height <= view.height).toBe(true);
}

for (const [path, width, height] of [
  ['/map', 360, 740],
  ['/map?wall=1', 1920, 1080],
  ['/embed', 300, 250],
] as const) {
  test(`${path} on ${width} × ${height} says that this device cannot draw the map`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await new MapPage(page).request(path);
    await expectText(page, 'This device cannot draw the map');
    await expect(page.getByRole('button', { name: 'Zoom in' })).toHaveCount(0);
  });
}

test('on a desk the words, the nearest strike, the table and the view they are about go on', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await new MapPage(page).request('/map');
  await expectText(page, 'This device cannot draw the map');
  await expect(page.locator('[data-strikes-in-view="1"]')).toBeVisible();
  await new MapPage(page).openNow();
  await page.getByRole('button', { name: 'Measure from the map’s centre' }).click();
  await expect(page.getByText(/km north-east of the point/).first()).toBeVisible();
  await page.getByText('Recent strikes in view as a table').click();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
});
