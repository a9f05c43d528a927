import { MapPage, openTools } from '#tests/e2e/map/MapPage.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { expect, test } from '#tests/support/journey.ts';

/** How a wall is set up, steered and left to itself. What it promises above all is in tests/e2e/map/wall.spec.ts. */
const MINUTE = 60_000;

test('saved views are shown in turn while nobody touches it', async ({ page }) => {
  const screen = new MapPage(page);
  await page.clock.install();
  await screen.open('/map?wall=1&views=42.7,23.3,8z;38,23.7,7z&every=60');
  await page.clock.fastForward(6_000);
  await expect(screen.control('Zoom in')).toBeHidden();
  await page.clock.fastForward(60_000);
  await expect(page).toHaveURL(/[?&]view=38,23\.7,7z/);
  await page.clock.fastForward(60_000);
  await expect(page).toHaveURL(/[?&]view=42\.7,23\.3,8z/);
  await expect(page).toHaveURL(/views=42\.7,23\.3,8z;38,23\.7,7z/);
});

test('an area that is drawn on the map, or a file of one, is what the wall outlines and its verdict tells of', async ({
  page,
}) => {
  const strikes = [{ id: 'near', ordinal: 1, latitude: 42.5, longitude: 24, atMs: Date.now() - MINUTE }];
  await scriptFeed(page, { feed: goodFeed(), strikes, slices: 'served' });
  const screen = new MapPage(page);
  await screen.open('/map?view=42.5,24,8z');
  await openTools(page);
  await screen.choice('Wall display').click();
  const dialog = page.getByRole('dialog', { name: 'Set up this wall' });
  await dialog.getByLabel('Outline').selectOption({ label: 'An area of your own' });
  const openWall = dialog.getByRole('button', { name: 'Open on this screen' });
  await openWall.click();
  const corners = dialog.getByRole('textbox', { name: /Corners/ });
  await expect(corners).toBeFocused();
  await expect(dialog.getByRole('alert')).toContainText('Give an area');
  const coordinates = [
    [
      [24.1, 42.4],
      [24.3, 42.4],
      [24.3, 42.6],
      [24.1, 42.6],
    ],
  ]; // Not closed: some tools leave that out.
  const file = Buffer.from(JSON.stringify({ type: 'Polygon', coordinates }));
  await dialog
    .locator('input[type="file"]')
    .setInputFiles({ name: 'area.geojson', mimeType: 'application/geo+json', buffer: file });
  await expect(dialog.getByText('Outline of 4 corners around')).toBeVisible();
  await dialog.getByRole('button', { name: 'Draw again' }).click();
  await expect(dialog).toBeHidden();
  const map = page.locator('.maplibregl-canvas');
  await expect(map).toHaveCSS('cursor', 'crosshair');
  const { width = 0, height = 0 } = (await map.boundingBox()) ?? {};
  for (const [x, y] of [
    [60, -60],
    [160, -60],
    [110, 60],
    [110, 60],
  ] as const)
    await map.click({ position: { x: width / 2 + x, y: height / 2 + y } });
  await expect(dialog.getByText('Outline of 3 corners around')).toBeVisible();
  await openWall.click();
  await expect(page).toHaveURL(/[?&]area=p[\w-]{12}/);
  await expect(page.locator('[data-wall-third][data-level]')).toBeVisible();
  await expect(screen.feed).toContainText(/Lightning \d+(\.\d)?\skm west/);
});

test('a wall whose address has an area alone shows it, and counts what is there', async ({ page }) => {
  const strikes = [
    { id: 'in', ordinal: 1, latitude: 42.2, longitude: 24.8, atMs: Date.now() - MINUTE },
    { id: 'out', ordinal: 2, latitude: 38, longitude: 23, atMs: Date.now() - MINUTE },
  ];
  await scriptFeed(page, { feed: goodFeed(), strikes, slices: 'served' });
  const screen = new MapPage(page);
  await screen.open('/map?wall=1&area=BG.plovdiv');
  await expect(page).toHaveURL(/[?&]view=42\.\d+,24\.\d+/);
  await expect.poll(() => screen.inView()).toBe(1);
});

test('an address whose region is not known shows the whole region, and says so', async ({ page }) => {
  await scriptFeed(page, { feed: goodFeed(), strikes: [], slices: 'served' });
  const screen = new MapPage(page);
  await screen.open('/map?wall=1&area=XX.atlantis&views=nonsense');
  await expect(page.locator('[data-wall-third]')).toContainText('Unknown area in the address');
});

test('a kept setup reaches a wall by its link, and so does what is changed later', async ({ page, context }) => {
  await scriptFeed(page, { feed: goodFeed(), strikes: [], slices: 'served' });
  const screen = new MapPage(page);
  await screen.open();
  await openTools(page);
  await screen.choice('Wall display').click();
  const dialog = page.getByRole('dialog', { name: 'Set up this wall' });
  await dialog.getByLabel('Title').fill('Fire service');
  await dialog.getByRole('button', { name: 'Save this setup' }).click();
  const link = dialog.getByRole('textbox', { name: 'Link for the television' });
  await expect(link).toHaveValue(/#wall=[0-9a-f]{32}\.[0-9a-f]{32}$/);
  await expect(dialog.getByRole('textbox', { name: /Edit link/ })).toHaveValue(/&edit=[0-9a-f]{32}$/);
  await dialog.getByLabel('Title').fill('Fire service, Plovdiv');
  await dialog.getByRole('button', { name: 'Save the changes' }).click();
  await expect(dialog.getByText('Saved: open walls show it')).toBeVisible();
  const wall = await context.newPage();
  await scriptFeed(wall, { feed: goodFeed(), strikes: [], slices: 'served' });
  const { search, hash } = new URL(await link.inputValue());
  await new MapPage(wall).request(`/map${search.replace(/&title=[^&]*/, '')}${hash}`);
  await expect(wall.getByRole('heading', { name: 'Fire service, Plovdiv' })).toBeVisible();
  expect(new URL(wall.url()).hash).toBe(hash);
});
