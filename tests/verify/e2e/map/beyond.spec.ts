import { test } from '@playwright/test';
import { TILE_ORIGIN } from '#shared/http/tileOrigin.ts';
import { expect } from '#tests/e2e/map/expect.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';

for (const language of ['en', 'bg'])
  test(`at 1280 px an arrow at the map's edge lies under nothing, wherever it stands (${language})`, async ({
    page,
  }) => {
    const strike = { id: 's1', ordinal: 1, latitude: 42.7, longitude: 23.9, atMs: Date.now() - 90_000 };
    await page.route(`${TILE_ORIGIN}/**`, (route) => route.fulfill({ status: 204 }));
    await scriptFeed(page, { feed: goodFeed(), strikes: [strike], slices: 'served' });
    await page.setViewportSize({ width: 1_280, height: 800 });
    await page.goto(`/${language}/map?view=42.7,23.32,11z&point=42.7,23.32`);
    const arrow = page.locator('button[style*="--x"]');
    await expect(arrow).toHaveCount(1);
    const under = await arrow.evaluate((element) => {
      const frame = element.closest('[data-map-frame]');
      const others = [...(frame?.querySelectorAll('button, fieldset, ul') ?? [])].filter((other) => other !== element);
      const lies: string[] = [];
      for (let step = 0; step <= 40; step += 1)
        for (const [x, y] of [
          [step / 40, 0],
          [step / 40, 1],
          [0, step / 40],
          [1, step / 40],
        ] as const) {
          (element as HTMLElement).style.setProperty('--x', String(x));
          (element as HTMLElement).style.setProperty('--y', String(y));
          const own = element.getBoundingClientRect();
          for (const other of others) {
            const box = other.getBoundingClientRect();
            if (box.left < own.right && own.left < box.right && box.top < own.bottom && own.top < box.bottom)
              lies.push(`${x},${y}: ${other.outerHTML.slice(0, 60)} ${JSON.stringify(box)}`);
          }
        }
      return lies;
    });
    expect(under).toEqual([]);
  });
