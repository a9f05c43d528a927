import { tileAt } from '#shared/geo/tile.ts';
import { HOUR_MS } from '#shared/time.ts';
import { parseDayKey, utcDay } from '#shared/utcDay.ts';
import { encodeDayGrid } from '#shared/wire/dayGrid.ts';
import { MapPage } from '#tests/e2e/map/MapPage.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { axeViolations } from '#tests/e2e/site/soundPage.ts';
import { expect, type Page, RENDERED, test } from '#tests/support/journey.ts';

/** A moment of the past: what is shown of it, how one comes to it and back, and that it is never taken for now. */
const HOME = { west: 13, south: 34, east: 30, north: 48 };
const BAR_MS = 600_000;
/** On the hour, two days ago. */
const T_MS = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 48 * HOUR_MS;
const address = (atMs: number, minutes: number) => `t=${new Date(atMs).toISOString().slice(0, 16)}Z&w=${minutes}`;
const VIEW = '/map?view=42.7,23.32,9z';

const strikes = [
  // Live, and not to be seen in the past.
  ...[1, 2, 3].map((n) => strike(n, Date.now() - n * 20_000, 42.75)),
  // In the hour before T, one a minute; five in the ten minutes after it.
  ...Array.from({ length: 60 }, (_, n) =>
    strike(100 + n, T_MS - 30_000 - n * 60_000, 42.75 - (n % 6) * 0.03, 23.1 + Math.floor(n / 6) * 0.05),
  ),
  ...Array.from({ length: 5 }, (_, n) => strike(200 + n, T_MS + 60_000 * (n + 1), 42.65)),
];

function strike(ordinal: number, atMs: number, latitude: number, longitude = 23.3) {
  return { id: `s${ordinal}`, ordinal, atMs, latitude, longitude };
}

async function history(page: Page, feed = goodFeed()): Promise<MapPage> {
  await scriptFeed(page, { feed, strikes, slices: 'served', areas: { home: HOME, coverage: HOME } });
  await page.route('**/api/v1/counts?**', (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [fromMs, toMs] = [
      Date.parse(query.get('from') ?? ''),
      Math.min(Date.parse(query.get('to') ?? ''), Date.now()),
    ];
    const counts = [];
    for (let atMs = fromMs; atMs < toMs; atMs += BAR_MS) {
      const inBar = strikes.filter((one) => one.atMs >= atMs && one.atMs < atMs + BAR_MS).length;
      counts.push({ from: new Date(atMs).toISOString(), strikes: inBar });
    }
    const iso = (ms: number) => new Date(ms).toISOString();
    const gaps = [{ from: iso(T_MS - 60 * HOUR_MS), to: iso(T_MS - 54 * HOUR_MS) }];
    return route.fulfill({
      json: { by: '10min', from: iso(fromMs), to: iso(toMs), counts, completeTo: iso(toMs - 5_000), gaps },
    });
  });
  await page.route('**/api/v1/days/*/hours', (route) => {
    const dayMs = parseDayKey(new URL(route.request().url()).pathname.split('/').at(-2) ?? '') ?? 0;
    const counts = strikes
      .filter(({ atMs }) => utcDay(atMs) === utcDay(dayMs))
      .map(({ atMs, longitude, latitude }) => {
        return { ...tileAt(longitude, latitude, 10), hour: new Date(atMs).getUTCHours(), strikes: 1 };
      });
    const headers = { 'complete-to': new Date(Date.now() - 5_000).toISOString(), 'data-gaps': 'none' };
    const body = Buffer.from(encodeDayGrid({ day: utcDay(dayMs), zoom: 10, counts }));
    return route.fulfill({ body, headers });
  });
  return new MapPage(page);
}

test(
  'a moment in the address shows its window, by keyboard alone one steps on and back to now; nothing is uploaded twice',
  RENDERED,
  async ({ page }) => {
    const screen = await history(page);
    const slider = page.getByRole('slider', { name: 'Moment shown' });
    // Until the timeline's own file has come, nothing of now is shown for the moment asked for.
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route('**/assets/Timeline-*.js', async (route) => {
      await arrived;
      await route.continue();
    });
    const liveSlices = page.waitForResponse('**/api/v1/tiles/**');
    await screen.open(`${VIEW}&${address(T_MS, 60)}`);
    await liveSlices;
    await expect(screen.state).toContainText('Connecting');
    expect([await screen.inView(), await screen.strikePixels()]).toEqual([0, 0]);
    arrive();
    await expect(screen.state).toContainText('The past');
    await expect.poll(() => screen.inView()).toBe(60);
    await screen.whole();
    await expect(screen.state).not.toContainText('Live');
    await expect(page.locator('[data-timeline] [data-gap="36"]')).toBeVisible();
    // No live strike is as old.
    await expect.poll(() => screen.strikePixels()).toBeGreaterThan(50);
    expect(await axeViolations(page, 'main')).toEqual([]);

    const before = await screen.uploads();
    await slider.focus();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft');
    await expect(page).toHaveURL(new RegExp(address(T_MS - 3 * BAR_MS, 60)));
    await expect.poll(() => screen.inView()).toBe(30);
    expect(await screen.uploads()).toEqual(before);

    await screen.openNow();
    await page.getByText('Recent strikes in view as a table').click();
    await expect(page.locator('tbody tr').first()).toContainText(
      new Date(T_MS - 3 * BAR_MS - 30_000).toISOString().slice(0, 19),
    );
    await page.getByRole('button', { name: 'Show on the map' }).first().click();
    await expect(page.getByRole('article', { name: 'Lightning' })).toContainText('2 days ago');
    await page.keyboard.press('Escape');

    await slider.press('End');
    await expect(screen.state).toContainText('Live');
    await expect.poll(() => screen.inView()).toBe(3);
    await expect(page).not.toHaveURL(/[?&]t=/);
  },
);

test('playing lets the storm pass; a feed that is down is said in the past too, and a wall says that it is not live', async ({
  page,
}) => {
  const down = { ...goodFeed(), state: 'down' as const, lastSuccessMs: Date.now() - 600_000 };
  const screen = await history(page, down);
  await screen.open(`/map?view=42.7,23.32,6z&${address(T_MS - 50 * 60_000, 10)}&wall=1`);
  await expect(page.locator('[data-past-alarm]')).toContainText('NOT LIVE');
  await expect(screen.feed).toContainText('no live data');
  await expect.poll(() => screen.inView()).toBe(10);
  await page.mouse.move(500, 300);
  await page.getByLabel('Speed').selectOption('1 hr a second');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => screen.inView()).toBe(0);
  await page.getByRole('button', { name: 'Pause' }).click();

  // Faster than strikes can be read: their hour's counts pass instead, and say so.
  await page.getByRole('slider', { name: 'Moment shown' }).press('PageUp');
  await page.getByRole('slider', { name: 'Moment shown' }).press('PageDown');
  const rows = await screen.uploads();
  await page.getByLabel('Window').selectOption('6 hr');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.locator('[data-wall-third]')).toContainText('counts by hour and tile');
  await expect.poll(() => screen.inView()).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.locator('[data-wall-third]')).not.toContainText('counts by hour and tile');
  expect((await screen.uploads()).rows).toBeGreaterThanOrEqual(rows.rows);
  await screen.feed.getByRole('button', { name: 'Back to live' }).click();
  await expect(page.locator('[data-chip]')).toContainText('No data');
  await expect(page.locator('[data-past-alarm]')).toHaveCount(0);
});
