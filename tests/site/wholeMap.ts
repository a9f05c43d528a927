import type { Page } from '@playwright/test';

const NAMES = 8;
const SILENT_MS = 3_000;

/** Resolves once the map's ground and names have come: for three seconds no file has arrived. The stream never ends. */
export async function wholeMap(page: Page): Promise<void> {
  let lastMs = Date.now();
  page.on('requestfinished', () => {
    lastMs = Date.now();
  });
  await page.locator('[data-names] > *').nth(NAMES).waitFor();
  while (Date.now() - lastMs < SILENT_MS) await page.waitForTimeout(SILENT_MS / 6);
}
