import type { Page } from '@playwright/test';
import * as v from 'valibot';
import { LookUpView } from '#shared/fires/lookUpBodies.ts';
import { mercatorX, mercatorY } from '#shared/geo/mercator.ts';
import { HOUR_MS, isoMillis } from '#shared/time.ts';
import { openTools } from '#tests/e2e/map/MapPage.ts';
import { expect, open, test } from '#tests/e2e/site/siteTest.ts';
import { archive, dayGrids, FIRST, LAST } from '#tests/verify/e2e/site/analyticsResponses.ts';

/** The map and a tool's panel beside it, each telling the other what is pointed at. */
const REPORTED = Date.parse('2026-07-01T12:00:00Z');
const FIRE = '/en/look-up#at=42.7,23.32&name=Sofia&km=10&t=2026-07-01T12:00Z&days=1';
const PLACE = 'view=42.5,22,6z';

async function goToTool(page: Page, name: string): Promise<void> {
  await openTools(page);
  await page.getByRole('navigation', { name: 'Tools of the map' }).getByRole('link', { name, exact: true }).click();
}

/** Two candidates, 1 km north of the fire and 4 km south of it. */
function result(): LookUpView {
  const candidate = (best: string, agoH: number, north: number) => ({
    strikes: [{ id: best, latitude: 42.7 + north, longitude: 23.32, timestamp: isoMillis(REPORTED - agoH * HOUR_MS) }],
    best,
    score: 0.03,
    distanceKm: Math.abs(north) * 111.2,
    ageH: agoH,
    likelihood: 0.0353,
  });
  return v.parse(v.strictObject(LookUpView.entries), {
    candidates: [candidate('a', 2, 0.01), candidate('b', 20, -0.04)],
    found: 2,
    accuracy: { assumed: true, radius50Km: 2, radius90Km: 3.65 },
    searched: { from: isoMillis(REPORTED - 24 * HOUR_MS), to: isoMillis(REPORTED), cut: false },
    completeTo: isoMillis(REPORTED + HOUR_MS),
    gaps: [],
  });
}

test('an answer lies on the map: pointing at a number lights its line in the list, and the other way about', async ({
  page,
}) => {
  await page.route('**/api/v1/look-up*', (route) => route.fulfill({ json: result() }));
  await open(page, FIRE);
  const mark = (id: string) => page.locator(`[data-result-point="${id}"]`);
  const lines = page.locator('[data-candidate]');
  await expect(mark('a')).toBeVisible();
  await lines.first().hover();
  await expect(mark('a')).toHaveAttribute('data-pointed', 'true');
  await mark('b').hover();
  await expect(lines.nth(1)).toHaveAttribute('data-pointed', 'true');
  await expect(lines.first()).toHaveAttribute('data-pointed', 'false');
  await expect(page).toHaveURL(/\/en\/look-up\?view=42\.7\d*,23\.[23]\d*,10(\.\d+)?z#at=42\.7,23\.32/);
  await goToTool(page, 'Report');
  await expect(mark('a')).toHaveCount(0);
});

test('on a phone the panel is a sheet of three heights, by keys and by a finger on its handle; what has the focus lies above it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  // Its heights are measured while it may be moving.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open(page, '/en/look-up');
  const sheet = page.locator('[data-tool-sheet]');
  const height = async () => (await sheet.boundingBox())?.height ?? 0;
  await expect(sheet).toHaveAttribute('data-tool-sheet', 'half');
  await expect(page.getByRole('button', { name: 'Look for candidates' })).toBeInViewport({ ratio: 1 });
  const handle = page.getByRole('button', { name: /Show (more|less) of this panel/ });
  await handle.press('ArrowUp');
  await expect.poll(height).toBeGreaterThan(600);
  await expect(page.locator('.maplibregl-canvas')).toBeHidden();
  await expect(page.locator('.maplibregl-canvas')).toBeAttached();
  await handle.press('Escape');
  await expect.poll(height).toBe(120);
  const at = await handle.boundingBox();
  const [x, y] = [180, (at?.y ?? 0) + 10];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let up = 20; up <= 240; up += 20) await page.mouse.move(x, y - up);
  await page.mouse.up();
  await expect(sheet).not.toHaveAttribute('data-tool-sheet', 'peek');
  await page.getByLabel('Place or coordinates').focus();
  await page.getByRole('link', { name: /home page/ }).focus();
  await expect(sheet).toHaveAttribute('data-tool-sheet', 'peek');
});

/** Where a place lies on the map, by the view in the address. */
async function onMap(page: Page, [longitude, latitude]: readonly [number, number]): Promise<[number, number]> {
  const [, lat = 0, lng = 0, zoom = 0] = (/view=([\d.]+),([\d.]+),([\d.]+)z/.exec(page.url()) ?? []).map(Number);
  const box = await page.locator('.maplibregl-canvas').boundingBox();
  const world = 512 * 2 ** zoom;
  const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
  return [
    x + width / 2 + (mercatorX(longitude) - mercatorX(lng)) * world,
    y + height / 2 + (mercatorY(latitude) - mercatorY(lat)) * world,
  ];
}

test('a link that asks for density has it on the map at once; cells and regions light with their lines, either way', async ({
  page,
}) => {
  await archive(page);
  await dayGrids(page);
  await open(page, `/en/analytics?from=${FIRST}&to=${LAST}&grid=1&view=42.7,25.5,8z`);
  const legend = page.locator('[data-areas-legend]');
  await expect(legend).toContainText('Strokes per km² and observed day');
  const density = page.getByRole('figure', { name: 'Density' });
  await density.getByText('As a table').click();
  await density.getByRole('row').nth(2).hover();
  await expect(legend).toContainText('14 strokes');

  await page.getByLabel('regions').check();
  const sofia = page.locator('[data-row="BG.sofia-city"]');
  await sofia.hover();
  await expect(legend).toContainText('Sofia City, Bulgaria');
  await expect(page).not.toHaveURL(/25\.5,8z/);
  // The map may still be on its way, and regions on theirs: a pointer that rests is told of neither.
  await expect(async () => {
    const [x, y] = await onMap(page, [27.6, 43.15]);
    await page.mouse.move(x + 4, y);
    await page.mouse.move(x, y);
    await expect(legend).toContainText('Varna, Bulgaria', { timeout: 500 });
  }).toPass({ timeout: 40_000 });
  await expect(sofia).toHaveAttribute('data-pointed', 'false');
  const line = page.getByRole('row', { name: /^Varna/ });
  await expect(line).toBeHidden();
  await page.mouse.click(...(await onMap(page, [27.6, 43.15])));
  await expect(line).toBeInViewport();
  await expect(line).toHaveAttribute('data-pointed', 'true');
});

test('from tool to tool the map is the same one, with its place and its time; the focus goes to the heading, and Back goes back', async ({
  page,
}) => {
  const moment = `t=${new Date(Date.now() - 2 * HOUR_MS).toISOString().slice(0, 16)}Z&w=60`;
  await open(page, `/en/map?${PLACE}&${moment}`);
  const canvas = page.locator('.maplibregl-canvas');
  await expect(canvas).toBeVisible();
  await canvas.evaluate((element) => element.setAttribute('data-first', ''));
  for (const [name, path, heading] of [
    ['Before a fire', '/en/look-up', 'Which strike could have started this fire?'],
    ['Report', '/en/report', 'Lightning report'],
    ['Fires', '/en/fires', 'Fires seen by satellites'],
    ['Statistics', '/en/analytics', 'Lightning statistics'],
    ['Watch', '/en/watch', 'Watch a place'],
    ['History', '/en/map', 'Live lightning map'],
    ['Before a fire', '/en/look-up', 'Which strike could have started this fire?'],
  ] as const) {
    await goToTool(page, name);
    const title = page.getByRole('heading', { level: 1, name: heading });
    await expect(title).toBeFocused();
    const { pathname, search } = new URL(page.url());
    expect(pathname).toBe(path);
    expect(search).toContain(PLACE);
    expect(search).toContain(moment);
    await expect(page.locator('.maplibregl-canvas[data-first]')).toBeVisible();
  }
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Live lightning map' })).toBeVisible();
  await goToTool(page, 'Now');
  await expect(page).toHaveURL(new RegExp(`/en/map\\?${PLACE}$`));
  await goToTool(page, 'History');
  await expect(page.locator('[data-timeline]')).toBeVisible();
  await expect(page.locator('.maplibregl-canvas[data-first]')).toBeVisible();
});
