import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/**
 * Figures of the map in a real browser, against the whole product:
 * `npx playwright test --config tests/bench/browser/playwright.config.ts`. One at a time, on a machine at rest.
 */
export default defineConfig({ ...base, testDir: '.', testMatch: '*.figures.ts', workers: 1, fullyParallel: false });
