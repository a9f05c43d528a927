import { MapPage } from '#tests/e2e/map/MapPage.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { stormyDay } from '#tests/e2e/map/stormyDay.ts';
import { expect, type Request, test } from '#tests/support/journey.ts';

const PLOVDIV = { latitude: 42.1354, longitude: 24.7453 };

test('the position is asked for by one tap, as specified, which says that it stays in this browser, and by nothing else; one that cannot be found is logged, and the map shows the area of Sofia', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const requested = { count: 0 };
    Object.assign(window, { positionRequests: requested });
    navigator.geolocation.getCurrentPosition = (_done, failed, positionOptions) => {
      requested.count += 1;
      const refuse = () => failed?.({ message: 'no satellites' } as GeolocationPositionError);
      Object.assign(window, { positionOptions, refuse });
    };
  });
  const screen = new MapPage(page);
  await screen.open('/map?view=40,20,8z');
  expect(await page.evaluate('window.positionRequests.count')).toBe(0);
  await page.getByRole('button', { name: 'How far from me?' }).click();
  await expect(page.getByText('Your position stays in this browser')).toBeVisible();
  expect(await page.evaluate('window.positionRequests.count')).toBe(1);
  const options = { enableHighAccuracy: false, timeout: 15_000, maximumAge: 60_000 };
  expect(await page.evaluate('window.positionOptions')).toEqual(options);
  const logged = page.waitForEvent('console', (message) => message.text().includes('no satellites'));
  await page.evaluate('window.refuse()');
  await logged;
  await expect(page.getByText('Your position could not be found')).toBeVisible();
  await expect(page).toHaveURL(/view=42\.6977,23\.3219,10z/);
});

test('where the browser already may, the position is shown on load, with its tooltip, and is in no request: neither in its address nor in what it says of the page it comes from', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation(PLOVDIV);
  const sent: Request[] = [];
  page.on('request', (request) => void sent.push(request));
  const screen = new MapPage(page);
  await screen.open('/map');
  await expect(page).toHaveURL(/view=42\.13\d*,24\.74\d*,\d+(\.\d+)?z/);
  await expect(page.getByRole('img', { name: 'Your location' })).toBeVisible();
  // From here on the page's address holds the position.
  const before = sent.length;
  await page.evaluate(() => fetch('/api/v1/status'));
  const requests = [...sent];
  expect(requests.slice(before).map((request) => new URL(request.url()).pathname)).toContain('/api/v1/status');
  for (const request of requests) {
    expect(request.url()).not.toMatch(/42\.1|24\.7/);
    expect(JSON.stringify(await request.allHeaders())).not.toMatch(/42\.1|24\.7/);
  }
});

test('a first view without lightning widens once until the nearest storm is in it; a view that somebody chose stays, and begins the next visit', async ({
  page,
}) => {
  const { cells } = stormyDay(Date.now() - 60_000);
  const home = { west: 16, south: 37.5, east: 29.5, north: 47.5 };
  await scriptFeed(page, { feed: goodFeed(), strikes: [], cells, slices: 'served', areas: { home, coverage: home } });
  const screen = new MapPage(page);
  await screen.open('/map');
  await expect(page).toHaveURL(/view=42\.6977,23\.3219,[6-9](\.\d+)?z/);
  const wide = new URL(page.url()).searchParams.get('view');
  await screen.open('/map');
  await expect(page).toHaveURL(`/map?view=${wide}`);
  await screen.control('Zoom in').click();
  await expect(page).not.toHaveURL(`/map?view=${wide}`);
  const chosen = new URL(page.url()).searchParams.get('view');
  await screen.open('/map');
  await screen.whole();
  await screen.control('Zoom in').click();
  await screen.control('Zoom out').click();
  await expect(page).toHaveURL(`/map?view=${chosen}`);
});
