import { expect, type Page } from '@playwright/test';
import { axeViolations } from './axeViolations.ts';

/** Nothing sideways on a phone and a desk, and nothing that axe objects to on the desk, where most is shown. */
export async function expectSound(page: Page): Promise<void> {
  for (const [width, height] of [
    [320, 640],
    [1_280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  expect(await axeViolations(page, 'main')).toEqual([]);
}
