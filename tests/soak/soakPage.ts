import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumArguments, findChromium } from '#tests/support/findChromium.ts';

import { serveTiles } from '#tests/support/tileHost.ts';
import { type HeapParts, heapParts } from './heapParts.ts';

/** What the browser holds for the page. */
export interface PageFigures {
  readonly heapMegabytes: number;
  readonly nodes: number;
  readonly listeners: number;
  /** Strikes that the page counts in its view and window. */
  readonly inView: number;
}

export interface SoakPage {
  /** Figures after a collection of garbage. */
  read(): Promise<PageFigures>;
  /** What the JavaScript heap consists of. Stops the page for a second. */
  heapParts(): Promise<HeapParts>;
  /** Takes the WebGL context of the strikes, or of the map beneath them, and waits until it has been replaced. */
  loseContext(of: 'strikes' | 'map'): Promise<void>;
  readonly errors: readonly string[];
  close(): Promise<void>;
}

async function inView(page: Page): Promise<number> {
  const count = await page.locator('[data-strikes-in-view]').getAttribute('data-strikes-in-view');
  return Number(count ?? Number.NaN);
}

const CANVAS = { strikes: '#deckgl-overlay', map: '.maplibregl-canvas' } as const;

/** Resolves once the canvas that stands there has a living context again, be it another canvas. */
const loseAndAwait = (selector: string) => `new Promise((resolve) => {
  const context = () => document.querySelector('${selector}')?.getContext('webgl2');
  const lost = context();
  const extension = lost.getExtension('WEBGL_lose_context');
  extension.loseContext();
  setTimeout(() => { if (context() === lost) extension.restoreContext(); }, 500);
  const look = () => (context() && !context().isContextLost() ? resolve() : requestAnimationFrame(look));
  setTimeout(look, 600);
})`;

/** The map of the Balkans in a headless Chromium, left open as on a wall. */
export async function openSoakPage(baseUrl: string): Promise<SoakPage> {
  const browser: Browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
  const page = await browser.newPage({ viewport: { width: 960, height: 900 } });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await serveTiles(page);
  await page.goto(`${baseUrl}/map?view=41.5,22,4z&wall=1`);
  await page.locator('[data-strikes-in-view]').waitFor({ state: 'attached', timeout: 60_000 });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  return {
    errors,
    read: async () => {
      await devtools.send('HeapProfiler.collectGarbage');
      const { metrics } = await devtools.send('Performance.getMetrics');
      const metric = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN;
      return {
        heapMegabytes: metric('JSHeapUsedSize') / 2 ** 20,
        nodes: metric('Nodes'),
        listeners: metric('JSEventListeners'),
        inView: await inView(page),
      };
    },
    heapParts: async () => {
      const chunks: string[] = [];
      const take = ({ chunk }: { chunk: string }) => chunks.push(chunk);
      devtools.on('HeapProfiler.addHeapSnapshotChunk', take);
      await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
      devtools.off('HeapProfiler.addHeapSnapshotChunk', take);
      return heapParts(chunks.join(''));
    },
    loseContext: (of) => page.evaluate(loseAndAwait(CANVAS[of])),
    close: () => browser.close(),
  };
}
