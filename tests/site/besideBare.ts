import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { TILE_ORIGIN } from '#shared/http/tileOrigin.ts';
import { medianOf } from '#shared/medianOf.ts';
import { chromiumArguments, findChromium } from '#tests/support/findChromium.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { listenOnLoopback } from '#worker/dev/loopback.ts';

/**
 * The map beside a page that has nothing but MapLibre and one polygon, in turns: `npm run tools -- beside-bare [ADDRESS [RUNS]]`,
 * best while nothing else runs. What only a library and a software GPU cost is in both. Each visit has a cold browser.
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

/** In the page: times of long tasks, of frames in which the ground was drawn, and of the preview's end. */
const WATCH = `{
  const seen = window.seen = { long: [], frames: [], draws: 0, standsMs: 0 };
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
  let drawn = false;
  for (const name of ['drawElements', 'drawArrays', 'drawElementsInstanced', 'drawArraysInstanced']) {
    const { [name]: draw } = WebGL2RenderingContext.prototype;
    WebGL2RenderingContext.prototype[name] = function (...given) {
      seen.draws += 1;
      if (!drawn && this.canvas.classList.contains('maplibregl-canvas')) {
        drawn = true;
        seen.frames.push(performance.now());
        queueMicrotask(() => requestAnimationFrame(() => { drawn = false; }));
      }
      return draw.apply(this, given);
    };
  }
}`;

interface Seen {
  readonly long: readonly (readonly [startMs: number, forMs: number])[];
  readonly frames: readonly number[];
  readonly draws: number;
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

export async function visit(url: string, device: Device, lookMs = LOOK_MS): Promise<Visit> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
  try {
    const context = await browser.newContext({ viewport: device.viewport, serviceWorkers: 'block' });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: device.roundTripMs,
      downloadThroughput: device.bytesPerSecond,
      uploadThroughput: device.bytesPerSecond,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: device.slowdown });
    // The tile host is beyond this machine.
    await page.route(`${TILE_ORIGIN}/**`, (route) => route.fulfill({ status: 204 }));
    await page.addInitScript(WATCH);
    const before = await gpuMs(browser);
    await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] });
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForTimeout(lookMs);
    const seen = await page.evaluate<Seen>('window.seen');
    const after = await gpuMs(browser);
    const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
    return { ...figuresOf(seen), commitMs: commitOf(trace.traceEvents), gpuMs: after - before };
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

function figuresOf({ long, frames, draws, standsMs }: Seen): Omit<Visit, 'commitMs' | 'gpuMs'> {
  const quiet = frames.findIndex((atMs, index) => index > 0 && atMs - (frames[index - 1] ?? 0) > QUIET_MS);
  const coming = quiet < 0 ? frames : frames.slice(0, quiet);
  return {
    longMs: sum(long.map(([, forMs]) => forMs)),
    blockingMs: sum(long.map(([, forMs]) => forMs - LONG_TASK_MS)),
    frames: coming.length,
    draws,
    wholeMs: coming.at(-1) ?? Number.NaN,
    standsMs,
  };
}

async function gpuMs(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return sum(processInfo.filter(({ type }) => type === 'GPU').map(({ cpuTime }) => cpuTime * 1_000));
}

const NAMES = [
  'longMs',
  'blockingMs',
  'commitMs',
  'frames',
  'draws',
  'gpuMs',
  'wholeMs',
  'standsMs',
] as const satisfies readonly (keyof Visit)[];
/** Times the bare page, least of each. */
const GOALS = { longMs: 1.8, blockingMs: 2.5, wholeMs: 4 } as const;
const MOST_FRAMES = 8;

if (import.meta.main) {
  const [address = 'http://127.0.0.1:8787', runs = '3'] = process.argv.slice(2);
  const bare = await serveBare();
  let missed = 0;
  for (const device of [DESK, SLOW_PHONE]) {
    const visits = { bare: [] as Visit[], map: [] as Visit[] };
    for (let run = 0; run < Number(runs); run += 1) {
      visits.bare.push(await visit(bare.url, device));
      visits.map.push(await visit(`${address}/map`, device));
    }
    process.stdout.write(`${device.name}: least, median; map × bare (least of each)\n`);
    for (const name of NAMES) {
      const of = (page: 'bare' | 'map') => visits[page].map((seen) => seen[name]);
      const least = { bare: Math.min(...of('bare')), map: Math.min(...of('map')) };
      const told = (page: 'bare' | 'map') =>
        `${Math.round(least[page])}, ${Math.round(medianOf(of(page)) ?? Number.NaN)}`;
      const ratio = least.map / least.bare;
      const goal = device === DESK && name in GOALS ? GOALS[name as keyof typeof GOALS] : undefined;
      const isMissed =
        goal !== undefined ? ratio > goal : device === DESK && name === 'frames' && least.map > MOST_FRAMES;
      if (isMissed) missed += 1;
      const aim = goal ? `(≤ ${goal})` : name === 'frames' ? `(map ≤ ${MOST_FRAMES})` : '';
      process.stdout.write(
        `${isMissed ? 'MISS' : '    '} ${name.padEnd(11)} bare ${told('bare').padEnd(12)} map ${told('map').padEnd(14)} × ${ratio.toFixed(2)} ${aim}\n`,
      );
    }
  }
  await bare.close();
  process.exitCode = missed > 0 ? 1 : 0;
}
