import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/**
 * Figures of the map in a real browser, against the whole product:
 * `npx playwright test --config tests/bench/browser/playwright.config.ts`. One at a time, on a machine at rest.
 */
const projects = [{ name: 'figures', testDir: '.', testMatch: '*.figures.ts' }];

export default defineConfig({ ...base, projects, workers: 1, fullyParallel: false });
