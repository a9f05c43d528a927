import { type Page, test } from '@playwright/test';
import { expect } from '#tests/e2e/map/expect.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { axeViolations } from '#tests/e2e/site/axeViolations.ts';
import { decodeShape } from '#web/kit/addresses/shapeAddress.ts';

const AT = '?view=42.7,23.3,8z';

/** A calm map that moves at once: storms and flights are not what these tests are about. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function openChoice(page: Page): Promise<void> {
  await scriptFeed(page, { feed: goodFeed(), strikes: [], slices: 'served' });
  await page.goto(`/en/map${AT}`);
  // What is read first makes the bar taller, and a map that is resized stops where it is.
  await expect(page.locator('[data-map-frame]')).toHaveAttribute('data-complete', 'true');
  await expect(page.locator('.maplibregl-canvas')).toBeVisible();
  await openMoreChoices(page);
}

async function openMoreChoices(page: Page): Promise<void> {
  await page.locator('section[data-open="false"] button').click();
  await expect(page.getByRole('heading', { name: 'Tell me about lightning near Sofia' })).toBeFocused();
  await page.getByText('More choices').click();
}

test('the middle of the map with its rings becomes a panel, by keyboard alone', async ({ page }) => {
  await openChoice(page);
  await page.getByRole('combobox', { name: 'Where' }).selectOption('centre');
  await expect(page.getByText('Information, not a warning service.').first()).toBeVisible();
  const stop = page.getByRole('slider', { name: /^Stop/ });
  await stop.focus();
  for (let step = 0; step < 8; step += 1) await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Warning: 18 km')).toBeVisible();
  await expect(page.getByText('Stop: 18 km')).toBeVisible();
  await page.getByRole('slider', { name: /^Wait/ }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('The norm is to wait 30 min.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Only storms that come closer' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Stop always comes.')).toBeVisible();
  expect(await axeViolations(page, 'section[data-open="true"]')).toEqual([]);
  await page.getByRole('button', { name: 'Open the panel' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(
    /\/en\/watch#at=42\.7,23\.3&name=2%C2%A0km%20west%20of%20Sofia&rings=30,18,18&dwell=25&approach=1$/,
  );
  await expect(page.locator('[data-watch]')).toBeVisible();
});

test('rings are changed by their handles on the map, dragged and by keys; the map stays, and the numbers beside follow', async ({
  page,
}) => {
  await openChoice(page);
  const before = page.url();
  const handle = page.getByRole('slider', { name: 'Distance on the map: Watch' });
  await expect(handle).toHaveAttribute('aria-valuenow', '30');
  await handle.focus();
  for (const key of ['ArrowUp', 'ArrowRight', 'PageUp', 'ArrowDown']) await page.keyboard.press(key);
  await expect(handle).toHaveAttribute('aria-valuenow', '36');
  await expect(page.getByText('Watch: 36 km')).toBeVisible();
  await handle.hover();
  const box = await handle.boundingBox();
  if (!box) throw new Error('no handle');
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 + 40, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => Number(await handle.getAttribute('aria-valuenow'))).toBeLessThan(30);
  const km = await handle.getAttribute('aria-valuenow');
  await expect(page.getByText(`Watch: ${km} km`)).toBeVisible();
  expect(page.url()).toBe(before);
  expect(await axeViolations(page, '[data-map-frame]')).toEqual([]);
});

test('an area that is drawn by taps goes into the address of its panel; what draws is loaded only then', async ({
  page,
}) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await openChoice(page);
  expect(loaded.filter((url) => /drawShape/.test(url))).toEqual([]);
  const arrived = page.waitForResponse(/drawShape-.*\.js$/);
  await page.getByRole('combobox', { name: 'Where' }).selectOption('polygon');
  await arrived;
  const map = page.locator('.maplibregl-canvas');
  await expect(map).toHaveCSS('cursor', 'crosshair');
  for (const [x, y] of [
    [200, 200],
    [360, 200],
    [280, 380],
    [280, 380],
  ] as const) {
    await map.click({ position: { x, y } });
  }
  await expect(page.getByText('Distances count from the edge')).toBeVisible();
  await page.getByRole('button', { name: 'Open the panel' }).click();
  await expect(page).toHaveURL(/\/en\/watch#shape=p[A-Za-z0-9_-]+&name=[^&]+&rings=30,16,10&dwell=30$/);
  const shape = decodeShape(/#shape=([\w-]+)/.exec(page.url())?.[1] ?? '');
  expect(shape).toMatchObject({ type: 'Polygon' });
  expect(shape?.coordinates[0]).toHaveLength(4);
  await expect(page.locator('[data-watch]')).toContainText('Distances are from the edge of the shape');
});

for (const [width, height] of [
  [360, 740],
  [1_280, 800],
] as const)
  test(`while an area is drawn at ${width} px, what is said of missing strikes stays and lets taps through`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await scriptFeed(page, { feed: goodFeed(), strikes: [], slices: 'failing' });
    await page.goto(`/en/map${AT}`);
    const note = page.locator('[data-load-failed]');
    await expect(note.getByRole('button', { name: 'Try again' })).toBeVisible();
    await openMoreChoices(page);
    await page.getByRole('combobox', { name: 'Where' }).selectOption('polygon');
    await expect(page.locator('.maplibregl-canvas')).toHaveCSS('cursor', 'crosshair');
    await expect(note).toContainText('Incomplete');
    await expect(note.getByRole('button')).toHaveCount(0);
    const taken = await note.evaluate((element) => {
      const { x, y, width: wide, height: high } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + wide / 2, y + high / 2));
    });
    expect(taken).toBe(false);
  });

test('without a pointer corners are taken from the middle of the map, and an outline that crosses itself is refused', async ({
  page,
}) => {
  await openChoice(page);
  await page.getByRole('button', { name: 'Open the panel' }).waitFor();
  await page.getByRole('combobox', { name: 'Where' }).selectOption('polygon');
  await page.getByRole('button', { name: 'Open the panel' }).click();
  await expect(page.getByText('Choose the place first.')).toBeVisible();
  await expect(page.locator('.maplibregl-canvas')).toHaveCSS('cursor', 'crosshair');
  const moves = [[], ['ArrowRight', 'ArrowDown'], ['ArrowUp'], ['ArrowLeft', 'ArrowDown']];
  for (const [index, keys] of moves.entries()) {
    for (const key of keys) {
      const before = page.url();
      await page.locator('.maplibregl-canvas').press(key);
      await expect(page).not.toHaveURL(before);
    }
    await page.getByRole('button', { name: /^Corner in the middle/ }).click();
    await expect(page.getByRole('button', { name: `Corner in the middle of the map (${index + 1})` })).toBeVisible();
  }
  await expect(page.getByText('The outline crosses itself.')).toBeVisible();
});
