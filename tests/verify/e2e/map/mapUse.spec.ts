import { MapPage, openTools } from '#tests/e2e/map/MapPage.ts';
import { publishStrikes } from '#tests/e2e/map/publishStrikes.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { expect, RENDERED, test } from '#tests/support/journey.ts';

const ZONE = 'Asia/Tokyo';
test.use({ timezoneId: ZONE });

const centralStrike = () => ({
  id: 's1',
  ordinal: 1,
  latitude: 42.6977,
  longitude: 23.3219,
  atMs: Math.floor(Date.now() / 1_000) * 1_000 - 90_000,
});

test('a click on a strike opens its time by the visitor’s clock and in UTC without a fraction, its age and its place; the nearest strike is told from a chosen point, with distance and direction', async ({
  page,
}) => {
  const screen = new MapPage(page);
  const strike = centralStrike();
  const own = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, dateStyle: 'medium', timeStyle: 'medium' });
  const times = `${own.format(strike.atMs)} ${new Date(strike.atMs).toISOString().replace('.000Z', 'Z')}`;
  const change = await scriptFeed(page, { feed: goodFeed(), strikes: [strike], slices: 'served' });
  await screen.open('/map');
  await expect.poll(() => screen.inView()).toBe(1);
  await screen.map.click();
  const popup = page.getByRole('article', { name: 'Lightning' });
  await expect(popup).toContainText(times);
  await expect(popup).toContainText(/\d\smin ago/);
  await expect(popup).toContainText('42.6977, 23.3219');
  await popup.getByRole('button', { name: 'Close' }).click();
  await expect(popup).toBeHidden();
  await change({ feed: goodFeed(), strikes: [{ ...centralStrike(), latitude: 42.7877 }], slices: 'served' });
  await screen.openNow();
  await page.getByRole('button', { name: 'Measure from the map’s centre' }).click();
  await expect(page).toHaveURL(/point=42.6977,23.3219/);
  await expect(screen.verdict).toContainText(/Lightning 10\skm north of the point, [1-3]\smin ago/);
  await expect(page.getByRole('img', { name: 'Measuring point' })).toBeVisible();
});

test('legend, sound and filter, in one visit', async ({ page }) => {
  const screen = new MapPage(page);
  await screen.open();
  const legend = page.getByRole('region', { name: 'Legend and help' });
  await test.step('legend and help open and close by the info control, within 300 px', async () => {
    await screen.control('Legend and help').click();
    await expect(legend.getByRole('listitem')).toHaveText([
      'Last 5 minutes',
      'Last 30 minutes',
      'Older than 30 minutes',
      /They cool from yellow to red/,
      /The violet cloud is the last 10 minutes/,
      /Tap a strike/,
      /A line shows where the nearest storm is going/,
      /Hold a finger on the map/,
      /does not replace official warnings/,
    ]);
    expect((await legend.boundingBox())?.width).toBeLessThanOrEqual(300);
    await legend.getByRole('button', { name: 'Close legend' }).click();
    await expect(legend).toBeHidden();
  });
  await test.step('the legend follows its button in tab order, and Escape closes it and leads back to the button', async () => {
    const button = screen.control('Legend and help');
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(legend).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(legend.getByRole('button', { name: 'Close legend' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(legend).toBeHidden();
    await expect(button).toBeFocused();
  });
  await test.step('sound is off until it is switched on, and has a volume', async () => {
    await openTools(page);
    const button = page.getByRole('switch', { name: 'Sound for new strikes' });
    await expect(button).not.toBeChecked();
    await expect(page.getByRole('slider', { name: 'Volume' })).toBeHidden();
    await button.click();
    await expect(button).toBeChecked();
    await expect(page.getByRole('slider', { name: 'Volume' })).toHaveValue('0.5');
  });
  await test.step('the widest range is called by what it shows, and stands in the address', async () => {
    await page.getByRole('radio', { name: 'Last 25 hours' }).check();
    await expect(page).toHaveURL(/minutes=all/);
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Last 25 hours' })).toBeChecked();
  });
});

test('one bar can be picked by keyboard, which narrows the map, and given up again', RENDERED, async ({ page }) => {
  const screen = new MapPage(page);
  const strikes = [centralStrike(), { ...centralStrike(), id: 's2', ordinal: 2, atMs: Date.now() - 1_800_000 }];
  await scriptFeed(page, { feed: goodFeed(), strikes, slices: 'served' });
  await screen.open('/map');
  await expect.poll(() => screen.strikePixels()).toBeGreaterThan(50);
  await screen.openNow();
  await page.getByRole('slider', { name: 'Show one moment only' }).focus();
  await page.keyboard.press('Home');
  await expect.poll(() => screen.strikePixels()).toBe(0);
  await page.keyboard.press('Escape');
  await expect.poll(() => screen.strikePixels()).toBeGreaterThan(50);
});

test('a strike that arrives while one watches flashes, and nothing of the flash stays; with reduced motion nothing is marked by movement', async ({
  page,
  request,
}) => {
  const screen = new MapPage(page);
  await page.addInitScript(`window.flashes = 0; new MutationObserver((changes) => {
    for (const change of changes) for (const node of change.addedNodes) if (node.dataset?.flash !== undefined) window.flashes += 1;
  }).observe(document, { subtree: true, childList: true });`);
  await screen.open();
  await screen.whole();
  await publishStrikes(request, 3, { latitude: 43, longitude: 22.5 });
  await expect.poll(() => page.evaluate<number>('window.flashes'), { timeout: 60_000 }).toBeGreaterThan(0);
  await expect.poll(() => page.locator('[data-flash]').count()).toBe(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const flashes = await page.evaluate('window.flashes');
  const { rows } = await screen.uploads();
  await publishStrikes(request, 3, { latitude: 43, longitude: 22.5 });
  await expect.poll(async () => (await screen.uploads()).rows, { timeout: 60_000 }).toBeGreaterThan(rows);
  expect(await page.evaluate('window.flashes')).toBe(flashes);
});
