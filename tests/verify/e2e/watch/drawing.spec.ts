import { decodeShape } from '#shared/geo/shapeCode.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { axeViolations } from '#tests/e2e/site/soundPage.ts';
import { expect, type Page, test } from '#tests/support/journey.ts';

const AT = '?view=42.7,23.3,8z';

/** A calm map that moves at once: storms and flights are not what these tests are about. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const field = (page: Page) => page.getByRole('combobox', { name: 'Place or coordinates' });
const canvas = (page: Page) => page.locator('.maplibregl-canvas');
const sheet = (page: Page) => page.locator('[data-tool-sheet]');

async function openTool(page: Page, path: string, slices: 'served' | 'failing' = 'served'): Promise<void> {
  await scriptFeed(page, { feed: goodFeed(), strikes: [], slices });
  await page.goto(path);
}

async function choose(page: Page, way = 'Choose on the map'): Promise<void> {
  await page.getByRole('button', { name: way }).click();
  await expect(canvas(page)).toHaveCSS('cursor', 'crosshair');
}

test('the next tap on the map is the place of the form, and a phone’s sheet lies low meanwhile', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openTool(page, `/en/analytics${AT}&at=41,25&r=25`);
  for (const [index, name] of ['analytics', 'watch', 'look-up', 'report'].entries()) {
    await test.step(name, async () => {
      if (index > 0) {
        await page.getByRole('button', { name: 'Back to all tools' }).click();
        await page.locator(`[data-tool-list] a[href^="/en/${name}"]`).click();
        await expect(page).toHaveURL(new RegExp(`/en/${name}`));
      }
      await expect(sheet(page)).toHaveAttribute('data-tool-sheet', 'half');
      const before = await field(page).inputValue();
      await choose(page);
      await expect(sheet(page)).toHaveAttribute('data-tool-sheet', 'peek');
      expect(await axeViolations(page, 'main')).toEqual([]);
      await canvas(page).click({ position: { x: 250 - 30 * index, y: 195 } });
      await expect(field(page)).toHaveValue(/^4[23]\.\d{4}; 2[23]\.\d{4}$/);
      await expect(field(page)).not.toHaveValue(before);
      await expect(field(page)).toBeFocused();
      await expect(sheet(page)).toHaveAttribute('data-tool-sheet', 'half');
      await expect(canvas(page)).not.toHaveCSS('cursor', 'crosshair');
    });
  }
});

test('Escape gives the choice of a place up; while it is chosen, at 360 px and at 1280 px, what is said of missing strikes stays and lets taps through', async ({
  page,
}) => {
  await openTool(page, `/en/report${AT}`, 'failing');
  await test.step('after Escape the field has the focus again, and what was typed', async () => {
    await field(page).fill('Plovdiv');
    await choose(page);
    await expect(page.getByRole('region', { name: 'Choose on the map' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveValue('Plovdiv');
    await expect(page.getByRole('region', { name: 'Choose on the map' })).toHaveCount(0);
  });
  await choose(page);
  const note = page.locator('[data-load-failed]');
  for (const [width, height] of [
    [360, 740],
    [1_280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(note).toContainText('Incomplete');
    await expect(note.getByRole('button')).toHaveCount(0);
    const accepted = await note.evaluate((element) => {
      const { x, y, width: wide, height: high } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + wide / 2, y + high / 2));
    });
    expect(accepted).toBe(false);
  }
});

test('an area is drawn by keys, then by taps; what draws is loaded only then', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await openTool(page, `/en/watch${AT}`);
  await page.getByRole('button', { name: 'Draw or paste an outline' }).click();
  await expect(canvas(page)).toBeVisible();
  expect(loaded.filter((url) => /drawShape/.test(url))).toEqual([]);
  await choose(page, 'Draw an area on the map');
  expect(loaded.filter((url) => /drawShape-.*\.js$/.test(url))).not.toEqual([]);
  await test.step('without a pointer corners are taken from the middle of the map, and an outline that crosses itself is refused', async () => {
    await expect(canvas(page)).toBeFocused();
    const moves = [[], ['ArrowRight', 'ArrowDown'], ['ArrowUp'], ['ArrowLeft', 'ArrowDown']];
    for (const [index, keys] of moves.entries()) {
      for (const key of keys) {
        const before = page.url();
        await canvas(page).press(key);
        await expect(page).not.toHaveURL(before);
      }
      await page.getByRole('button', { name: `Corner ${index + 1} at the cross` }).click();
    }
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.locator('[data-chosen]')).toContainText('Outline of 4 corners');
    await page.getByRole('button', { name: 'Start' }).click();
    await expect(page.getByRole('alert')).toHaveText('The outline crosses itself.');
  });
  await test.step('an area that is drawn by taps goes into the address of its panel', async () => {
    await choose(page, 'Draw an area on the map');
    for (const [x, y] of [
      [600, 250],
      [760, 250],
      [680, 400],
      [680, 400],
    ] as const) {
      await canvas(page).click({ position: { x, y } });
    }
    await expect(page.locator('[data-chosen]')).toContainText('Outline of 3 corners');
    await page.getByRole('button', { name: 'Start' }).click();
    await expect(page).toHaveURL(/\/en\/watch\?[^#]*#shape=p[A-Za-z0-9_-]+&rings=30,16,10&dwell=30$/);
    const shape = decodeShape(/#shape=([\w-]+)/.exec(page.url())?.[1] ?? '');
    expect(shape).toMatchObject({ type: 'Polygon' });
    expect(shape?.coordinates[0]).toHaveLength(4);
    await expect(page.locator('[data-watch]')).toContainText('Distances are from the edge of the shape');
  });
});
