import type { Page } from '@playwright/test';

const STEP_MS = 10_000;

/**
 * Lets `ms` pass on the page's installed clock, in steps that are shorter than the silence after which a page believes
 * that it slept. Each timer fires once a step; frames between them are not drawn, which is what takes the time.
 */
export async function letPass(page: Page, ms: number): Promise<void> {
  for (let passedMs = 0; passedMs < ms; passedMs += STEP_MS) {
    await page.clock.fastForward(Math.min(STEP_MS, ms - passedMs));
  }
}
