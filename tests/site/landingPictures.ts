import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { bboxContains, boxAround, formatBBox } from '#shared/geo/BBox.ts';
import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { NAMED_PLACES, type NamedPlace } from '#shared/geo/NamedPlaces.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { chromiumArguments, findChromium } from '#tests/support/findChromium.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { viewBox } from '#web/ground/view/mapQuery.ts';
import { LOCALES } from '#web/kit/i18n/locales.ts';
import { GROUND_PICTURES, type GroundPicture } from '#web/site/landing/sky/heroView.ts';
import { captured, wholeMap } from './builtSite.ts';

/**
 * Takes the landing page's own pictures from the running product and writes them where they are committed: the ground by
 * moonlight with the towns on it, and a phone, a wall and an alert in each language. `npm run tools -- landing-pictures
 * [BASE_URL] [ground | real]`, a quarter of an hour after the product's first start or later.
 */
const MOST_BYTES = 90_000;
const TOWNS = 160;

const folder = (...names: string[]) => join(projectRoot, 'web/site/landing', ...names);

/** The map fills the window, whatever panel is open. */
const ONLY_THE_MAP = `
  .maplibregl-map { position: fixed !important; inset: 0 !important; inline-size: 100vw !important; block-size: 100vh !important; }`;
const ONLY_THE_GROUND = '* { visibility: hidden; } canvas.maplibregl-canvas { visibility: visible; }';

async function groundPicture(browser: Browser, baseUrl: string, picture: GroundPicture): Promise<Buffer> {
  const { width, height, latitude, longitude, zoom } = picture;
  // A service worker would answer in the place of the network.
  const page = await browser.newPage({ viewport: { width, height }, bypassCSP: true, serviceWorkers: 'block' });
  // Layers on the ground that are not ground; names of ranges are in one language.
  await page.route(/\/api\/v1\/(live|cells|fires|crossCheck)|ranges\.geojson/, (route) => route.abort());
  await page.goto(`${baseUrl}/en/map?theme=dark&view=${latitude},${longitude},${zoom}z`);
  await page.locator('#preview').waitFor({ state: 'detached' });
  await page.addStyleTag({ content: ONLY_THE_MAP });
  await wholeMap(page);
  await page.addStyleTag({ content: ONLY_THE_GROUND });
  const ground = (await page.screenshot()).toString('base64');
  await page.close();
  return await moonlit(browser, ground, picture);
}

/** Brighter, and blue: what makes night of a picture of the dark ground. */
async function moonlit(browser: Browser, ground: string, { width, height }: GroundPicture): Promise<Buffer> {
  const page = await browser.newPage({ bypassCSP: true });
  for (let quality = 0.86; quality > 0.3; quality -= 0.06) {
    const created = await page.evaluate(
      async ([ground, width, height, quality]) => {
        const image = new Image();
        image.src = `data:image/png;base64,${ground}`;
        await image.decode();
        const canvas = document.createElement('canvas');
        Object.assign(canvas, { width, height });
        const pen = canvas.getContext('2d');
        if (!pen) throw new Error('no canvas');
        pen.drawImage(image, 0, 0);
        pen.globalCompositeOperation = 'color-dodge';
        pen.fillStyle = 'rgb(74 84 112)';
        pen.fillRect(0, 0, width, height);
        pen.globalCompositeOperation = 'color';
        pen.fillStyle = 'rgb(44 74 138 / 55%)';
        pen.fillRect(0, 0, width, height);
        return canvas.toDataURL('image/webp', quality).split(',')[1] ?? '';
      },
      [ground, width, height, quality] as const,
    );
    const bytes = Buffer.from(created, 'base64');
    if (bytes.length > MOST_BYTES) continue;
    await page.close();
    return bytes;
  }
  throw new Error('The ground is too heavy for a picture');
}

/** The towns that the hero names, the largest first: `[longitude, latitude, en, ru, bg]`. */
function townRows(): string {
  const boxes = Object.values(GROUND_PICTURES).map((view) => viewBox(view, view.width, view.height));
  const rows = NAMED_PLACES.filter(
    ({ kind, longitude, latitude }) => kind === 'town' && boxes.some((box) => bboxContains(box, longitude, latitude)),
  )
    .toSorted((a, b) => (b.population ?? 0) - (a.population ?? 0))
    .slice(0, TOWNS)
    .map(({ longitude, latitude, names }) => JSON.stringify([longitude, latitude, names.en, names.ru, names.bg]));
  return `[\n  ${rows.join(',\n  ')}\n]\n`;
}

const PHONE = { width: 390, height: 780 };
const WALL = { width: 1920, height: 1080 };
const SOFIA: Position = { latitude: 42.6977, longitude: 23.3219 };
const AROUND_KM = 120;

/** The town that lightning is nearest to, so that its page has something to report. */
async function stormyTown(baseUrl: string): Promise<NamedPlace> {
  const [from, to] = [5 * 60_000, 0].map((agoMs) => new Date(Date.now() - agoMs).toISOString());
  const box = boxAround(SOFIA, AROUND_KM);
  const path = `${apiPaths.strikes}?bbox=${formatBBox(box)}&from=${from}&to=${to}&limit=2000`;
  const { strikes } = (await (await fetch(baseUrl + path)).json()) as { strikes: Position[] };
  const nearestKm = (town: Position) => Math.min(...strikes.map((strike) => distanceKm(town, strike)));
  const [town] = NAMED_PLACES.filter(
    ({ kind, latitude, longitude }) => kind === 'town' && bboxContains(box, longitude, latitude),
  ).toSorted((a, b) => nearestKm(a) - nearestKm(b));
  if (!town || strikes.length === 0) throw new Error('Nothing strikes: take the pictures later');
  return town;
}

async function realPicture(
  browser: Browser,
  address: string,
  { width, height }: typeof PHONE,
  at: Position,
  ready: (page: Page) => Promise<void>,
): Promise<Buffer> {
  const context = await browser.newContext({
    viewport: { width, height },
    geolocation: at,
    permissions: ['geolocation'],
  });
  const page = await context.newPage();
  // A software GPU draws a wall.
  page.setDefaultTimeout(120_000);
  await page.goto(address);
  await ready(page);
  const scale = width > PHONE.width ? 0.5 : 1;
  const picture = await captured(page, { x: 0, y: 0, width, height, scale }, 64);
  await context.close();
  return picture;
}

async function renderedMap(page: Page): Promise<void> {
  await page.locator('#preview').waitFor({ state: 'detached' });
  await page.locator('[data-complete="true"]').waitFor();
  await wholeMap(page);
}

async function knownAlert(page: Page): Promise<void> {
  await page.locator('[data-shown]:not([data-shown="unknown"])').waitFor();
}

async function realPictures(browser: Browser, baseUrl: string): Promise<void> {
  const town = await stormyTown(baseUrl);
  const { latitude, longitude } = town;
  const at = { latitude, longitude };
  const place = `${latitude.toFixed(4)},${longitude.toFixed(4)}`;
  await mkdir(folder('real'), { recursive: true });
  for (const locale of LOCALES) {
    const pages = [
      ['phone', `map?view=${place},8z`, PHONE, renderedMap],
      ['wall', 'map?wall=1', WALL, renderedMap],
      ['alert', `watch#at=${place}&name=${encodeURIComponent(town.names[locale])}`, PHONE, knownAlert],
    ] as const;
    for (const [name, path, size, ready] of pages) {
      const bytes = await realPicture(browser, `${baseUrl}/${locale}/${path}`, size, at, ready);
      await write(folder('real', `${name}-${locale}.webp`), bytes);
    }
  }
}

async function write(file: string, bytes: Buffer | string): Promise<void> {
  await writeFile(file, bytes);
  process.stdout.write(`${relative(projectRoot, file)}: ${(bytes.length / 1_000).toFixed(1)} kB\n`);
}

const [baseUrl = 'http://127.0.0.1:8787', ...parts] = process.argv.slice(2);
const wants = (part: string) => parts.length === 0 || parts.includes(part);
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
if (wants('ground')) {
  await write(folder('sky', 'towns.json'), townRows());
  for (const picture of Object.values(GROUND_PICTURES))
    await write(folder('sky', `${picture.file}.webp`), await groundPicture(browser, baseUrl, picture));
}
if (wants('real')) await realPictures(browser, baseUrl);
await browser.close();
