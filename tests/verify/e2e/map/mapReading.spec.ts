import { MapPage } from '#tests/e2e/map/MapPage.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { expect, test } from '#tests/support/journey.ts';

/** What makes strikes legible: how many there are, which is near, and all of it without sight. */
const SOFIA = { latitude: 42.6977, longitude: 23.3219 };
const strikeAt = (ordinal: number, atMs: number, latitude = SOFIA.latitude, longitude = SOFIA.longitude) => ({
  id: `s${ordinal}`,
  ordinal,
  latitude,
  longitude,
  atMs,
});

test('strikes in view, counted and listed', async ({ page }) => {
  const screen = new MapPage(page);
  const many = Array.from({ length: 400 }, (_, index) =>
    strikeAt(index + 1, Date.now() - 60_000 - index * 8_000, 42.6 + (index % 20) * 0.01, 23.2 + (index % 37) * 0.006),
  );
  const change = await scriptFeed(page, { feed: goodFeed(), strikes: many, slices: 'served' });
  await screen.open('/map?view=42.7,23.3,9z&point=42.6977,23.3219');
  await screen.whole();
  await test.step('the count is the same at every zoom that shows the same strikes', async () => {
    for (const zoom of [9, 8, 7, 6]) {
      await expect(page).toHaveURL(new RegExp(`23\\.3,${zoom}z`));
      await expect.poll(() => screen.inView()).toBe(400);
      await screen.control('Zoom out').click();
    }
  });
  await test.step('the table of strikes can be sorted by distance and by time', async () => {
    const nowMs = Date.now();
    const strikes = [30, 5, 20].map((km, index) =>
      strikeAt(index + 1, nowMs - (index + 1) * 60_000, SOFIA.latitude + km / 111.2),
    );
    await change({ feed: goodFeed(), strikes, slices: 'served' });
    await screen.openNow();
    await page.getByText('Recent strikes in view as a table').click();
    const distances = page.getByRole('cell', { name: /km$/ });
    await expect(distances).toHaveText(['30 km', '5 km', '20 km']);
    await page.getByRole('button', { name: 'Distance' }).click();
    await expect(page.getByRole('columnheader', { name: 'Distance' })).toHaveAttribute('aria-sort', 'ascending');
    await expect(distances).toHaveText(['5 km', '20 km', '30 km']);
    await page.getByRole('button', { name: 'Time' }).click();
    await expect(distances).toHaveText(['30 km', '5 km', '20 km']);
  });
});

test('what is near a chosen point, on a map that looks elsewhere', async ({ page }) => {
  const screen = new MapPage(page);
  const strikes = [strikeAt(1, Date.now() - 60_000, SOFIA.latitude + 20 / 111.2)];
  const change = await scriptFeed(page, { feed: goodFeed(), strikes, slices: 'served' });
  await screen.open('/map?view=38,23.7,9z&point=42.6977,23.3219');
  await screen.openNow();
  await test.step('it is known although the map looks elsewhere', async () => {
    await expect(page.getByRole('link', { name: 'Watch this place' })).toHaveAttribute(
      'href',
      /\/watch#at=42\.6977,23\.3219$/,
    );
    await expect(screen.verdict).toContainText(/Lightning 20\skm north of the point/);
    expect(await screen.inView()).toBe(0);
  });
  await page.getByText('Recent strikes in view as a table').click();
  const nearest = page.getByText(/^Nearest strike/).locator('..');
  for (const { when, slices, state, agoMs, texts: pattern, listed } of [
    {
      when: 'once strikes have been read',
      slices: 'served',
      state: 'live',
      agoMs: 0,
      texts: /No lightning within \d+\skm in the last hour/,
      listed: 'No strikes.',
    },
    {
      when: 'not while the feed is down',
      slices: 'served',
      state: 'down',
      agoMs: 600_000,
      texts: /No data since \d.*Lightning may be missing/,
      listed: /The feed is interrupted/,
    },
    {
      when: 'not before strikes have been read',
      slices: 'hang',
      state: 'live',
      agoMs: 0,
      texts: /Still loading/,
      listed: /loading strikes/,
    },
  ] as const) {
    await test.step(`that no strike is near is said of a known sky only: ${when}`, async () => {
      await change({ feed: { ...goodFeed(), state, lastSuccessMs: Date.now() - agoMs }, strikes: [], slices });
      await expect(nearest).toContainText(pattern);
      const known = slices === 'served' && state === 'live';
      await expect(page.locator('details p')).toHaveText(listed);
      if (slices === 'hang') await expect(screen.feed).not.toContainText(/no lightning/i);
      expect(await nearest.textContent()).not.toMatch(known ? /loading/ : /No lightning/);
    });
  }
});

test('a device whose clock is wrong is told so, ages are right all the same, and the summary is read out at most every 30 s', async ({
  page,
}) => {
  await page.clock.install({ time: Date.now() + 10.5 * 60_000 });
  const screen = new MapPage(page);
  const strikes = [strikeAt(1, Date.now() - 60_000, SOFIA.latitude + 8 / 111.2)];
  await scriptFeed(page, { feed: goodFeed(), strikes, slices: 'served' });
  await screen.open('/map');
  await expect(page.getByText(/Your clock is off by 10\smin/)).toBeVisible();
  await expect(screen.details).toContainText(/newest strike [1-3]\smin/i);
  await screen.whole();
  const summary = page.locator('[data-live-summary]');
  await expect(summary).toHaveText('');
  // From here on the page's clock stands still between the steps, however slow the machine is.
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 31_000);
  await expect(summary).toContainText(/Lightning .* at \d/);
  await screen.openNow();
  await page.getByRole('button', { name: 'Measure from the map’s centre' }).click();
  await page.clock.runFor(20_000);
  await expect(summary).not.toContainText('of the point');
  await page.clock.runFor(11_000);
  await expect(summary).toContainText('of the point');
});

test('on a phone, what one needs at once is on the first screen, in long words too, and the map is four fifths of it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const screen = new MapPage(page);
  await screen.request(`/bg${MapPage.BALKANS}`);
  await screen.whole();
  const needed = [
    page.locator('[data-truth]'),
    page.locator('[data-map-controls] button').last(),
    page.getByRole('button', { name: 'Последният час' }),
    page.getByRole('button', { name: 'Далеч ли е от мен?' }),
    page.locator('[data-open-tools]'),
    page.locator('.maplibregl-ctrl-attrib'),
    page.getByRole('button', { name: 'Повторение' }),
  ];
  for (const each of needed) await expect(each).toBeInViewport({ ratio: 1 });
  const map = await page.locator('[data-map-frame]').boundingBox();
  expect((map?.height ?? 0) / 740).toBeGreaterThanOrEqual(0.795);
});
