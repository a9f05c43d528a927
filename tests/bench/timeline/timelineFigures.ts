import { chromium } from '@playwright/test';
import { HOME_BOX as HOME } from '#shared/geo/Areas.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';
import { countAtMost, type Figure, SHOWN, timeAtMost } from '#tests/bench/Figure.ts';
import { bundlePublishingWorker } from '#tests/bench/fanOut/Target.ts';
import { percentile } from '#tests/load/percentile.ts';
import { chromiumArguments, findChromium } from '#tests/support/findChromium.ts';

import { projectRoot } from '#tests/support/projectRoot.ts';
import { type Runtime, startRuntime } from '#worker/dev/local/startRuntime.ts';
import { dayOfStrikes } from './dayOfStrikes.ts';
import { TimelinePage } from './TimelinePage.ts';

const DAYS = 14;
const BATCH = 10_000;
const KB = 1_000;
/** What is known was read up to here. */
export const END_MS = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;

interface Probe {
  askArchive(kind: string, ...values: unknown[]): Promise<unknown>;
}

export interface TimelinePlan {
  /** Strikes a day; 114,000 are those of the recordings. */
  readonly perDay: number;
  readonly steps: number;
}

/** Fills the archive with a fortnight, counts it and packs its days as the cron does. */
async function fill(runtime: Runtime, perDay: number, tell: (line: string) => void): Promise<void> {
  const probe = (await runtime.miniflare.getDurableObjectNamespace('FEED')).getByName('feed') as unknown as Probe;
  for (let day = 0; day <= DAYS; day += 1) {
    const strikes = dayOfStrikes(perDay, END_MS - (DAYS - day) * DAY_MS, day);
    for (let at = 0; at < perDay; at += BATCH) await probe.askArchive('insert', strikes.slice(at, at + BATCH));
  }
  const db = await runtime.miniflare.getD1Database('DB');
  await db.prepare('UPDATE archive_state SET complete_to_ms = ?1').bind(END_MS).run();
  tell(`timeline: ${((DAYS + 1) * perDay).toLocaleString('en')} strikes filled in`);
  await probe.askArchive('count', HOME, Date.now());
  for (let packed = -1, before = -2; packed > before; ) {
    before = packed;
    await runtime.cron();
    packed = (await db.prepare('SELECT count(*) AS days FROM packed_day').first<{ days: number }>())?.days ?? 0;
  }
}

/** Looking through a fortnight in Chromium, against the built site and the real API: what it costs in bytes, waiting and script. */
export async function timelineFigures(
  { perDay, steps }: TimelinePlan,
  tell: (line: string) => void,
): Promise<Figure[]> {
  const script = await bundlePublishingWorker();
  const vars = { PROVIDER_BASE_URL: 'http://127.0.0.1:9' };
  const runtime = await startRuntime({ root: projectRoot, script, port: 0, stateDir: undefined, vars });
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
  try {
    await fill(runtime, perDay, tell);
    const page = await TimelinePage.open(browser, runtime.url, END_MS);
    const rawBytes = page.bytesOf('/api/v1/tiles/');
    const held = await page.strikesInView();
    tell(`timeline: ${held.toLocaleString('en')} strikes of 24 h in view`);
    const scrub = await page.scrub(steps);
    const played = await page.playFortnight();
    const drags = await page.dragFrames(steps);
    await page.close();
    const day = `${perDay.toLocaleString('en')} strikes a day`;
    const row = (name: string, unit: string, ours: number) => ({ group: 'timeline', name, unit, ours });
    const scrubbed = `script of a scrub step, ${held.toLocaleString('en')} strikes in view, mean of ${steps}`;
    const dragged = `first drag frame from cached counts, p95 of ${drags.length}`;
    return [
      { ...row(dragged, 'ms', percentile(drags, 95)), ...timeAtMost(100, 200) },
      { ...row(scrubbed, 'ms', scrub.scriptMs), ...timeAtMost(8, 16) },
      { ...row('uploads while scrubbing', 'writes', scrub.uploads), ...countAtMost(0) },
      { ...row(`playing ${DAYS} days, ${day}`, 'kB', played.bytes / KB), ...countAtMost(350) },
      { ...row(`playing ${DAYS} days at 6 h a second takes`, 'ms', played.tookMs), ...SHOWN },
      { ...row(`24 h of strikes, ${day}`, 'kB', rawBytes / KB), ...SHOWN },
    ];
  } finally {
    await browser.close();
    await runtime.close();
  }
}
