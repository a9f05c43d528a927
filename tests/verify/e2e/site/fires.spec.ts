import type { Page } from '@playwright/test';
import * as v from 'valibot';
import { FiresBody } from '#shared/fires/bodies.ts';
import { HOUR_MS, isoSeconds } from '#shared/time.ts';
import type { NumberedStrikeBody } from '#shared/wire/StrikeBody.ts';
import { expect, open, test } from '#tests/e2e/site/siteTest.ts';
import { expectSound } from '#tests/e2e/site/soundPage.ts';

const idOf = (index: number) => String(index).padStart(16, '0');

/** 2,000 fires over the Balkans, the first of which lightning lit; one of four satellites is silent. */
function fires(nowMs: number): FiresBody {
  const ago = (hours: number) => isoSeconds(nowMs - hours * HOUR_MS);
  const strike = { strikeId: 's1', distanceKm: 0.8, timestamp: ago(9), share: 0.4 };
  const listed = Array.from({ length: 2_000 }, (_, index) => ({
    id: idOf(index),
    latitude: index === 0 ? 42.5 : 38 + (index % 50) * 0.18,
    longitude: index === 0 ? 24.5 : 19 + Math.floor(index / 50) * 0.25,
    firstSeen: ago(6),
    lastSeen: ago(2 + (index % 120)),
    frpMw: 1 + (index % 40),
    static: index % 10 === 9,
    state: index === 0 ? ('likely' as const) : ('none' as const),
    chance: index === 0 ? 0.62 : 0,
    candidates: index === 0 ? [strike] : [],
  }));
  return v.parse(FiresBody, {
    fires: listed,
    sources: [
      { satellite: 'noaa-20', newest: ago(2), state: 'fresh' },
      { satellite: 'modis', newest: ago(14), state: 'dead' },
    ],
    simulated: true,
  });
}

async function serve(page: Page): Promise<void> {
  const nowMs = Date.now();
  await page.route('**/api/v1/fires', (route) => route.fulfill({ json: fires(nowMs) }));
  const reported = {
    id: 's1',
    ordinal: 1,
    latitude: 42.507,
    longitude: 24.5,
    timestamp: isoSeconds(nowMs - 9 * HOUR_MS),
  };
  const body: v.InferInput<typeof NumberedStrikeBody> = reported;
  await page.route('**/api/v1/strikes/s1*', (route) => route.fulfill({ json: body }));
}

test('fires are listed and drawn: the likeliest first, late satellites said before, and one opens from the list, from the map and by its link', async ({
  page,
}) => {
  await serve(page);
  await open(page, '/en/fires?view=42.5,24.5,9z');
  const rows = page.locator('[data-fire]');
  await expect(page.locator('[data-fires-sight="part"]')).toContainText('Some satellites are delayed');
  await expect(page.getByText('Simulated data: these fires')).toBeVisible();
  await expect(rows.first()).toContainText('Likely lightning: 62%');
  await expect(page.locator('[data-fires-legend]')).toContainText('Furnace, flare or long-burning');

  // All of them, thirty at a time.
  await expect(page.getByRole('status').filter({ hasText: '2,000 fires' })).toBeVisible();
  await expect(rows).toHaveCount(30);
  await page.getByRole('button', { name: 'Show 30 more' }).click();
  await expect(rows).toHaveCount(60);
  await expectSound(page);
  await page.getByLabel('Only those in view on the map').check();
  await expect(page.getByRole('status').filter({ hasText: '2,000 fires' })).toHaveCount(0);

  await rows.first().getByRole('link').press('Enter');
  await expect(page).toHaveURL(new RegExp(`#fire=${idOf(0)}$`));
  const sheet = page.locator(`[data-fire-open="${idOf(0)}"]`);
  await expect(sheet.getByRole('heading', { level: 2 })).toBeFocused();
  await expect(sheet).toContainText('about 4 in 10 “likely” fires have another cause');
  await expect(sheet).toContainText('Not for the protection of life or property');
  await expect(sheet.locator('[data-candidate]')).toContainText('0.8 km, 3 hr before it was first seen');
  await expect(page.locator('[data-result-point="s1"]')).toBeVisible();
  await expectSound(page);

  await page.getByRole('button', { name: 'All fires' }).click();
  await expect(page.getByRole('heading', { name: 'Fires, the most urgent first' })).toBeFocused();
  await expect(page.locator('[data-result-point="s1"]')).toHaveCount(0);
  // The map went to the fire, which lies in the middle of what the panel leaves of it. A press on ground that is not drawn yet, and another, would zoom.
  const canvas = page.locator('.maplibregl-canvas');
  const [all, card] = await Promise.all([canvas.boundingBox(), page.locator('[data-tool-sheet]').boundingBox()]);
  const rightOfCard = (card?.x ?? 0) + (card?.width ?? 0);
  const middle = { x: (rightOfCard + (all?.width ?? 0)) / 2, y: (all?.height ?? 0) / 2 };
  await expect(async () => {
    await canvas.hover({ position: { x: rightOfCard + 5, y: 200 } });
    await canvas.hover({ position: middle });
    await expect(canvas).toHaveCSS('cursor', 'pointer', { timeout: 500 });
  }).toPass();
  await canvas.click({ position: middle });
  await expect(sheet).toBeVisible();
});
