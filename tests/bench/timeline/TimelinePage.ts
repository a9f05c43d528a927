import type { Browser, CDPSession, Page } from '@playwright/test';
import { TILE_ORIGIN } from '#shared/http/tileOrigin.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';

/** All of home. Small, because a machine without a GPU draws in its own time between the steps. */
const VIEW = '/map?view=41.3,22,4.8z';
const VIEWPORT = { width: 800, height: 500 };
const SLIDER = '[data-timeline] input[type=range]';
const STEP_MS = 600_000;

const momentParameter = (atMs: number) => `t=${new Date(atMs).toISOString().slice(0, 16)}Z`;

/** The map with its timeline open on the last 24 hours, in a page whose bytes and script are counted. */
export class TimelinePage {
  private readonly page: Page;
  private readonly devtools: CDPSession;
  private readonly endMs: number;
  private readonly urls = new Map<string, string>();
  private readonly bytes = new Map<string, number>();

  private constructor(page: Page, devtools: CDPSession, endMs: number) {
    this.page = page;
    this.devtools = devtools;
    this.endMs = endMs;
    devtools.on('Network.requestWillBeSent', ({ requestId, request }) => this.urls.set(requestId, request.url));
    // Of the body: HTTP/1.1 repeats a kilobyte of headers with each answer, which HTTP/2 packs to some bytes.
    devtools.on('Network.responseReceived', ({ requestId, response }) => {
      this.bytes.set(requestId, -response.encodedDataLength);
    });
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      this.bytes.set(requestId, (this.bytes.get(requestId) ?? 0) + encodedDataLength);
    });
  }

  /** Opens the page and waits until all 24 hours before `endMs` are held. */
  static async open(browser: Browser, origin: string, endMs: number): Promise<TimelinePage> {
    const page = await browser.newPage({ viewport: VIEWPORT, locale: 'en' });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Performance.enable');
    const opened = new TimelinePage(page, devtools, endMs);
    await page.route(`${TILE_ORIGIN}/**`, (route) => route.fulfill({ status: 204 }));
    await page.goto(`${origin}${VIEW}&${momentParameter(endMs)}&w=1440`);
    await page.locator('[data-complete="true"]').waitFor({ timeout: 120_000 });
    // They are held; what is measured begins once they are drawn.
    await page.locator('.maplibregl-map[data-strike-uploads]').waitFor({ state: 'attached' });
    // Whatever the network told before this answer has been counted.
    await devtools.send('Performance.getMetrics');
    return opened;
  }

  /** What came over the wire in the bodies of answers whose address has this in it. */
  bytesOf(part: string): number {
    return [...this.bytes].reduce((sum, [id, bytes]) => sum + (this.urls.get(id)?.includes(part) ? bytes : 0), 0);
  }

  async strikesInView(): Promise<number> {
    return Number(await this.page.locator('[data-strikes-in-view]').getAttribute('data-strikes-in-view'));
  }

  private async uploads(): Promise<number> {
    return Number(await this.page.locator('.maplibregl-map').getAttribute('data-strike-uploads'));
  }

  /** Moves the handle back and forth within two hours, a step a frame; returns the mean time of script for a step, and the writes of strikes to the GPU. */
  async scrub(steps: number): Promise<{ readonly scriptMs: number; readonly uploads: number }> {
    await this.moveHandle([this.endMs - 12 * STEP_MS], 90);
    await this.page.locator('[data-complete="true"]').waitFor({ timeout: 120_000 });
    await this.moveHandle([this.endMs - STEP_MS], 60);
    const moments = Array.from({ length: steps }, (_, step) => this.endMs - (1 + (step % 12)) * STEP_MS);
    const [before, uploads] = [await this.scriptMs(), await this.uploads()];
    await this.moveHandle(moments, 2);
    const scriptMs = ((await this.scriptMs()) - before) / steps;
    return { scriptMs, uploads: (await this.uploads()) - uploads };
  }

  /** Plays the fortnight at 6 h a second; the bytes of counts that this took. */
  async playFortnight(): Promise<{ readonly bytes: number; readonly tookMs: number }> {
    const before = this.bytesOf('/api/v1/');
    await this.page.getByLabel('Speed').selectOption('6 hr a second');
    await this.page.locator(SLIDER).press('Home');
    const startMs = performance.now();
    await this.page.getByRole('button', { name: 'Play', exact: true }).click();
    await this.page.waitForFunction(
      ([slider, toMs]) => Number(document.querySelector<HTMLInputElement>(slider)?.value) >= toMs,
      [SLIDER, this.endMs - HOUR_MS] as const,
      { timeout: 180_000 },
    );
    const tookMs = performance.now() - startMs;
    await this.page
      .getByRole('button', { name: 'Pause' })
      .click()
      .catch(() => {});
    return { bytes: this.bytesOf('/api/v1/') - before, tookMs };
  }

  /** From each leap of the handle to the picture of that moment, where counts are held and strikes are not. */
  async dragFrames(leaps: number): Promise<number[]> {
    const moments = Array.from({ length: leaps }, (_, leap) => this.endMs - (2 + ((leap * 5) % 11)) * DAY_MS);
    return await this.page.evaluate(
      async ([slider, all]) => {
        const input = document.querySelector<HTMLInputElement>(slider);
        const map = document.querySelector<HTMLElement>('.maplibregl-map');
        if (!input || !map) throw new Error('no timeline');
        const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        const times: number[] = [];
        for (const atMs of all) {
          const before = map.dataset.crowdCounts;
          const startMs = performance.now();
          setValue?.call(input, String(atMs));
          input.dispatchEvent(new Event('input', { bubbles: true }));
          while (map.dataset.crowdCounts === before && performance.now() - startMs < 5_000) await frame();
          await frame();
          times.push(performance.now() - startMs);
          for (let rest = 0; rest < 20; rest += 1) await frame();
        }
        return times;
      },
      [SLIDER, moments] as const,
    );
  }

  async close(): Promise<void> {
    await this.page.close();
  }

  private async moveHandle(moments: readonly number[], restFrames: number): Promise<void> {
    await this.page.evaluate(
      async ([slider, all, rest]) => {
        const input = document.querySelector<HTMLInputElement>(slider);
        if (!input) throw new Error('no timeline');
        const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        for (const atMs of all) {
          setValue?.call(input, String(atMs));
          input.dispatchEvent(new Event('input', { bubbles: true }));
          await frame();
          await frame();
        }
        for (let left = rest; left > 0; left -= 1) await frame();
      },
      [SLIDER, moments, restFrames] as const,
    );
  }

  private async scriptMs(): Promise<number> {
    const { metrics } = await this.devtools.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN);
  }
}
