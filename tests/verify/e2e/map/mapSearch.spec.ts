import { TILE_ORIGIN } from '#shared/http.ts';
import { MapPage } from '#tests/e2e/map/MapPage.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { axeViolations } from '#tests/e2e/site/soundPage.ts';
import { expect, type Page, test } from '#tests/support/journey.ts';

/** Milliseconds from each key until the list of the search has changed, as the page itself saw it. */
function watchKeys(page: Page) {
  return page.evaluate(() => {
    const waits: number[] = [];
    let keyMs = 0;
    document.addEventListener('beforeinput', () => {
      keyMs = performance.now();
    });
    new MutationObserver((changes) => {
      const inList = changes.some(({ target }) => target instanceof Element && target.closest('[role="listbox"]'));
      if (inList && keyMs > 0) waits.push(performance.now() - keyMs);
      if (inList) keyMs = 0;
    }).observe(document.body, { childList: true, subtree: true });
    Object.assign(window, { keyWaits: waits });
  });
}

test('by keyboard alone a place is found, gone to and measured from; Escape clears, then closes; a right click sets the measuring point, a drag moves it, its cross removes it', async ({
  page,
}) => {
  const screen = new MapPage(page);
  await screen.open('/map');
  const open = page.getByRole('button', { name: 'Find a place' });
  await open.focus();
  await page.keyboard.press('Enter');
  const box = page.getByRole('combobox', { name: 'Find a place' });
  await expect(box).toBeFocused();
  await expect(page.getByText('Place names: GeoNames')).toBeVisible();
  await watchKeys(page);
  await page.keyboard.type('bansko', { delay: 150 });
  const options = page.getByRole('option');
  await expect(options.first()).toContainText('Bansko');
  await expect(options.first()).toContainText('Bulgaria');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  const waits = (await page.evaluate('window.keyWaits')) as number[];
  process.stdout.write(`first result after a key: ${waits.map((ms) => ms.toFixed(1)).join(', ')} ms\n`);
  expect(waits.length).toBeGreaterThan(2);
  await page.keyboard.press('Escape');
  await expect(box).toHaveValue('');
  await expect(options).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(box).toBeHidden();
  await expect(open).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('stara z');
  await expect(options.first()).toContainText('Stara Zagora');
  await page.keyboard.press('ArrowDown');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/point=42\.4\d*,25\.6\d*/);
  await expect(page).toHaveURL(/view=42\.4\d*,25\.6\d*,10z/);
  await expect(open).toBeFocused();
  await page.goBack();
  await expect(page).not.toHaveURL(/point=/);
  await screen.whole();
  await screen.map.click({ button: 'right', position: { x: 500, y: 220 } });
  await expect(page).toHaveURL(/point=/);
  const before = new URL(page.url()).searchParams.get('point');
  const mark = page.getByRole('img', { name: 'Measuring point' });
  // The bar may grow by what is told of the point, and the mark goes down with the map: this waits until it stands.
  await mark.hover();
  const at = await mark.boundingBox();
  if (!at) throw new Error('no mark');
  await page.mouse.down();
  await page.mouse.move(at.x + 60, at.y + 50, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => new URL(page.url()).searchParams.get('point')).not.toBe(before);
  await page.getByRole('button', { name: 'Remove the measuring point' }).click();
  await expect(page).not.toHaveURL(/point=/);
  await expect(mark).toBeHidden();
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

  test('in Bulgarian at 360 px the open search fits, its targets measure 44 px, axe finds nothing, and a place is tapped', async ({
    page,
  }) => {
    await page.route(`${TILE_ORIGIN}/**`, (route) => route.fulfill({ status: 204 }));
    await page.addInitScript(() => localStorage.setItem('language', 'bg'));
    await page.goto(`${MapPage.BALKANS}&point=42.5,22`);
    await page.getByRole('button', { name: 'Намери място' }).tap();
    await page.getByRole('combobox').fill('nov');
    await expect(page.getByRole('option')).toHaveCount(8);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    for (const target of await page.locator('search button, search [role="option"], search input').all()) {
      const box = await target.boundingBox();
      expect(box?.height, await target.innerHTML()).toBeGreaterThanOrEqual(43.5);
    }
    expect(await axeViolations(page, 'main')).toEqual([]);
    await page.getByRole('combobox').fill('солун');
    await page.getByRole('option', { name: /Солун/ }).first().tap();
    await expect(page).toHaveURL(/point=40\.6\d*,22\.9\d*/);
  });

  test('a finger held on the map for half a second sets the measuring point, a swipe does not', async ({ page }) => {
    // The card that asks for the position would lie under the finger.
    await page.addInitScript(() => localStorage.setItem('map.position', 'declined'));
    // In an empty view a note would lie there.
    const strike = { id: 's1', ordinal: 1, latitude: 41, longitude: 20, atMs: Date.now() - 90_000 };
    await scriptFeed(page, { feed: goodFeed(), strikes: [strike], slices: 'served' });
    const screen = new MapPage(page);
    await screen.open(MapPage.BALKANS);
    await screen.whole();
    const map = await screen.map.boundingBox();
    if (!map) throw new Error('no map');
    const [x, y] = [map.x + map.width / 2, map.y + 200];
    const finger = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
    // Sent together: on a busy machine the finger would rest for half a second before it moves.
    await Promise.all([touch('touchStart', { x, y }), touch('touchMove', { x: x + 20, y })]);
    for (const moved of [40, 80]) {
      await touch('touchMove', { x: x + moved, y });
      // The map moves once a frame.
      await page.evaluate(() => new Promise((render) => requestAnimationFrame(render)));
    }
    await touch('touchEnd');
    await expect(page).toHaveURL(/view=42\.\d+,2[01]\.\d+/);
    await expect(page).not.toHaveURL(/point=/);
    // A page that does not answer a touch within a second is no longer told of it.
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
    await touch('touchStart', { x, y });
    await expect(page).toHaveURL(/point=\d+\.\d+,\d+\.\d+/);
    await touch('touchEnd');
    await expect(page.getByRole('img', { name: 'Measuring point' })).toBeVisible();
  });
});

test('coordinates are gone to even if the place names cannot be loaded, which is said', async ({ page }) => {
  const screen = new MapPage(page);
  await page.route('**/gazetteer-*.txt', (route) => route.fulfill({ status: 503 }));
  await screen.open('/map');
  await page.getByRole('button', { name: 'Find a place' }).click();
  await expect(page.getByText('Coordinates still work')).toBeVisible();
  const box = page.getByRole('combobox');
  await box.fill('42°42′N 24°19.2′E');
  await expect(page.getByRole('option')).toHaveText(['42.7000, 24.3200']);
  await page.unroute('**/gazetteer-*.txt');
  await page.getByRole('button', { name: 'Try again' }).click();
  await box.fill('nosuchplaceatall');
  await expect(page.getByText('Place not found')).toBeVisible();
  await box.fill('42.7, 24.32');
  await box.press('Enter');
  await expect(page).toHaveURL(/point=42\.7,24\.32/);
});
