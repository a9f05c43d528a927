import { type Browser, chromium } from '@playwright/test';
import { percentile } from '#tests/load/percentile.ts';
import { chromiumArguments, findChromium } from '#tests/support/findChromium.ts';
import { watchFrameShifts } from '#tests/support/watchFrameShifts.ts';
import { DESK, type Device, pageOn, SLOW_PHONE } from './measureMap.ts';

/**
 * How soon the map shows its first strikes, and what moves when the map takes over from the preview:
 * `npm run tools -- first-strikes [ADDRESS [PATH]]`, against a running product. Cold cache, median of five visits.
 */
const VISITS = 5;
const [address = 'http://127.0.0.1:8787', path = '/map?view=42.5,22,5z'] = process.argv.slice(2);

const DEVICES = [
  { ...SLOW_PHONE, name: 'slow phone (1.6 Mbit/s, 150 ms, processor ÷ 4)', mostMs: 2_000 },
  { ...DESK, name: 'this machine', mostMs: 700 },
];

const WATCH = `window.paintedMs = 0; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.paintedMs = entry.startTime;
}).observe({ type: 'largest-contentful-paint', buffered: true });`;

async function visit(browser: Browser, device: Device) {
  const page = await pageOn(browser, device);
  await page.addInitScript(WATCH);
  await page.addInitScript(watchFrameShifts);
  const requests: string[] = [];
  page.on('request', (request) => request.url().includes('/api/v1/tiles/') && requests.push(request.url()));
  await page.goto(address + path, { waitUntil: 'commit' });
  const mark = await page.waitForFunction(() => performance.getEntriesByName('first-strikes')[0]?.startTime);
  const strikesMs = Number(await mark.jsonValue());
  const shiftedBefore = await page.evaluate<number>('window.shifted');
  await page.waitForFunction(() => document.querySelector('.maplibregl-map') && !document.getElementById('preview'));
  const mapMs = await page.evaluate(() => performance.now());
  const [shifted, paintedMs] = await page.evaluate<[number, number]>('[window.shifted, window.paintedMs]');
  await page.close();
  return {
    strikesMs,
    mapMs,
    paintedMs,
    shift: shifted - shiftedBefore,
    slicesTwice: requests.length - new Set(requests).size,
  };
}
type Visit = Awaited<ReturnType<typeof visit>>;

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
