import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { medianOf } from '#shared/medianOf.ts';
import { chromiumArguments, findChromium } from '#tests/support/findChromium.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { listenOnLoopback } from '#worker/dev/loopback.ts';
import { DEBUGGING_PORT, measure } from './measurePage.ts';

/**
 * The map beside a page that has nothing but MapLibre and one polygon, in turns: `npm run tools -- beside-bare [BASE_URL [RUNS]]`,
 * best while nothing else runs. What only a library and a software GPU cost is in both. Then it prints how much of our
 * own code stands in long tasks of the first ten seconds, with the processor four times as slow.
 */
const [baseUrl = 'http://127.0.0.1:8787', runs = '5'] = process.argv.slice(2);
const GOAL = { speedBehind: 3, blocking: 1.15, ownMs: 400 };

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

function serveBare() {
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

interface TraceEvent {
  readonly name: string;
  readonly ts: number;
  readonly dur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly id?: string;
  readonly args: {
    readonly data?: {
      readonly cpuProfile?: { readonly nodes?: readonly ProfileNode[]; readonly samples?: readonly number[] };
      readonly timeDeltas?: readonly number[];
      readonly startTime?: number;
    };
  };
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly url?: string; readonly lineNumber?: number; readonly columnNumber?: number };
}

/** Tasks, and samples of what ran in them. */
const TRACED = ['disabled-by-default-devtools.timeline', 'disabled-by-default-v8.cpu_profiler'];
const TRACED_EVENTS = ['RunTask', 'Profile', 'ProfileChunk'];
const LONG_TASK_US = 50_000;

type FileOf = (frame: ProfileNode['callFrame']) => string | undefined;

/** Milliseconds of long tasks, on the threads that ran scripts, in which our own code was running, by its file. */
function ownLongMs(events: readonly TraceEvent[], fileOf: FileOf): Map<string, number> {
  const byFile = new Map<string, number>();
  if (!TRACED_EVENTS.every((name) => events.some((event) => event.name === name))) {
    throw new Error(`The trace lacks one of ${TRACED_EVENTS.join(', ')}: this Chromium calls them otherwise.`);
  }
  for (const { pid, tid, id, args } of events.filter(({ name }) => name === 'Profile')) {
    const tasks = events.filter(
      (event) => event.name === 'RunTask' && event.pid === pid && event.tid === tid && (event.dur ?? 0) >= LONG_TASK_US,
    );
    const own = new Map<number, string>();
    let atUs = args.data?.startTime ?? 0;
    for (const chunk of events) {
      if (chunk.name !== 'ProfileChunk' || chunk.id !== id || chunk.pid !== pid) continue;
      const { cpuProfile, timeDeltas = [] } = chunk.args.data ?? {};
      for (const node of cpuProfile?.nodes ?? []) {
        const file = fileOf(node.callFrame);
        if (file) own.set(node.id, file);
      }
      for (const [index, node] of (cpuProfile?.samples ?? []).entries()) {
        const deltaUs = timeDeltas[index] ?? 0;
        atUs += deltaUs;
        const file = own.get(node);
        const long = file && tasks.some(({ ts, dur = 0 }) => atUs >= ts && atUs <= ts + dur);
        if (long) byFile.set(file, (byFile.get(file) ?? 0) + deltaUs / 1_000);
      }
    }
  }
  return byFile;
}

/** Tells own code from libraries by a build with source maps, which must be the build that is served. */
function ownCode(): FileOf {
  const outDir = mkdtempSync(join(tmpdir(), 'beside-bare-'));
  const vite = join(projectRoot, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--config', 'web/vite.config.ts', '--sourcemap', 'hidden', '--outDir', outDir];
  // The origin stands in the build, so it must be the one that is served.
  const env = { ...process.env, PUBLIC_ORIGIN: new URL(baseUrl).origin };
  execFileSync(process.execPath, [...args, '--logLevel', 'error'], { cwd: projectRoot, env });
  const built = new Map(
    [outDir, join(outDir, 'assets')].flatMap((folder) => readdirSync(folder).map((name) => [name, folder] as const)),
  );
  const maps = new Map<string, SourceMap>();
  for (const [name, folder] of built) {
    if (!name.endsWith('.js.map')) continue;
    maps.set(name.slice(0, -4), new SourceMap(JSON.parse(readFileSync(join(folder, name), 'utf8'))));
  }
  return ({ url = '', lineNumber = 0, columnNumber = 0 }) => {
    if (!url.startsWith(baseUrl)) return undefined;
    const name = url.split('/').pop() ?? '';
    const map = maps.get(name);
    if (!map) {
      if (/\.js$/.test(name) && !built.has(name)) {
        throw new Error(`${url} is not of this checkout's build: start the product from here.`);
      }
      return undefined;
    }
    const entry = map.findEntry(lineNumber, columnNumber);
    if (!('originalSource' in entry) || !entry.originalSource || /node_modules/.test(entry.originalSource))
      return undefined;
    return entry.originalSource.replace(/^.*?(?=(web|shared)\/)/, '');
  };
}

async function traceMap(browser: Browser): Promise<readonly TraceEvent[]> {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await browser.startTracing(page, { categories: TRACED });
  await page.goto(`${baseUrl}/map`);
  await page.waitForTimeout(10_000);
  const trace = await browser.stopTracing();
  await page.close();
  return (JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }).traceEvents;
}

const bare = await serveBare();
const lasting = await chromium.launchPersistentContext('', {
  executablePath: findChromium(),
  args: [...chromiumArguments, `--remote-debugging-port=${DEBUGGING_PORT}`],
});
const seen = { bare: [] as { speed: number; tbtMs: number }[], map: [] as { speed: number; tbtMs: number }[] };
for (let run = 0; run < Number(runs); run += 1) {
  for (const [name, url] of [['bare', bare.url] as const, ['map', `${baseUrl}/map`] as const]) {
    const { performance, tbtMs } = await measure(url);
    seen[name].push({ speed: performance, tbtMs });
    process.stdout.write(`${name.padEnd(5)} speed ${performance}, blocking ${tbtMs} ms\n`);
  }
}
await lasting.close();
await bare.close();
const middle = (name: 'bare' | 'map', figure: 'speed' | 'tbtMs') =>
  medianOf(seen[name].map((run) => run[figure])) ?? Number.NaN;
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
const fileOf = ownCode();
const ownMs: number[] = [];
for (let run = 0; run < 3; run += 1) {
  const byFile = [...ownLongMs(await traceMap(browser), fileOf)].sort(([, a], [, b]) => b - a);
  ownMs.push(byFile.reduce((sum, [, ms]) => sum + ms, 0));
  const dearest = byFile.slice(0, 6).map(([file, ms]) => `${file} ${Math.round(ms)}`);
  process.stdout.write(`own code in long tasks, ms: ${Math.round(ownMs.at(-1) ?? 0)} (${dearest.join(', ')})\n`);
}
await browser.close();
const figures = [
  ['speed behind the bare page', middle('bare', 'speed') - middle('map', 'speed'), GOAL.speedBehind],
  ['blocking, times the bare page', middle('map', 'tbtMs') / middle('bare', 'tbtMs'), GOAL.blocking],
  ['own code in long tasks, ms', medianOf(ownMs) ?? Number.NaN, GOAL.ownMs],
] as const;
for (const [name, value, goal] of figures) {
  process.stdout.write(`${name.padEnd(32)}${value.toFixed(2).padStart(9)}  ${value <= goal ? '≤' : '>'} ${goal}\n`);
}
process.exitCode = figures.some(([, value, goal]) => value > goal) ? 1 : 0;
