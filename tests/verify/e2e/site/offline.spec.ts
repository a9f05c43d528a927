import { MapPage } from '#tests/e2e/map/MapPage.ts';
import { expect, test } from '#tests/support/journey.ts';
import { FIRST_STRIKES } from '#web/sky/previewElement.ts';

test.use({ serviceWorkers: 'allow' });

/**
 * A page that waited for a connection would wait far longer. How fast it is without one depends on the machine, and is
 * printed: 0.3 s on a quiet one, 1.5 s on one that is busy.
 */
const WAITS_FOR_NOBODY_MS = 4_000;

/** Whether the worker has everything of its build, and the page has kept the sky. */
const isRetained = `(async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith('site-'));
  const whole = await Promise.all(names.map(async (name) => (await caches.open(name)).match('/.complete')));
  const databases = await indexedDB.databases();
  return Boolean(navigator.serviceWorker.controller) && whole.some(Boolean) && databases.some(({ name }) => name === 'sky');
})()`;

test('after one visit the map loads without a network: last strikes at once, with their time, never as live', async ({
  page,
  context,
}) => {
  const screen = new MapPage(page);
  await screen.open();
  await screen.whole();
  await expect.poll(() => page.evaluate(isRetained), { timeout: 45_000 }).toBe(true);
  await context.setOffline(true);
  await page.reload({ waitUntil: 'commit' });
  const visibleMs = async () =>
    page.evaluate((name) => performance.getEntriesByName(name)[0]?.startTime ?? 0, FIRST_STRIKES);
  await expect.poll(visibleMs).toBeGreaterThan(0);
  const figures = { strikesMs: Math.round(await visibleMs()) };
  process.stdout.write(`offline reload: ${JSON.stringify(figures)}\n`);
  expect(figures.strikesMs).toBeLessThanOrEqual(WAITS_FOR_NOBODY_MS);
  await expect(screen.state).toContainText(/Offline/);
  await expect(screen.feed).toContainText(/You are offline\. The map shows \d\d:\d\d\./);
  await expect(screen.feed).toContainText('Simulated');
  await expect(screen.state).not.toContainText(/Live/);
  await expect.poll(() => screen.inView()).toBeGreaterThan(0);
  await context.setOffline(false);
  await expect(screen.state).toContainText(/Live/);
});
