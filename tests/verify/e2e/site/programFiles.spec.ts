import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '#tests/e2e/site/siteTest.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';

/** Entries that act on a page of their own as they load, and workers. */
const ENTRIES = /^(index|preview|map-worker|outlineWorker)-/;

test('every file of the program loads by itself, whichever comes first', async ({ page }) => {
  const files = readdirSync(join(projectRoot, 'dist/assets')).filter(
    (name) => name.endsWith('.js') && !ENTRIES.test(name),
  );
  expect(files.length).toBeGreaterThan(150);
  const failed: string[] = [];
  for (const file of files) {
    // A new document for each: a module that another has loaded would not be evaluated again.
    await page.goto('/robots.txt');
    const reason = await page.evaluate(
      (path) =>
        import(path).then(
          () => '',
          (error: unknown) => String(error),
        ),
      `/assets/${file}`,
    );
    if (reason !== '') failed.push(`${file}: ${reason}`);
  }
  expect(failed).toEqual([]);
});
