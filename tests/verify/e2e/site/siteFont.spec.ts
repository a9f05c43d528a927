import { TILE_ORIGIN } from '#shared/http.ts';
import { LANGUAGES } from '#shared/languages.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { expect, open, test } from '#tests/e2e/site/siteTest.ts';

/** A stand-in that is wider or narrower than this breaks lines elsewhere, and what lies below moves. */
const MOST_DIFFERENCE = 0.02;
/** Stand-ins whose font this machine may have; one that it lacks is passed over by the browser as well. */
const FAKES = ['Stand-in Arial', 'Stand-in Noto'];
const WEIGHTS = [400, 600];

test("the site's own letters are there, and what stands in for them is as wide and as high, in each language", async ({
  page,
}) => {
  for (const language of LANGUAGES) {
    await open(page, `/${language}`);
    const family = (name: string) => (language === 'bg' ? `${name} bg` : name);
    const sizes = await page.evaluate(
      async ({ families, weights }) => {
        const line = document.createElement('span');
        line.style.cssText = 'position:absolute;white-space:nowrap;font-size:32px;line-height:normal';
        line.textContent = document.querySelector('main')?.innerText.replace(/\s+/g, ' ') ?? '';
        document.body.append(line);
        const measured = [];
        for (const family of families)
          for (const weight of weights) {
            line.style.font = `${weight} 32px / normal "${family}"`;
            const loaded = await document.fonts.load(line.style.font, line.textContent).catch(() => []);
            const { width, height } = line.getBoundingClientRect();
            measured.push({ family, weight, width, height, found: loaded.length > 0 });
          }
        line.remove();
        return measured;
      },
      { families: ['Site Sans', ...FAKES.map(family)], weights: WEIGHTS },
    );
    const own = sizes.filter((size) => size.family === 'Site Sans');
    const others = sizes.filter((size) => size.family !== 'Site Sans' && size.found);
    expect(own.every(({ found }) => found)).toBe(true);
    expect(others.length).toBeGreaterThan(0);
    for (const other of others) {
      const same = own.find(({ weight }) => weight === other.weight);
      const what = `${language}: ${other.family} ${other.weight}`;
      expect(Math.abs(other.width / (same?.width ?? 0) - 1), what).toBeLessThanOrEqual(MOST_DIFFERENCE);
      expect(Math.abs(other.height - (same?.height ?? 0)), what).toBeLessThanOrEqual(1);
    }
  }
});

test('on the map the font is asked for after the first strikes have come, never before', async ({ page }) => {
  const strike = { id: 's1', ordinal: 1, latitude: 42.5, longitude: 22, atMs: Date.now() - 90_000 };
  await scriptFeed(page, { feed: goodFeed(), strikes: [strike], slices: 'served' });
  await page.route(`${TILE_ORIGIN}/**`, (route) => route.fulfill({ status: 204 }));
  await page.goto('/en/map?view=42.5,22,5z');
  const request = () => performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.woff2'))?.startTime;
  await page.waitForFunction(request);
  const requestedMs = (await page.evaluate(request)) ?? 0;
  // How long a frame with the strikes takes is the machine's: what the font waits for is their arrival.
  const slices = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/api/v1/tiles/'))
      .map((slice) => ({ from: slice.startTime, to: (slice as PerformanceResourceTiming).responseEnd })),
  );
  const before = slices.filter(({ from }) => from < requestedMs);
  expect(before.length).toBeGreaterThan(0);
  for (const { to } of before) expect(to).toBeLessThanOrEqual(requestedMs);
});
