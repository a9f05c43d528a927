import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { build, preview } from 'vite';
import { TILE_ORIGIN } from '#shared/http.ts';
import type { Figure } from '#tests/bench/Figure.ts';
import type { storeFigures } from '#tests/bench/storeFigures.ts';
import { asProviderEvents, stormStrikes } from '#tests/bench/stormStrikes.ts';
import { percentile } from '#tests/load/percentile.ts';
import { chromiumArguments, findChromium } from '#tests/support/findChromium.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { BUILT_SITE, startProduct } from '#tests/support/startProduct.ts';
import { wait } from '#tests/support/wait.ts';
import { scriptedSource } from '#worker/dev/simulator/simulatedSource.ts';

const ROOT = join(import.meta.dirname, 'pages');
const OUT = join(projectRoot, '.cache/bench-pages');
/** An isolated page's clock has steps of 5 µs; any other's, of 100. */
const ISOLATED = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };

interface ServedPages {
  readonly url: string;
  close(): Promise<void>;
}

/** Builds and serves the pages in this folder; `answers` are JSON texts by path. */
async function servePages(results: Readonly<Record<string, string>>): Promise<ServedPages> {
  const input = ['store.html', 'baseline.html'].map((name) => join(ROOT, name));
  const shared = { configFile: false, root: ROOT, logLevel: 'error' } as const;
  await build({
    ...shared,
    worker: { format: 'es' },
    build: { outDir: OUT, emptyOutDir: true, target: 'esnext', rolldownOptions: { input } },
  });
  const server = await preview({
    ...shared,
    build: { outDir: OUT },
    preview: { host: '127.0.0.1', port: 0, headers: ISOLATED },
    plugins: [
      {
        name: 'answers',
        configurePreviewServer: ({ middlewares }) => {
          middlewares.use((request, response, next) => {
            const result = results[request.url ?? ''];
            if (result === undefined) return next();
            response.setHeader('content-type', 'application/json');
            response.end(result);
          });
        },
      },
    ],
  });
  return { url: server.resolvedUrls?.local[0] ?? '', close: () => server.close() };
}

interface BrowserPlan {
  /** Strikes held in the store. */
  readonly helds: readonly number[];
  readonly rounds: number;
  /** Strikes of the hour that a page shows first, and how often each page is opened. */
  readonly visibleStrikes: number;
  readonly visits: number;
  readonly print: (line: string) => void;
}

const HOUR_MS = 3_600_000;
/** An hour of the worst storm, on a wall; and more than that. */
const VIEW = '/map?view=42.5,22,5z';

/** Everything in the browser, in Chromium itself: the store, and the first strikes after a cold navigation. */
export async function browserFigures(plan: BrowserPlan): Promise<Figure[]> {
  const endMs = Date.now() - 60_000;
  const strikes = stormStrikes(plan.visibleStrikes, endMs, HOUR_MS - 300_000);
  const pages = await servePages({ '/strikes.json': JSON.stringify({ events: asProviderEvents(strikes) }) });
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
  try {
    const figures = await storeInChromium(browser, pages.url, plan);
    const product = await startProduct({ ...BUILT_SITE, simulator: { source: scriptedSource(...strikes) } });
    try {
      await holdsAll(product.url, plan.visibleStrikes);
      plan.print(`browser: first strikes of ${plan.visibleStrikes.toLocaleString('en')}, ${plan.visits} visits each`);
      figures.push(await firstStrikes(browser, product.url + VIEW, `${pages.url}baseline.html`, plan));
    } finally {
      await product.close();
    }
    return figures;
  } finally {
    await browser.close();
    await pages.close();
  }
}

async function storeInChromium(
  browser: Browser,
  url: string,
  { helds, rounds, print }: BrowserPlan,
): Promise<Figure[]> {
  print(`browser: store of ${helds.map((held) => held.toLocaleString('en')).join(' and ')} in Chromium`);
  const page = await browser.newPage();
  await page.goto(`${url}store.html`);
  await page.waitForFunction('globalThis.storeFigures');
  const figures = await page.evaluate(
    ([counts, times]) => (globalThis as unknown as { storeFigures: typeof storeFigures }).storeFigures(counts, times),
    [helds, rounds] as const,
  );
  await page.close();
  return figures;
}

/** Resolves once the Feed has read the whole hour. */
async function holdsAll(url: string, count: number): Promise<void> {
  for (let seq = 0; seq < count; ) {
    const response = await fetch(`${url}/api/v1/status`);
    seq = ((await response.json()) as { feed: { seq: number } }).feed.seq;
    await wait(250);
  }
}

/** Notes when a page has drawn its first strikes: two frames after they were given to the GPU. */
const NOTE_FIRST_STRIKES = `new MutationObserver((_, observer) => {
  if (!document.querySelector('[data-strike-uploads]')) return;
  observer.disconnect();
  const note = () => { document.documentElement.dataset.firstStrikesMs = performance.now(); };
  requestAnimationFrame(() => requestAnimationFrame(note));
}).observe(document, { subtree: true, attributes: true, childList: true });`;

async function visitMs(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(NOTE_FIRST_STRIKES);
  // Before any tile: the tile host never answers.
  await page.route(`${TILE_ORIGIN}/**`, () => {});
  await page.goto(url);
  const noted = await page.locator('[data-first-strikes-ms]').getAttribute('data-first-strikes-ms');
  await context.close();
  return Number(noted);
}

async function firstStrikes(browser: Browser, ours: string, theirs: string, plan: BrowserPlan): Promise<Figure> {
  const times: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  for (let visit = 0; visit < plan.visits; visit += 1) {
    times.ours.push(await visitMs(browser, ours));
    times.theirs.push(await visitMs(browser, theirs));
  }
  return {
    group: 'browser',
    name: `first strikes of ${plan.visibleStrikes.toLocaleString('en')} after navigation, cold`,
    unit: 'ms',
    ours: percentile(times.ours, 50),
    baseline: percentile(times.theirs, 50),
    budget: { of: 'ours', most: 1_500 },
    // On a busy machine both pages are several times as slow; opened alternately, their ratio stays below two.
    shortBudget: { of: 'ratio', most: 2.5 },
  };
}
