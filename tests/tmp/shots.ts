import { chromium } from '@playwright/test';
import { chromiumArguments } from '#tests/support/chromiumArguments.ts';
import { serveTiles } from '#tests/support/tileHost.ts';

const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: chromiumArguments });
for (const lang of ['en', 'ru', 'bg'])
  for (const [name, w, h, path] of [
    ['phone', 360, 740, '/map?view=42.5,22,5z'],
    ['desk', 1280, 800, '/map?view=42.5,22,6z'],
    ['wall', 1920, 1080, '/map?wall=1'],
  ] as const) {
    const c = await b.newContext({ viewport: { width: w, height: h } });
    const page = await c.newPage();
    if (process.argv[2] !== 'notiles') await serveTiles(page);
    await page.addInitScript((l) => localStorage.setItem('language', l), lang);
    await page.goto(`http://127.0.0.1:8791${path}`);
    await page.locator('[data-complete="true"]').waitFor({ timeout: 30000 });
    await page.waitForTimeout(name === 'wall' ? 7000 : 3000);
    await page.screenshot({ path: `/tmp/shots/${name}-${lang}.png` });
    await c.close();
  }
await b.close();
process.exit(0);
