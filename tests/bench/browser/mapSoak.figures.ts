import { type CDPSession, test } from '@playwright/test';
import { strikesPath } from '#shared/wire/apiPaths.ts';
import { expect } from '#tests/e2e/map/expect.ts';
import { MapPage } from '#tests/e2e/map/MapPage.ts';
import { slope } from '#tests/soak/slope.ts';

/**
 * A wall display over a stretch of time (`SOAK_MINUTES`, 30): the feed is cut each minute, the strikes' WebGL context is
 * lost three times, and at the end the screen must hold what the server holds, in as much memory as at the start. A
 * rebuilt overlay is known to leak a little (deck.gl 9.4), so growth is judged between the losses and printed for both.
 */
const MINUTES = Number(process.env.SOAK_MINUTES ?? 30);
/** Until then caches fill and code is compiled. */
const WARM_UP_MINUTES = Math.ceil(MINUTES / 5);
const LOSS_EVERY = Math.ceil(MINUTES / 4);
const MEGABYTE = 1_048_576;
const EVERYWHERE = { west: -20, south: 20, east: 60, north: 60 };

const print = (line: string) => process.stdout.write(`${line}\n`);

async function readFigures(session: CDPSession) {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { heap: value('JSHeapUsedSize') / MEGABYTE, nodes: value('Nodes'), listeners: value('JSEventListeners') };
}

const loseStrikesContext = `document.querySelector('#deckgl-overlay')
  .getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()`;

test(`${MINUTES} minutes on a wall`, async ({ page, context, request }) => {
  test.setTimeout((MINUTES + 5) * 60_000);
  const screen = new MapPage(page);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  await screen.open('/map?view=42,20,3z&wall=1');
  await screen.whole();
  const samples: { minute: number; heap: number; nodes: number; listeners: number }[] = [];
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    await page.waitForTimeout(50_000);
    await context.setOffline(true);
    await expect(screen.feed).toContainText('Offline');
    await context.setOffline(false);
    await expect(screen.feed).toContainText('Live', { timeout: 40_000 });
    if (minute % LOSS_EVERY === 0 && minute < MINUTES) await page.evaluate(loseStrikesContext);
    const figures = await readFigures(session);
    samples.push({ minute, ...figures });
    print(
      `minute ${minute}: heap ${figures.heap.toFixed(2)} MB, ${figures.nodes} nodes, ${figures.listeners} listeners, ` +
        `${await screen.inView()} strikes in view`,
    );
  }
  const warm = samples.filter(({ minute }) => minute > WARM_UP_MINUTES);
  const overall = slope(warm.map(({ minute, heap }) => [minute / 60, heap]));
  const between = Map.groupBy(warm, ({ minute }) => Math.floor(minute / LOSS_EVERY));
  const slopes = [...between.values()]
    .filter((part) => part.length > 4)
    .map((part) => slope(part.map(({ minute, heap }) => [minute / 60, heap])));
  const heapPerHour = slopes.toSorted((a, b) => a - b)[Math.floor(slopes.length / 2)] ?? overall;
  const overlays = await page.locator('.maplibregl-map').getAttribute('data-overlays');
  print(
    `heap slope after ${WARM_UP_MINUTES} min, MB an hour: between losses ${slopes.map((part) => part.toFixed(2)).join(', ')}`,
  );
  print(`heap slope with the rebuilt overlays: ${overall.toFixed(2)} MB an hour, ${overlays} overlays`);

  await screen.whole();
  const nowMs = Date.now();
  const path = `${strikesPath(EVERYWHERE, nowMs - 3_600_000, nowMs)}&limit=10000`;
  const held = (await (await request.get(path)).json()).strikes.length;
  print(`in the window at the end: server ${held}, screen ${await screen.inView()}`);
  expect(Math.abs(held - (await screen.inView()))).toBeLessThanOrEqual(3);
  expect(heapPerHour).toBeLessThan(1);
});
