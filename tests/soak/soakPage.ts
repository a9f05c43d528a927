import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '#tests/support/findChromium.ts';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--js-flags=--expose-gc',
];

/** What the browser holds for the page, after a collection of its garbage. */
export interface PageFigures {
  readonly heapMegabytes: number;
  readonly nodes: number;
  readonly listeners: number;
  /** Strikes that the page counts in its view and window. */
  readonly inView: number;
}

export interface SoakPage {
  read(): Promise<PageFigures>;
  readonly errors: readonly string[];
  close(): Promise<void>;
}

async function inView(page: Page): Promise<number> {
  const count = await page.locator('[data-strikes-in-view]').getAttribute('data-strikes-in-view');
  return Number(count ?? Number.NaN);
}

/** The map of the Balkans in a headless Chromium, left open as on a wall. */
export async function openSoakPage(baseUrl: string): Promise<SoakPage> {
  const browser: Browser = await chromium.launch({ executablePath: findChromium(), args: ARGUMENTS });
  const page = await browser.newPage({ viewport: { width: 720, height: 640 } });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  // The tile host is beyond this machine.
  await page.route('https://tiles.openfreemap.org/**', (route) => route.fulfill({ status: 204 }));
  await page.goto(`${baseUrl}/map?view=41.5,22,4z`);
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
    close: () => browser.close(),
  };
}
