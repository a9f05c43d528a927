import { type Browser, chromium } from '@playwright/test';
import sharp from 'sharp';
import { TILE_ORIGIN } from '#shared/http/tileOrigin.ts';
import { chromiumArguments, findChromium } from '#tests/support/findChromium.ts';
import { wholeMap } from './wholeMap.ts';

/**
 * How much of the map is of one flat tone, without a tile host: `npm run flatness -- [ADDRESS]`, against a running product.
 * The share of the map's pixels, names and strikes among them, that have one of three neighbouring levels of luminance, of
 * the three that most have. By day and by night.
 */
const [address = 'http://127.0.0.1:8787'] = process.argv.slice(2);

const VIEWS = [
  { view: '42.7,23.3,6z', most: 0.35 },
  { view: '42.7,23.3,7z', most: 0.35 },
  { view: '42.6977,23.3219,11z', most: 0.7 },
] as const;
/** Controls are left out: they lie at the edges. */
const MAP = '.maplibregl-map';

let missed = 0;
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
for (const theme of ['light', 'dark'] as const) {
  for (const { view, most } of VIEWS) {
    const share = flatShare(await picture(browser, `${address}/map?view=${view}&theme=${theme}`));
    if (share > most) missed += 1;
    process.stdout.write(
      `${share > most ? 'MISS' : 'ok  '} ${theme} ${view}: ${(100 * share).toFixed(0)} % of one tone (≤ ${100 * most} %)\n`,
    );
  }
}
await browser.close();
process.exitCode = missed > 0 ? 1 : 0;

/** The map's levels of luminance, once nothing of the ground is awaited any more. */
async function picture(browser: Browser, url: string): Promise<Uint8Array> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.route(`${TILE_ORIGIN}/**`, (route) => route.abort());
  await page.goto(url);
  await page.waitForResponse((response) => /\/basemap\/(relief|rivers)\//.test(response.url()));
  await wholeMap(page);
  const bytes = await page.locator(MAP).screenshot();
  await page.close();
  return await sharp(bytes).greyscale().raw().toBuffer();
}

function flatShare(levels: Uint8Array): number {
  const counts = new Array<number>(258).fill(0);
  for (const level of levels) counts[level + 1] = (counts[level + 1] ?? 0) + 1;
  const triples = counts.slice(1, -1).map((count, at) => (counts[at] ?? 0) + count + (counts[at + 2] ?? 0));
  return Math.max(...triples) / levels.length;
}
