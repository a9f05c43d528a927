import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { MapPage } from '#tests/e2e/map/MapPage.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';

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

/** The site with a layer and a panel more, each of them one folder and one line. Returns where it was built. */
function buildWithPlantedParts(): string {
  rmSync(COPY, { recursive: true, force: true });
  mkdirSync(COPY, { recursive: true });
  for (const part of ['web', 'shared', 'texts', 'docs/recipes', 'package.json'])
    cpSync(join(projectRoot, part), join(COPY, part), { recursive: true });
  const plant = (folder: string, name: string, text: string, table: string) => {
    const file = join(COPY, 'web/map', folder, `${name}.tsx`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    appendFileSync(join(COPY, 'web/map', table), `export { ${name} } from './${folder}/${name}.tsx';\n`);
  };
  plant('flag', 'flag', LAYER, 'mapLayers.ts');
  plant('tally', 'tally', PANEL, 'mapPanels.ts');
  const vite = join(projectRoot, 'node_modules/vite/bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', '--config', 'web/vite.config.ts', '--logLevel', 'error'], {
    cwd: COPY,
  });
  return join(COPY, 'dist');
}

test.afterAll(() => rmSync(COPY, { recursive: true, force: true }));

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

test('a layer and a panel are one folder and one line each: nothing else is touched, and both are there', async ({
  page,
  baseURL,
}) => {
  const dist = buildWithPlantedParts();
  // The page is the planted one; everything else, the stream too, is the running product's.
  await page.route(`${baseURL}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const file = join(dist, extname(pathname) === '' ? `${pathname}.html` : pathname);
    if (pathname.startsWith('/api/') || !existsSync(file) || !statSync(file).isFile()) return route.continue();
    return route.fulfill({ body: readFileSync(file), contentType: TYPES[extname(file)] ?? 'application/octet-stream' });
  });
  const screen = new MapPage(page);
  await screen.open();
  await screen.whole();
  await expect(page.getByText(/^tally of \d+$/)).toBeVisible();
  await expect(page.getByText(/^flag over [1-9]\d* strikes$/)).toBeVisible();
});
