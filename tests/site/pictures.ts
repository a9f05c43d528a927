import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { systemClock } from '#shared/Clock.ts';
import { chromiumArguments, findChromium } from '#tests/support/findChromium.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { LOCALES } from '#web/kit/i18n/locales.ts';
import { loadTexts, textsFor } from '#web/kit/i18n/texts.ts';
import { captured, wholeMap } from './builtSite.ts';

/**
 * Takes the site's pictures and writes them where they are committed: what each tool draws for the landing page, a
 * preview per language for sharing, and one that promises nothing, the README's screens, the icons. `npx node tests/site/pictures.ts BASE_URL` while the
 * product runs there, a quarter of an hour after its first start or later.
 */
const ONLY_THE_MAP = `
  * { visibility: hidden; }
  .maplibregl-map canvas, :is([data-dots], [data-names]) *, .maplibregl-ctrl-attrib, .maplibregl-ctrl-attrib * { visibility: visible; }`;

const web = (path: string) => join(projectRoot, 'web', path);
const dataUri = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`;

interface Frame {
  width: number;
  height: number;
  zoom: number;
  quality: number;
}

async function mapPicture(browser: Browser, address: string, { width, height, zoom, quality }: Frame): Promise<Buffer> {
  const page = await browser.newPage({
    // The map is four fifths of the window.
    viewport: { width, height: Math.ceil(height / 0.78) },
    bypassCSP: true,
  });
  await page.goto(`${address}?theme=dark&view=42.3,22.9,${zoom}z&minutes=360`);
  // The map's own canvas has taken over from the first picture, and every strike of the window is on it.
  await page.locator('#preview').waitFor({ state: 'detached' });
  await page.locator('[data-complete="true"]').waitFor();
  await wholeMap(page);
  await page.addStyleTag({ content: ONLY_THE_MAP });
  const box = await page.locator('.maplibregl-map').first().boundingBox();
  if (!box) throw new Error('The map is not on the page');
  const clip = { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height, scale: 1 };
  const picture = await captured(page, clip, quality);
  await page.close();
  return picture;
}

const ICON = dataUri('image/svg+xml', await readFile(web('public/icons/icon.svg')));
const FONTS = "'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif";

/** What `html` looks like in a window of that size. */
async function render(browser: Browser, width: number, height: number, html: string, omitBackground = false) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(html);
  const bytes = await page.screenshot({ omitBackground });
  await page.close();
  return bytes;
}

async function sharePicture(browser: Browser, locale: (typeof LOCALES)[number], map: Buffer): Promise<Buffer> {
  await loadTexts(locale, ['landing', 'map']);
  const html = `<html lang="${locale}"><style>
    body { margin: 0; display: grid; grid-template-columns: 560px 640px; block-size: 630px; background: #0b1f38; color: #f2f7fd;
      font-family: ${FONTS}; }
    div { display: flex; flex-direction: column; justify-content: center; padding: 0 48px 0 64px; }
    p { display: flex; align-items: center; gap: 16px; margin: 0 0 36px; font-size: 30px; }
    p img { inline-size: 60px; }
    small { position: absolute; inset: auto auto 32px 64px; color: #b9cde4; font-size: 20px; }
    h1 { margin: 0; font-size: 58px; line-height: 1.1; letter-spacing: -1px; text-wrap: balance; }
    body > img { inline-size: 640px; block-size: 630px; object-fit: cover; }
  </style><div><p><img src="${ICON}">Balkan Lightning</p>
  <h1>${textsFor(locale).landing.hero.title()}</h1>
  <small>${textsFor(locale).map.simulated()}</small></div><img src="${dataUri('image/webp', map)}">`;
  return render(browser, 1200, 630, html);
}

/** A preview that promises nothing, for a deployment whose source may not warn. */
const namePicture = (browser: Browser) =>
  render(
    browser,
    1200,
    630,
    `<style>
    body { margin: 0; display: grid; gap: 40px; place-content: center; justify-items: center; block-size: 630px; background: #0b1f38;
      color: #f2f7fd; font: 64px ${FONTS}; }
    img { inline-size: 200px; }
  </style><img src="${ICON}">Balkan Lightning`,
  );

function iconPicture(browser: Browser, size: number, padding: number): Promise<Buffer> {
  const ground = padding > 0 ? '#0e58a0' : 'transparent';
  const html = `<style>body { margin: 0; background: ${ground}; }
    img { display: block; inline-size: ${size - 2 * padding}px; margin: ${padding}px; }</style><img src="${ICON}">`;
  return render(browser, size, size, html, padding === 0);
}

interface Screen {
  readonly name: string;
  readonly path: string;
  readonly width: number;
  readonly height: number;
  /** The feed dies before the picture is taken. */
  readonly dead?: boolean;
}

const SCREENS: readonly Screen[] = [
  { name: 'map', path: '/map?view=42.4,23.6,7z&theme=dark', width: 1280, height: 800 },
  { name: 'day', path: '/map?view=42.5,22.5,6z&minutes=360', width: 1280, height: 800 },
  { name: 'phone', path: '/bg/map?view=42.6,23.2,9z', width: 390, height: 800 },
  { name: 'wall', path: '/map?wall=1&area=BG.plovdiv&title=Plovdiv', width: 1920, height: 1080 },
  { name: 'no-data', path: '/map?wall=1', width: 1920, height: 1080, dead: true },
];

async function screenPicture(browser: Browser, baseUrl: string, screen: Screen): Promise<Buffer> {
  const { path, width, height, dead = false } = screen;
  const page = await browser.newPage({ viewport: { width, height } });
  if (dead) await page.clock.install();
  await page.goto(baseUrl + path);
  await page.locator('#preview').waitFor({ state: 'detached' });
  await page.locator('[data-complete="true"]').waitFor();
  if (dead) {
    await page.context().setOffline(true);
    await page.clock.fastForward('30:00');
    await page.locator('[data-tone="dead"]').waitFor();
  }
  await wholeMap(page);
  const picture = await captured(page, { x: 0, y: 0, width, height, scale: 1 }, 80);
  await page.close();
  return picture;
}

/** The shape of a tile on the landing page, and the width of what is drawn on a phone. */
const TILE = { ratio: 16 / 10, page: 500, scale: 1.25 };
/** Words would be in one language. */
const ONLY_THE_DRAWING = `
  * { visibility: hidden; } [data-pictured], [data-pictured] * { visibility: visible; } text { display: none; }`;

/** Where it struck last: somewhere a storm is always near. */
async function stormyPlace(baseUrl: string, nowMs: number): Promise<string> {
  const [from, to] = [nowMs - 3_600_000, nowMs].map((atMs) => new Date(atMs).toISOString());
  const response = await fetch(`${baseUrl}/api/v1/strikes?bbox=20,40,27,44&from=${from}&to=${to}&limit=1`);
  const { strikes } = (await response.json()) as { strikes: { latitude: number; longitude: number }[] };
  const [last] = strikes;
  if (!last) throw new Error('No lightning within the last hour');
  return `${(last.latitude + 0.08).toFixed(2)},${(last.longitude + 0.08).toFixed(2)}`;
}

/** What the tools draw, of the strikes of now; `share`: of the drawing's width, around its middle. */
const toolPages = (place: string, now: string): readonly (readonly [tool: string, path: string, share?: number])[] => [
  ['watch', `/watch#at=${place}`],
  ['analytics', '/analytics'],
  ['lookUp', `/look-up#at=${place}&km=10&t=${now.slice(0, 16)}Z&days=1`, 0.5],
  ['report', `/report#at=${place}&day=${now.slice(0, 10)}&around=1&zone=UTC&km=10`],
  ['verification', '/proof'],
];

async function toolPicture(browser: Browser, address: string, share = 1): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: TILE.page, height: 900 }, bypassCSP: true });
  await page.goto(address);
  const drawing = page.locator('main :is(figure, [role="img"]) > svg:not([data-axis])');
  // Of the plots of the statistics, that of the hours of a day.
  const visible = drawing.nth(address.endsWith('/analytics') ? 1 : 0);
  await visible.locator('circle, rect, path').nth(4).waitFor({ state: 'attached' });
  // On paper nothing lies over it, and no sheet cuts it off.
  await page.emulateMedia({ media: 'print' });
  await visible.evaluate((element) => element.setAttribute('data-pictured', ''));
  await page.addStyleTag({ content: ONLY_THE_DRAWING });
  const { x, y, width, height } = await visible.evaluate((element) => {
    const box = element.getBoundingClientRect();
    return { x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height };
  });
  const [wide, high] = [share * width, (share * width) / TILE.ratio];
  const clip = { x: x + (width - wide) / 2, y: y + (height - high) / 2, width: wide, height: high };
  const picture = await captured(page, { ...clip, scale: TILE.scale / share }, 60);
  await page.close();
  return picture;
}

/** What the API says, as it says it. */
async function resultPicture(browser: Browser, baseUrl: string, place: string, nowMs: number): Promise<Buffer> {
  const [from, to] = [nowMs - 3_600_000, nowMs].map((atMs) => new Date(atMs).toISOString());
  const response = await fetch(`${baseUrl}/api/v1/strikes?near=${place}&radiusKm=100&from=${from}&to=${to}&limit=3`);
  const { next: _, ...body } = (await response.json()) as Record<string, unknown>;
  const height = TILE.page / TILE.ratio;
  const page = await browser.newPage({ viewport: { width: TILE.page, height: Math.round(height) } });
  await page.setContent(`<style>body { margin: 0; background: #0b1f38; color: #b9cde4; }
    pre { margin: 16px; font: 15px/1.35 'Liberation Mono', monospace; }</style><pre></pre>`);
  await page.locator('pre').evaluate(
    (pre, text) => {
      pre.textContent = text;
    },
    JSON.stringify(body, null, 2),
  );
  const picture = await captured(page, { x: 0, y: 0, width: TILE.page, height, scale: TILE.scale }, 40);
  await page.close();
  return picture;
}

const baseUrl = process.argv[2];
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
if (baseUrl) {
  const nowMs = systemClock.now();
  const tile = (tool: string) => web(`site/landing/tools/${tool}.webp`);
  const place = await stormyPlace(baseUrl, nowMs);
  for (const [tool, path, share] of toolPages(place, new Date(nowMs).toISOString()))
    await writeFile(tile(tool), await toolPicture(browser, `${baseUrl}/en${path}`, share));
  await writeFile(tile('api'), await resultPicture(browser, baseUrl, place, nowMs));
  for (const locale of LOCALES) {
    const frame = { width: 1280, height: 960, zoom: 6.1, quality: 26 };
    const map = await mapPicture(browser, `${baseUrl}/${locale}/map`, frame);
    await writeFile(web(`public/og/${locale}.png`), await sharePicture(browser, locale, map));
  }
}
for (const screen of baseUrl ? SCREENS : []) {
  const picture = join(projectRoot, `docs/images/${screen.name}.webp`);
  await writeFile(picture, await screenPicture(browser, baseUrl ?? '', screen));
}
await writeFile(web('public/og/name.png'), await namePicture(browser));
const ICONS = [
  ['icon-192', 192, 0],
  ['icon-512', 512, 0],
  ['icon-maskable-512', 512, 64],
  ['apple-touch-icon', 180, 14],
] as const;
for (const [name, size, padding] of ICONS)
  await writeFile(web(`public/icons/${name}.png`), await iconPicture(browser, size, padding));
await browser.close();
