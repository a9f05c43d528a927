import type { Page } from '@playwright/test';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { expect, open, test } from './siteTest.ts';

const RAIL = 'Tools of the map';
const PLACE = 'view=42.5,22,6z';

const tool = (page: Page, name: string) =>
  page.getByRole('navigation', { name: RAIL }).getByRole('link', { name, exact: true });

test('from tool to tool the map is the same one, with its place and its time; the focus goes to the heading, and Back goes back', async ({
  page,
}) => {
  const moment = `t=${new Date(Date.now() - 2 * HOUR_MS).toISOString().slice(0, 16)}Z&w=60`;
  await open(page, `/en/map?${PLACE}&${moment}`);
  const canvas = page.locator('.maplibregl-canvas');
  await expect(canvas).toBeVisible();
  await canvas.evaluate((element) => element.setAttribute('data-first', ''));
  await expect(tool(page, 'History')).toHaveAttribute('aria-current', 'page');
  for (const [name, path, heading] of [
    ['Before a fire', '/en/look-up', 'Which strike may have lit this fire?'],
    ['Report', '/en/report', 'Lightning report'],
    ['Fires', '/en/fires', 'Fires seen by satellites'],
    ['Statistics', '/en/analytics', 'What lightning did here'],
    ['Watch', '/en/watch', 'Watch a place'],
    ['History', '/en/map', 'Live lightning map'],
    ['Before a fire', '/en/look-up', 'Which strike may have lit this fire?'],
  ] as const) {
    await tool(page, name).click();
    const title = page.getByRole('heading', { level: 1, name: heading });
    await expect(title).toBeFocused();
    await expect(tool(page, name)).toHaveAttribute('aria-current', 'page');
    const { pathname, search } = new URL(page.url());
    expect(pathname).toBe(path);
    expect(search).toContain(PLACE);
    expect(search).toContain(moment);
    await expect(page.locator('.maplibregl-canvas[data-first]')).toBeVisible();
  }
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Live lightning map' })).toBeVisible();
  await tool(page, 'Now').click();
  await expect(page).toHaveURL(new RegExp(`/en/map\\?${PLACE}$`));
  await tool(page, 'History').click();
  await expect(page.locator('[data-timeline]')).toBeVisible();
  await expect(page.locator('.maplibregl-canvas[data-first]')).toBeVisible();
});

test('before anybody begins, a tool asks for nothing of the map; its words and its form are there', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await open(page, '/en/look-up');
  await expect(page.getByRole('button', { name: 'Look for candidates' })).toBeVisible();
  expect(asked.filter((url) => /StrikeMap|maplibre|\/live\?/.test(url))).toEqual([]);
  await page.getByLabel('Place or coordinates').focus();
  await expect(page.locator('.maplibregl-canvas')).toBeVisible();
});
