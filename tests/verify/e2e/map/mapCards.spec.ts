import { MapPage } from '#tests/e2e/map/MapPage.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { expect, test } from '#tests/support/journey.ts';

/** What opens over the map and closes again: popup, legend, toasts, the note about strikes that do not load. */
const SOFIA = { latitude: 42.6977, longitude: 23.3219 };
const strikeAgo = (ageMs: number) => ({
  id: 's1',
  ordinal: 1,
  ...SOFIA,
  atMs: Math.floor((Date.now() - ageMs) / 1_000) * 1_000,
});

test('the popup of a strike, opened from the table', async ({ page }) => {
  const screen = new MapPage(page);
  const strike = { ...strikeAgo(90_000), latitude: 41.874, longitude: 23.488 };
  await scriptFeed(page, { feed: goodFeed(), strikes: [strike], slices: 'served' });
  const body = { ...strike, timestamp: new Date(strike.atMs).toISOString(), atMs: undefined };
  await page.route('**/api/v1/strikes/by-ordinal/**', (route) => route.fulfill({ json: body }));
  await screen.open('/map?minutes=360&table=newest&view=41.874,23.488,11z&point=41.7,23.488');
  await screen.whole();
  const show = page.getByRole('row').nth(1).getByRole('button');
  const popup = page.getByRole('article', { name: 'Lightning' });
  const close = popup.getByRole('button', { name: 'Close' });
  await show.focus();
  await page.keyboard.press('Enter');
  await expect(close).toBeFocused();
  await test.step('popup, table and nearest line say where a strike is', async () => {
    const sentence = /2\skm south-east of Razlog/;
    await expect(page.getByRole('row').nth(1)).toContainText(sentence);
    await expect(page.locator('[data-verdict]')).toContainText(sentence);
    await expect(popup).toContainText(sentence);
  });
  await test.step('the popup is as round as the cards beside it, and a focus ring inside it does not stick out', async () => {
    const round = (selector: string) =>
      page.locator(selector).evaluate((element) => getComputedStyle(element).borderRadius);
    expect(await round('.maplibregl-popup-content')).toBe(await round('fieldset[data-map-controls]'));
    const reach = await close.evaluate((button) => {
      const { outlineWidth, outlineOffset, outlineStyle } = getComputedStyle(button);
      return outlineStyle === 'none' ? Number.NaN : Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
    });
    expect(reach).toBeLessThanOrEqual(0);
  });
  await test.step('the link that shares a strike carries the time range', () =>
    expect(popup.getByRole('link', { name: 'Link to this strike' })).toHaveAttribute('href', /minutes=360/));
  await test.step('Escape closes the popup of a strike, and the focus is back where it was', async () => {
    await page.keyboard.press('Escape');
    await expect(popup).toBeHidden();
    await expect(show).toBeFocused();
  });
});

test('the popup tells what the source told of a strike once it is archived, and how likely it is inside the ring', async ({
  page,
}) => {
  const screen = new MapPage(page);
  const primary = {
    name: 'detailed',
    kind: 'cg-stroke',
    supportsAlerts: true,
    worstDelayMs: 60_000,
    errorKm: 0.5,
    ellipseShare: 0.5,
    attribution: '',
  } as const;
  const strike = strikeAgo(90_000);
  await scriptFeed(page, { feed: goodFeed(), strikes: [strike], slices: 'served', primary });
  let requestCount = 0;
  await page.route('**/api/v1/strikes/by-ordinal/1', (route) => {
    requestCount += 1;
    if (requestCount === 1) return route.fulfill({ status: 404, json: {} });
    const { id, ordinal, latitude, longitude, atMs } = strike;
    const ellipse = { semiMajorKm: 0.8, semiMinorKm: 0.3, azimuth: 30 };
    const detail = { type: 'ground', currentKa: -23, multiplicity: 3, ellipse };
    const timestamp = new Date(atMs).toISOString();
    return route.fulfill({ json: { id, ordinal, latitude, longitude, timestamp, ...detail } });
  });
  const northOf = (km: number) => (SOFIA.latitude - km / 111.195).toFixed(4);
  await screen.open(`/map?table=newest&point=${northOf(10)},${SOFIA.longitude}&view=42.6977,23.3219,13z`);
  await screen.whole();
  await page.getByRole('row').nth(1).getByRole('button').click();
  const popup = page.getByRole('article', { name: 'Lightning' });
  await expect(popup).toContainText('ground stroke, −23\u00a0kA, 3 strokes');
  await expect(popup).toContainText('50% within the ellipse of 0.8 × 0.3\u00a0km');
  await expect(popup).toContainText(/\d\d% likely inside your 10\u00a0km ring/);
  await expect(popup.getByRole('link', { name: 'Link to this strike' })).toBeInViewport({ ratio: 1 });
});

for (const { hours, range, url } of [
  { hours: 3, range: 'Last 6 hours', url: /minutes=360/ },
  { hours: 30, range: 'Last hour', url: /\/map\/s1(\?(?!.*minutes)|$)/ },
]) {
  test(`a shared strike ${hours} h old has its place on the map, and a range that holds it if there is one`, async ({
    page,
  }) => {
    const strike = strikeAgo(hours * 3_600_000);
    const screen = new MapPage(page);
    await scriptFeed(page, { feed: goodFeed(), strikes: [strike], slices: 'served' });
    const body = { ...strike, timestamp: new Date(strike.atMs).toISOString(), atMs: undefined };
    await page.route('**/api/v1/strikes/s1**', (route) => route.fulfill({ json: body }));
    await screen.open('/map/s1');
    await expect(page.getByRole('article', { name: 'Lightning' })).toBeVisible();
    await expect(page.locator('[data-open-strike]')).toBeVisible();
    await expect(page.getByRole('radio', { name: range })).toBeChecked();
    await expect(page).toHaveURL(url);
    if (hours < 24) await expect.poll(() => screen.inView()).toBe(1);
    else await expect(page.locator('[data-open-strike] path').first()).toBeVisible();
  });
}

test('each of two toasts lives its six seconds, whenever the other comes; slices that cannot be loaded are never read as an empty sky', async ({
  page,
}) => {
  const screen = new MapPage(page);
  await page.addInitScript(`navigator.geolocation.getCurrentPosition = (done, failed) => failed({ message: 'none' });
  window.toasts = {}; new MutationObserver(() => {
    for (const topic of ['slices', 'position']) {
      const shown = document.querySelector('[data-topic="' + topic + '"]');
      const seen = (window.toasts[topic] ??= {});
      if (shown) seen.text = shown.textContent;
      if (shown) seen.shownMs ??= performance.now();
      else if (seen.shownMs !== undefined) seen.hiddenMs ??= performance.now();
    }
  }).observe(document, { subtree: true, childList: true });`);
  await scriptFeed(page, { feed: goodFeed(), strikes: [], slices: 'served' });
  let fail = () => {};
  const failing = new Promise<void>((resolve) => (fail = resolve));
  await page.route('**/api/v1/tiles/**', async (route) => {
    await failing;
    await route.fulfill({ status: 500 });
  });
  await screen.open('/map');
  await screen.control('My location').click();
  await expect(page.locator('[data-topic="position"]')).toBeVisible();
  fail();
  for (const topic of ['slices', 'position']) {
    const hidden = `window.toasts.${topic}.hiddenMs`;
    await expect.poll(() => page.evaluate(`${hidden} ?? 0`)).toBeGreaterThan(0);
    const livedMs = await page.evaluate<number>(`${hidden} - window.toasts.${topic}.shownMs`);
    expect(livedMs, topic).toBeGreaterThan(5_800);
    expect(livedMs, topic).toBeLessThan(12_000);
  }
  expect(await page.evaluate('window.toasts.slices.text')).toContain('Error loading data. Please try again.');
  await expect(page.getByText('No lightning events found in this area')).toBeHidden();
});

test('while strikes cannot be loaded the map says so and stays saying so, and trying again helps at once', async ({
  page,
}) => {
  await page.clock.install();
  const screen = new MapPage(page);
  await scriptFeed(page, { feed: goodFeed(), strikes: [strikeAgo(90_000)], slices: 'failing' });
  await screen.open('/map');
  const note = page.getByText('Incomplete: strikes could not be loaded');
  await expect(note).toBeVisible();
  // The clock stands from here on, or the page would try again by itself.
  await page.clock.pauseAt(Date.now() + 8_000);
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(note).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await scriptFeed(page, { feed: goodFeed(), strikes: [strikeAgo(90_000)], slices: 'served' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.clock.resume();
  await expect(note).toBeHidden();
  await screen.whole();
});
