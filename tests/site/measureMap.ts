import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import { TILE_ORIGIN } from '#shared/http.ts';
import { chromiumArguments, findChromium } from '#tests/support/findChromium.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { listenOnLoopback } from '#worker/dev/loopback.ts';

/**
 * What a map costs its page: a first visit compared with a page that has nothing but MapLibre and one polygon, and a wall that nobody
 * touches. What only a library and a software GPU cost is in both pages. Each look has a cold browser.
 */

const BARE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/maplibre-gl.css">
<style>body{margin:0}#map{height:100vh}</style></head><body><div id="map"></div><script type="module">
import * as maplibre from '/maplibre-gl.mjs';
maplibre.setWorkerUrl('/maplibre-gl-worker.mjs');
const ring = [[22, 42], [25, 42], [25, 43.5], [22, 43.5], [22, 42]];
new maplibre.Map({ container: 'map', center: [23.3219, 42.6977], zoom: 7, style: { version: 8,
  sources: { land: { type: 'geojson', data: { type: 'Polygon', coordinates: [ring] } } },
  layers: [{ id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': '#cccccc' } }] } });
</script></body></html>`;

export function serveBare() {
  const folder = join(projectRoot, 'node_modules/maplibre-gl/dist');
  const files = new Set(readdirSync(folder).filter((name) => /\.(css|mjs)$/.test(name)));
  return listenOnLoopback(0, ({ url = '/' }, response) => {
    const name = url.slice(1);
    if (name !== '' && !files.has(name)) return void response.writeHead(404).end();
    const type = name === '' ? 'text/html' : name.endsWith('.css') ? 'text/css' : 'text/javascript';
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' });
    response.end(gzipSync(name === '' ? BARE : readFileSync(join(folder, name))));
  });
}

/** How long one looks at a page: the product's map is whole long before. */
const LOOK_MS = 12_000;
/** A frame so long after the one before is no part of coming. */
const QUIET_MS = 3_000;
const LONG_TASK_MS = 50;

/** In the page, as `window.drawn`: when each canvas was drawn, once a frame. */
const countDraws = `{
  const drawn = window.drawn = { ground: [], strikes: [], draws: 0 };
  const open = {};
  for (const name of ['drawElements', 'drawArrays', 'drawElementsInstanced', 'drawArraysInstanced']) {
    const { [name]: draw } = WebGL2RenderingContext.prototype;
    WebGL2RenderingContext.prototype[name] = function (...given) {
      const canvas = this.canvas.classList?.contains('maplibregl-canvas') ? 'ground' : 'strikes';
      drawn.draws += 1;
      if (!open[canvas]) {
        open[canvas] = true;
        drawn[canvas].push(performance.now());
        queueMicrotask(() => requestAnimationFrame(() => { open[canvas] = false; }));
      }
      return draw.apply(this, given);
    };
  }
}`;

interface RenderedFrames {
  readonly ground: readonly number[];
  readonly strikes: readonly number[];
  readonly draws: number;
}

/** In the page, as `window.seen`: times of long tasks, and of the preview's end. */
const WATCH = `{
  const seen = window.seen = { long: [], standsMs: 0 };
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.long.push([startTime, duration]);
  }).observe({ type: 'longtask', buffered: true });
  let had = false;
  const look = () => {
    const has = document.getElementById('preview') !== null;
    if (had && !has && seen.standsMs === 0) seen.standsMs = performance.now();
    had ||= has;
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}`;

interface Seen {
  readonly long: readonly (readonly [startMs: number, forMs: number])[];
  readonly standsMs: number;
}

export interface Visit {
  readonly longMs: number;
  readonly blockingMs: number;
  /** Main thread waiting until the GPU has taken a frame. */
  readonly commitMs: number;
  readonly frames: number;
  readonly draws: number;
  readonly gpuMs: number;
  /** The last frame of the ground. */
  readonly wholeMs: number;
  /** The map has taken over from the preview. */
  readonly standsMs: number;
}

export interface Device {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly slowdown: number;
  readonly bytesPerSecond: number;
  readonly roundTripMs: number;
}

export const DESK: Device = {
  name: 'desk',
  viewport: { width: 1280, height: 800 },
  slowdown: 1,
  bytesPerSecond: -1,
  roundTripMs: 0,
};
export const SLOW_PHONE: Device = {
  name: 'slow phone',
  viewport: { width: 360, height: 740 },
  slowdown: 4,
  bytesPerSecond: 200_000,
  roundTripMs: 150,
};

/** A page as that device has it, without the tile host, which is beyond this machine. */
export async function pageOn(browser: Browser, device: Device): Promise<Page> {
  const { viewport, roundTripMs, bytesPerSecond, slowdown } = device;
  const page = await browser.newPage({ viewport, serviceWorkers: 'block' });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTripMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.route(`${TILE_ORIGIN}/**`, (route) => route.fulfill({ status: 204 }));
  return page;
}

export async function visit(url: string, device: Device, lookMs = LOOK_MS): Promise<Visit> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
  try {
    const page = await pageOn(browser, device);
    await page.addInitScript(countDraws);
    await page.addInitScript(WATCH);
    const before = await gpuMs(browser);
    await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] });
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForTimeout(lookMs);
    const [seen, renderedFrames] = await page.evaluate<[Seen, RenderedFrames]>('[window.seen, window.drawn]');
    const after = await gpuMs(browser);
    const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
    return { ...figuresOf(seen, renderedFrames), commitMs: commitOf(trace.traceEvents), gpuMs: after - before };
  } finally {
    await browser.close();
  }
}

interface TraceEvent {
  readonly name: string;
  readonly dur?: number;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const commitOf = (events: readonly TraceEvent[]) =>
  sum(events.filter(({ name }) => name === 'Commit').map(({ dur = 0 }) => dur / 1_000));

function figuresOf({ long, standsMs }: Seen, { ground, draws }: RenderedFrames): Omit<Visit, 'commitMs' | 'gpuMs'> {
  const quiet = ground.findIndex((atMs, index) => index > 0 && atMs - (ground[index - 1] ?? 0) > QUIET_MS);
  const coming = quiet < 0 ? ground : ground.slice(0, quiet);
  return {
    longMs: sum(long.map(([, forMs]) => forMs)),
    blockingMs: sum(long.map(([, forMs]) => forMs - LONG_TASK_MS)),
    frames: coming.length,
    draws,
    wholeMs: coming.at(-1) ?? Number.NaN,
    standsMs,
  };
}

/** Processor time of the GPU process so far. */
async function gpuMs(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return sum(processInfo.filter(({ type }) => type === 'GPU').map(({ cpuTime }) => cpuTime * 1_000));
}

const REST_MS = 25_000;
export interface IdleWall {
  /** Milliseconds of the main thread, and of its scripts, a second. */
  readonly mainMs: number;
  readonly scriptMs: number;
  /** Of the GPU process, a second. */
  readonly gpuMs: number;
  /** Frames in which the canvas was drawn, a minute. */
  readonly ground: number;
  readonly strikes: number;
}

export async function idleWall(address: string, lookMs: number): Promise<IdleWall> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
  try {
    const page = await pageOn(browser, { ...DESK, viewport: { width: 1920, height: 1080 } });
    await page.addInitScript(countDraws);
    await page.goto(`${address}/map?wall=1`);
    await page.waitForTimeout(REST_MS);
    const metrics = await metricsOf(page);
    const [before, gpuBefore] = [await metrics(), await gpuMs(browser)];
    const fromMs = await page.evaluate<number>('performance.now()');
    await page.waitForTimeout(lookMs);
    const [after, gpuAfter] = [await metrics(), await gpuMs(browser)];
    const toMs = await page.evaluate<number>('performance.now()');
    const renderedFrames = await page.evaluate<RenderedFrames>('window.drawn');
    const seconds = (toMs - fromMs) / 1_000;
    const spent = (name: string) => (((after[name] ?? 0) - (before[name] ?? 0)) * 1_000) / seconds;
    const aMinute = (frames: readonly number[]) => (frames.filter((atMs) => atMs > fromMs).length * 60) / seconds;
    return {
      mainMs: spent('TaskDuration'),
      scriptMs: spent('ScriptDuration'),
      gpuMs: (gpuAfter - gpuBefore) / seconds,
      ground: aMinute(renderedFrames.ground),
      strikes: aMinute(renderedFrames.strikes),
    };
  } finally {
    await browser.close();
  }
}

async function metricsOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return async (): Promise<Readonly<Record<string, number>>> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
  };
}
