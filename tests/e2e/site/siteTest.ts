import { TILE_ORIGIN } from '#shared/http.ts';
import { test as base, expect, type Locator, type Page } from '#tests/support/journey.ts';
import { parsePath } from '#web/kit/routing/routes.ts';
import { isToolPage } from '#web/map/tools/mapTools.ts';

interface Fixtures {
  /** What the browser's console said that it should not have; fails the test unless the test empties it. */
  consoleErrors: string[];
}

/** Opens an address and waits until the page answers itself. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('html[data-alive]').waitFor({ state: 'attached' });
}

/** Polled: a page may mount its title anew when its program has arrived. */
export async function expectBelowTitle(page: Page, line: Locator, where?: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 }).first();
  await expect
    .poll(async () => {
      const [title, box] = [await heading.boundingBox(), await line.boundingBox()];
      return title !== null && box !== null && box.y > title.y + title.height;
    }, where)
    .toBe(true);
}

/** Most look at what a page is once its entrance is over; those about motion ask for it. */
const still = { reducedMotion: 'reduce' } as const;

/**
 * Tests of the site: a stray message in the console, an uncaught error or a foreign request fails them. Only the map asks
 * the tile host, which is beyond this machine and answers nothing.
 */
export const test = base.extend<Fixtures>({
  contextOptions: async ({ contextOptions }, use) => use({ ...contextOptions, ...still }),
  consoleErrors: [
    async ({ page, baseURL }, use) => {
      const consoleErrors: string[] = [];
      page.on('console', (message) => {
        if (message.text() === 'Service Worker registration blocked by Playwright') return;
        // Of the processor that stands in for a graphics card.
        if (/GPU stall due to ReadPixels/.test(message.text())) return;
        if (message.type() === 'error' || message.type() === 'warning') consoleErrors.push(message.text());
      });
      page.on('pageerror', (error) => consoleErrors.push(`uncaught: ${error.message}`));
      await page.route(`${TILE_ORIGIN}/**`, (route) => route.fulfill({ status: 204 }));
      page.on('request', (request) => {
        const url = request.url();
        const isMaps = url.startsWith(TILE_ORIGIN) && isToolPage(parsePath(new URL(page.url()).pathname).page);
        if (!url.startsWith(baseURL ?? '') && !url.startsWith('data:') && !isMaps)
          consoleErrors.push(`foreign: ${url}`);
      });
      await use(consoleErrors);
      expect(consoleErrors).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
