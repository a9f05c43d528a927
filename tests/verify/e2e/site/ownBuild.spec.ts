import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { GROUND_COLOURS, MapPage, openTools } from '#tests/e2e/map/MapPage.ts';
import bundleOnce from '#tests/support/bundleOnce.ts';
import { expect, type Page, RENDERED, test } from '#tests/support/journey.ts';
import { ownTiles } from '#tests/support/ownTiles.ts';
import { pmtilesFile } from '#tests/support/pmtilesFile.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { type Product, startProduct } from '#tests/support/startProduct.ts';
import { buildSite } from '#worker/dev/local/buildProduct.ts';

/** One transparent pixel. */
const CLEAR_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
);
const { land: LAND, town: TOWN, water: WATER } = GROUND_COLOURS.light;
/** The shadow of a card on the land is nearly as dark as a town. */
const A_HAIR = 1;
/** Where the site is told that it will be served. */
const PORT = 9_123;

/** Below the project, because what is built there needs its node_modules. */
const COPY = join(projectRoot, `.cache/planted-parts-${process.pid}`);

const LAYER = `
import { Marker } from 'react-map-gl/maplibre';
import type { LayerPart, LayerProps } from '#web/map/parts/MapPart.ts';
function Flag({ sky }: LayerProps) {
  return <Marker latitude={42.5} longitude={22}><b>flag over {sky.strikes.store.length} strikes</b></Marker>;
}
export const flag: LayerPart = { name: 'flag', order: 90, lies: 'over-strikes', Layer: Flag };
`;
const PANEL = `
import type { PanelPart } from '#web/map/parts/MapPart.ts';
export const tally: PanelPart = {
  name: 'tally', order: 90, place: 'foot', onWall: true, parameters: ['tally'],
  Panel: ({ sky }) => <p>tally of {sky.counts.total}</p>,
};
`;

/** The sources with a layer and a panel more, each of them one folder and one line. */
async function plantParts(): Promise<void> {
  for (const part of ['web', 'shared', 'docs/recipes', 'package.json'])
    await cp(join(projectRoot, part), join(COPY, part), { recursive: true });
  await symlink(join(projectRoot, 'node_modules'), join(COPY, 'node_modules'));
  for (const [name, text, table] of [
    ['flag', LAYER, 'mapLayers.ts'],
    ['tally', PANEL, 'mapPanels.ts'],
  ] as const) {
    const file = join(COPY, 'web/map', name, `${name}.tsx`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    await appendFile(join(COPY, 'web/map', table), `export { ${name} } from './${name}/${name}.tsx';\n`);
  }
}

/** A site with planted parts, built with `BASEMAP` set, on a Worker with that file: one, as a build takes its time. */
test.describe.configure({ mode: 'serial' });

let folder: string;
let product: Product;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  folder = await mkdtemp(join(tmpdir(), 'lightning-own-'));
  const basemapFile = join(folder, 'own.pmtiles');
  const siteDir = join(folder, 'site');
  await writeFile(basemapFile, await pmtilesFile(ownTiles(), { leafEntries: 20 }));
  await plantParts();
  await Promise.all([buildSite(COPY, basemapFile, PORT, siteDir), bundleOnce()]);
  product = await startProduct({ basemapFile, siteDir });
});

test.afterAll(async () => {
  await product?.close();
  for (const created of [folder, COPY]) await rm(created, { recursive: true, force: true });
});

test('every page of a site says the address that it was built for, and no other port', async () => {
  const siteDir = join(folder, 'site');
  const names = (await readdir(siteDir, { recursive: true })).filter((name) => /\.(html|txt|xml)$/.test(name));
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(join(siteDir, name), 'utf8')] as const),
  );
  const other = new RegExp(String.raw`127\.0\.0\.1:(?!${PORT}\b)\d+`);
  expect(texts.filter(([, text]) => other.test(text)).map(([name]) => name)).toEqual([]);
  const api = texts.find(([name]) => name === 'en/api.html')?.[1] ?? '';
  expect(api).toContain(`<link rel="canonical" href="http://127.0.0.1:${PORT}/en/api"`);
  expect(api).toContain(`<meta property="og:image" content="http://127.0.0.1:${PORT}/og/en.png"`);
  expect(api).toContain(`http://127.0.0.1:${PORT}/api/v1/live`);
});

/** The hosts that the page asks from now on, our own left out. */
function otherHosts(page: Page): string[] {
  const hosts: string[] = [];
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(product.url)) hosts.push(request.url());
  });
  return hosts;
}

test(
  'a map with own tiles draws them over the shipped land and asks no other host for anything',
  RENDERED,
  async ({ page }) => {
    const screen = new MapPage(page);
    const others = otherHosts(page);
    const response = await page.goto(`${product.url}/map?view=42.7,23.5,9z`);
    expect(response?.headers()['content-security-policy']).toContain("connect-src 'self';");
    await expect.poll(() => screen.pixels([TOWN], A_HAIR)).toBeGreaterThan(10_000);
    // The lake is drawn, the file's sea, which covers everything, is not.
    const water = await screen.pixels([WATER]);
    expect(water).toBeGreaterThan(5_000);
    expect(water).toBeLessThan(60_000);
    // Most of the land has the colours of its relief.
    expect(await screen.pixels([LAND])).toBeGreaterThan(10_000);
    await expect(page.getByRole('link', { name: '© OpenStreetMap contributors' })).toBeVisible();
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await openTools(page);
    await screen.choice('Night map').click();
    for (const path of ['/en', '/en/contact', '/bg/map']) await page.goto(`${product.url}${path}`);
    // Of whole home, where storms of the moment cover some of it.
    await expect.poll(() => screen.pixels([TOWN], A_HAIR)).toBeGreaterThan(3_000);
    expect(others).toEqual([]);
  },
);

test('a layer and a panel are one folder and one line each: nothing else is touched, and both are there', async ({
  page,
}) => {
  await page.goto(`${product.url}${MapPage.BALKANS}`);
  await expect(page.getByText(/^tally of \d+$/)).toBeVisible();
  await expect(page.getByText(/^flag over [1-9]\d* strikes$/)).toBeVisible();
});

test('the privacy page of such a site says by itself that nobody else is asked', async ({ page, baseURL }) => {
  await page.goto(`${product.url}/en/privacy`);
  await expect(page.getByText('no map service learns that you visit us')).toBeVisible();
  await expect(page.getByText('OpenFreeMap')).toHaveCount(0);
  await page.goto(`${baseURL}/en/privacy`);
  await expect(page.getByText('loaded from a public map service (OpenFreeMap)')).toBeVisible();
  await expect(page.getByText('no map service learns')).toHaveCount(0);
});

test('a file that goes leaves the shipped land, still without another host', RENDERED, async ({ page }) => {
  const screen = new MapPage(page);
  const others = otherHosts(page);
  await unlink(join(folder, 'own.pmtiles'));
  await page.clock.install();
  // Without the relief, which shades the land's colour whenever it arrives.
  await page.route('**/basemap/relief/*', (route) => route.fulfill({ contentType: 'image/png', body: CLEAR_PNG }));
  // A place that no test looked at before: no cache has its tiles.
  await page.goto(`${product.url}/map?view=42.3,22.2,10z`);
  await expect(screen.map).toBeVisible();
  const isReported = () =>
    product.logs.some((line) => line.event === 'basemap.fault' && line.reason === 'is not there');
  await expect.poll(isReported).toBe(true);
  await page.clock.fastForward(30_000);
  await expect.poll(() => screen.pixels([LAND])).toBeGreaterThan(50_000);
  expect(others).toEqual([]);
});
