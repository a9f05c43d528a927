import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { TILE_ORIGIN } from '#shared/http/tileOrigin.ts';
import { percentile } from '#tests/load/percentile.ts';
import { chromiumArguments, findChromium } from '#tests/support/findChromium.ts';

import { watchFrameShifts } from '#tests/support/watchFrameShifts.ts';

/**
 * How soon the map shows its first strikes, and what moves when the map takes over from the preview:
 * `npm run tools -- first-strikes [ADDRESS [PATH]]`, against a running product. Cold cache, median of five visits.
 */
const VISITS = 5;
const [address = 'http://127.0.0.1:8787', path = '/map?view=42.5,22,5z'] = process.argv.slice(2);

interface Device {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly bytesPerSecond: number;
  readonly roundTripMs: number;
  readonly slowdown: number;
  readonly mostMs: number;
}

const DEVICES: readonly Device[] = [
  {
    name: 'slow phone (1.6 Mbit/s, 150 ms, processor ÷ 4)',
    viewport: { width: 360, height: 740 },
    bytesPerSecond: 1_600_000 / 8,
    roundTripMs: 150,
    slowdown: 4,
    mostMs: 2_000,
  },
  {
    name: 'this machine',
    viewport: { width: 1280, height: 800 },
    bytesPerSecond: -1,
    roundTripMs: 0,
    slowdown: 1,
    mostMs: 700,
  },
];

interface Visit {
  /** First frame with strikes. */
  readonly strikesMs: number;
  /** When the map has taken over from the preview. */
  readonly mapMs: number;
  readonly shift: number;
  readonly paintedMs: number;
  readonly slicesTwice: number;
}

const WATCH = `window.paintedMs = 0; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.paintedMs = entry.startTime;
}).observe({ type: 'largest-contentful-paint', buffered: true });`;

async function throttle(session: CDPSession, { bytesPerSecond, roundTripMs, slowdown }: Device): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTripMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}

async function visit(browser: Browser, device: Device): Promise<Visit> {
  const context = await browser.newContext({ viewport: device.viewport, deviceScaleFactor: 1 });
  const page = await context.newPage();
  await throttle(await context.newCDPSession(page), device);
  await page.addInitScript(WATCH);
  await page.addInitScript(watchFrameShifts);
  // The tile host is beyond this machine, and says nothing of ours.
  await page.route(`${TILE_ORIGIN}/**`, (route) => route.fulfill({ status: 204 }));
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/api/v1/tiles/') && asked.push(request.url()));
  await page.goto(address + path, { waitUntil: 'commit' });
  const strikesMs = await firstStrikesMs(page);
  const shiftedBefore = await page.evaluate<number>('window.shifted');
  await page.waitForFunction(() => document.querySelector('.maplibregl-map') && !document.getElementById('preview'));
  const mapMs = await page.evaluate(() => performance.now());
  const [shifted, paintedMs] = await page.evaluate<[number, number]>('[window.shifted, window.paintedMs]');
  const shift = shifted - shiftedBefore;
  const slicesTwice = asked.length - new Set(asked).size;
  await context.close();
  return { strikesMs, mapMs, shift, paintedMs, slicesTwice };
}

async function firstStrikesMs(page: Page): Promise<number> {
  const mark = await page.waitForFunction(() => performance.getEntriesByName('first-strikes')[0]?.startTime);
  return Number(await mark.jsonValue());
}

const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
let missed = 0;
for (const device of DEVICES) {
  const visits: Visit[] = [];
  for (let run = 0; run < VISITS; run += 1) visits.push(await visit(browser, device));
  const median = (of: (seen: Visit) => number) => Math.round(percentile(visits.map(of), 50));
  const shift = Math.max(...visits.map((seen) => seen.shift));
  const strikesMs = median((seen) => seen.strikesMs);
  const miss = strikesMs > device.mostMs || shift > 0;
  if (miss) missed += 1;
  process.stdout.write(
    `${miss ? 'MISS' : 'ok  '} ${device.name}: first strikes ${strikesMs} ms (≤ ${device.mostMs}), ` +
      `map ${median((seen) => seen.mapMs)} ms, largest paint ${median((seen) => seen.paintedMs)} ms, ` +
      `shift ${shift.toFixed(4)}, slices asked twice ${Math.max(...visits.map((seen) => seen.slicesTwice))}\n`,
  );
}
await browser.close();
process.exitCode = missed > 0 ? 1 : 0;
