import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { axeViolations } from '#tests/e2e/site/soundPage.ts';
import { WatchlistServer } from '#tests/e2e/watch/WatchlistServer.ts';
import { WatchPanel } from '#tests/e2e/watch/WatchPanel.ts';
import { expect, type Page, test } from '#tests/support/journey.ts';

const AT = '?view=42.7,23.3,8z';

/** A calm map that moves at once: storms and flights are not what these tests are about. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function openBell(page: Page): Promise<void> {
  await scriptFeed(page, { feed: goodFeed(), strikes: [], slices: 'served' });
  await page.goto(`/en/map${AT}&point=42.7,23.3`);
  // What is read first makes the bar taller, and a map that is resized stops where it is.
  await expect(page.locator('[data-map-frame]')).toHaveAttribute('data-complete', 'true');
  await expect(page.locator('.maplibregl-canvas')).toBeVisible();
  await page.getByRole('button', { name: 'Tell me' }).click();
  await expect(page.getByRole('heading', { name: 'Tell me about lightning near Sofia' })).toBeFocused();
}

const handle = (page: Page, level: string) => page.getByRole('slider', { name: `Distance on the map: ${level}` });

test('what the bell means goes with its rings into the watch tool, by keyboard alone, and is watched from there', async ({
  page,
}) => {
  await openBell(page);
  await handle(page, 'Stop').focus();
  for (let step = 0; step < 8; step += 1) await page.keyboard.press('ArrowRight');
  await expect(handle(page, 'Warning')).toHaveAttribute('aria-valuenow', '18');
  await expect(page.getByText('when lightning comes within 18 km')).toBeVisible();
  expect(await axeViolations(page, '[data-tell]')).toEqual([]);
  await page.getByText('Advanced').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'More choices' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Place or coordinates' })).toHaveValue(/Sofia/);
  const form = page.locator('[data-tool-panel] form').filter({ has: page.getByRole('button', { name: 'Start' }) });
  await expect(form.getByLabel('Warning')).toHaveValue('18');
  // One component draws them, in the bell's box and in the tool.
  await expect(handle(page, 'Stop')).toHaveAttribute('aria-valuenow', '18');
  await form.getByLabel('Watch', { exact: true }).fill('40');
  await expect(handle(page, 'Watch')).toHaveAttribute('aria-valuenow', '40');
  await form.getByRole('button', { name: 'Start' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/en\/watch\?[^#]*#at=[\d.,]+&name=[^&]*Sofia&rings=40,18,18&dwell=30$/);
  await expect(page.locator('[data-watch]')).toBeVisible();
});

test('rings are changed by their handles on the map, dragged and by keys, and the map stays', async ({ page }) => {
  await openBell(page);
  const before = page.url();
  const watch = handle(page, 'Watch');
  await expect(watch).toHaveAttribute('aria-valuenow', '30');
  await watch.focus();
  for (const key of ['ArrowUp', 'ArrowRight', 'PageUp', 'ArrowDown']) await page.keyboard.press(key);
  await expect(watch).toHaveAttribute('aria-valuenow', '36');
  await watch.hover();
  const box = await watch.boundingBox();
  if (!box) throw new Error('no handle');
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 + 40, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => Number(await watch.getAttribute('aria-valuenow'))).toBeLessThan(30);
  expect(page.url()).toBe(before);
  expect(await axeViolations(page, '[data-map-frame]')).toEqual([]);
});

test('on the map the rings of a kept watch have handles for whoever has the owner’s key; they fill in the form, and only its button saves', async ({
  page,
}) => {
  const server = new WatchlistServer();
  server.on('PUT', /\/areas\//, (body: object) => {
    server.area = { ...body, revision: 2 };
    return body;
  });
  await server.start(page);
  await page.clock.install();
  const panel = new WatchPanel(page);
  await panel.open({}, `/en${WatchlistServer.ownerPath}`);
  await expect(panel.state).toHaveText('Clear');
  await expect(page.locator('.maplibregl-canvas')).toHaveCount(0);
  await page.getByRole('button', { name: 'On the map' }).click();
  await expect(panel.state).toHaveText('Clear');
  const rules = page.locator('[data-rules]');
  await rules.getByLabel('Wait').fill('45');
  await handle(page, 'Watch').focus();
  for (const key of ['PageUp', 'ArrowUp']) await page.keyboard.press(key);
  await expect(rules.getByLabel('Watch')).toHaveValue('36');
  await expect(rules.locator('[data-unsaved]')).toContainText('30, 16 and 10 km; 30 min');
  expect(await axeViolations(page, 'main')).toEqual([]);
  // Somebody else saves meanwhile: what is typed here stays.
  server.area = { ringsKm: [50, 20, 12], revision: 5 };
  await page.clock.fastForward(20_000);
  await expect(rules.locator('[data-unsaved]')).toContainText('50, 20 and 12 km');
  await expect(rules.getByLabel('Watch')).toHaveValue('36');
  expect(server.calls).toEqual([]);
  await rules.getByRole('button', { name: 'Save' }).click();
  await expect(rules.locator('[data-unsaved]')).toHaveCount(0);
  expect(server.calls.map(({ method, body }) => [method, body])).toEqual([
    ['PUT', expect.objectContaining({ ringsKm: [36, 16, 10], dwellMin: 45 })],
  ]);
  await page.getByRole('button', { name: 'Without the map' }).click();
  await expect(page.locator('.maplibregl-canvas')).toHaveCount(0);
});

test('whoever may only look sees the rings of a kept watch without handles', async ({ page }) => {
  const server = new WatchlistServer();
  await server.start(page);
  const panel = new WatchPanel(page);
  const rendered = page.waitForResponse(/RingsLayer-.*\.js$/);
  await panel.open({}, `/en${WatchlistServer.viewPath}`);
  await page.getByRole('button', { name: 'On the map' }).click();
  await rendered;
  await expect(page.locator('.maplibregl-canvas')).toBeVisible();
  await expect(panel.state).toHaveText('Clear');
  await expect(page.getByRole('slider')).toHaveCount(0);
});
