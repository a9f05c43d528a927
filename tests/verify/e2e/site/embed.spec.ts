import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TILE_ORIGIN } from '#shared/http.ts';
import { axeViolations } from '#tests/e2e/site/soundPage.ts';
import { expect, type FrameLocator, type Page, test } from '#tests/support/journey.ts';
import { embedSnippet } from '#web/tools/embed/embedSnippet.ts';

/** Somebody else's page: another origin than the site's, because `localhost` is another host than `127.0.0.1`. */
let host: Server;
let html = '';

test.beforeAll(async () => {
  host = createServer((_, response) => response.setHeader('content-type', 'text/html; charset=utf-8').end(html));
  host.listen(0, 'localhost');
  await once(host, 'listening');
});

test.afterAll(() => void host.close());

async function openHost(page: Page, body: string): Promise<FrameLocator> {
  html = `<!doctype html><title>Host</title><body style="block-size:3000px">${body}</body>`;
  await page.route(`${TILE_ORIGIN}/**`, (route) => route.fulfill({ status: 204 }));
  await page.goto(`http://localhost:${(host.address() as AddressInfo).port}/`);
  return page.frameLocator('iframe');
}

const snippetFor = (origin: string, height: number) =>
  embedSnippet({
    origin,
    siteName: 'Balkan Lightning',
    locale: 'ru',
    view: { latitude: 42.5, longitude: 22, zoom: 4 },
    windowMs: 3_600_000,
    theme: 'dark',
    width: 300,
    height,
  });

test('the snippet draws strikes in a page of another origin, without storage, leaves scrolling to it and costs it at most 40 ms of script', async ({
  page,
  baseURL,
}) => {
  // As where a browser blocks the storage of third parties.
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
  });
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable');
  const frame = await openHost(page, snippetFor(baseURL ?? '', 200));
  await expect(frame.locator('[data-complete="true"]')).toBeVisible();
  const { metrics } = await devTools.send('Performance.getMetrics');
  const scriptMs = 1_000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN);
  process.stdout.write(`script on the host page: ${scriptMs.toFixed(1)} ms\n`);
  expect(scriptMs).toBeLessThanOrEqual(40);
  expect(await page.evaluate(() => document.scripts.length)).toBe(0);
  await expect(frame.locator('[data-strike-rows]')).toHaveCount(1);
  await expect(frame.locator('[data-truth="live"]')).toContainText('Симуляция');
  await expect(frame.locator('html')).toHaveAttribute('lang', 'ru');
  const link = frame.getByRole('link', { name: 'Вся карта' });
  await expect(link).toHaveAttribute('href', '/ru/map?view=42.5,22,4z&theme=dark');
  await expect(link).toHaveAttribute('rel', 'noopener');
  await expect(frame.getByRole('link', { name: /^О проекте/ })).toHaveCount(0);

  await page.mouse.move(150, 120);
  await page.mouse.wheel(0, 400);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  await expect(link).toHaveAttribute('href', '/ru/map?view=42.5,22,4z&theme=dark');
});

test('a feed that cannot be reached is said in large letters over a hatched map, even in 300 × 200', async ({
  page,
  baseURL,
}) => {
  await page.route('**/api/v1/live?**', (route) => route.fulfill({ status: 204 }));
  await page.route('**/api/v1/tiles/**', (route) => route.fulfill({ status: 204 }));
  const frame = await openHost(page, snippetFor(baseURL ?? '', 200));
  const band = frame.locator('[data-no-data]');
  await expect(band).toBeVisible({ timeout: 30_000 });
  await expect(band).toBeInViewport({ ratio: 1 });
  await expect(frame.locator('[data-truth="down"]')).toBeVisible();
});

test('the map in a page of others has a bar of one line and no accessibility faults, in the smallest size and its longest words', async ({
  page,
}) => {
  await page.route(`${TILE_ORIGIN}/**`, (route) => route.fulfill({ status: 204 }));
  await page.setViewportSize({ width: 300, height: 200 });
  await page.goto('/ru/embed?theme=dark');
  await expect(page.locator('[data-complete="true"]')).toBeVisible();
  expect(await axeViolations(page, '[data-theme]')).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(300);
  const { height: bar } = (await page.locator('[data-truth]').boundingBox()) ?? {};
  expect(bar).toBeLessThanOrEqual(40);
  // Nobody there has chosen this site: nothing is kept of them.
  expect(await page.evaluate(() => window.localStorage.length)).toBe(0);
  await page.getByRole('button', { name: 'Приблизить' }).click();
  await expect(page).toHaveURL(/view=/);
});

test('the picture is drawn when it is opened by itself, under the policy of the site', async ({ page }) => {
  await page.goto('/api/v1/picture.svg?bbox=13,34,31,48&lang=bg');
  await expect(page.locator('svg > title')).toHaveText(/^Мълнии за последния час: /);
  const [water] = await page.locator('path').evaluateAll((paths) => paths.map((path) => getComputedStyle(path).fill));
  expect(water).toBe('rgb(211, 223, 233)');
  expect(await page.locator('svg').boundingBox()).toMatchObject({ width: 600, height: 400 });
});

test('no other page may be framed by anybody else', async ({ page, request, baseURL }) => {
  const frame = await openHost(page, `<iframe src="${baseURL}/en/map"></iframe>`);
  await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/');
  await expect(frame.locator('[data-map-frame]')).toHaveCount(0);
  for (const path of ['/en/map', '/en', '/map/1', '/embed.html', '/api/v1/status', '/nowhere']) {
    const headers = (await request.get(path, { maxRedirects: 0 })).headers();
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'");
    expect(headers['x-frame-options'], path).toBe('DENY');
  }
});
