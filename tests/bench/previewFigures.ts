import { join } from 'node:path';
import { circleAround } from '#shared/geo/geodesy.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import type { PreviewView } from '#shared/watch/PreviewBody.ts';
import { percentile } from '#tests/load/percentile.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { wait } from '#tests/support/wait.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { applyMigrations } from '#worker/dev/local/databases/migrateDatabases.ts';
import { type Runtime, startRuntime } from '#worker/dev/local/startRuntime.ts';
import { seededRandom } from '#worker/dev/simulator/sky/seededRandom.ts';
import { type Figure, timeAtMost } from './Figure.ts';
import { cpuSeconds, ownWorkerd } from './processFigures.ts';

const DAYS = 14;
const BATCH = 10_000;
const PREVIEWS = 5;
const STATUS_PAUSE_MS = 10;
/** 200 corners, the widest rings, the longest dwell, the largest number: each costs most. */
const DEAREST = {
  name: 'dearest',
  kind: 'personal',
  shape: { type: 'Polygon', coordinates: [circleAround({ latitude: 42.7, longitude: 23.32 }, 100, 200)] },
  ringsKm: [60, 60, 60],
  dwellMin: 60,
  least: 20,
  approachOnly: true,
  timeZone: 'Europe/Sofia',
  days: DAYS,
};

/** A fortnight in which it never stops: strikes all around the place, evenly in time, all of them read. */
async function fill({ miniflare }: Runtime, rows: number, endMs: number): Promise<void> {
  const random = seededRandom(3);
  const db = await miniflare.getD1Database('DB');
  await applyMigrations(db, join(projectRoot, 'worker/migrations'));
  const archive = new StrikeArchive(db as unknown as ConstructorParameters<typeof StrikeArchive>[0]);
  const record = { completeToMs: endMs, unread: [], lastSuccessMs: endMs, cause: null };
  for (let first = 0; first < rows; first += BATCH) {
    const strikes = Array.from({ length: BATCH }, (_, index) => ({
      id: `strike-${(first + index).toString(16).padStart(24, '0')}`,
      ordinal: first + index + 1,
      latitude: 41.5 + random() * 2.4,
      longitude: 21.8 + random() * 3,
      atMs: Math.floor(endMs - DAYS * DAY_MS + (DAYS * DAY_MS * (first + index)) / rows),
    }));
    await archive.insert(strikes, first + BATCH, record);
  }
}

/** What the dearest preview costs workerd, and how long `/status` takes beside it. */
export async function previewFigures(rows: number): Promise<Figure[]> {
  const script = join(projectRoot, '.wrangler/test-bundle/mortalWorker.js');
  const vars = { PROVIDER_BASE_URL: 'http://127.0.0.1:9' };
  const runtime = await startRuntime({ root: projectRoot, script, port: 0, stateDir: undefined, vars });
  try {
    const endMs = Date.now();
    await fill(runtime, rows, endMs);
    const pid = ownWorkerd();
    const [spentMs, statusMs]: [number[], number[]] = [[], []];
    let isOver = false;
    const ask = async (turn: number) => {
      const response = await fetch(`${runtime.url}/api/v1/watch/preview`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'cf-connecting-ip': `198.51.100.${turn}` },
        body: JSON.stringify(DEAREST),
      });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`a preview was answered with ${response.status}: ${text}`);
      const view = JSON.parse(text) as PreviewView;
      if (view.alerts === 0) throw new Error('the preview found nothing to tell');
    };
    const askStatus = async () => {
      while (!isOver) {
        const fromMs = performance.now();
        await (await fetch(`${runtime.url}/api/v1/status`)).arrayBuffer();
        statusMs.push(performance.now() - fromMs);
        await wait(STATUS_PAUSE_MS);
      }
    };
    // The first one finds a program that nobody has run yet.
    await ask(0);
    const asking = askStatus();
    for (let turn = 1; turn <= PREVIEWS; turn += 1) {
      const before = cpuSeconds(pid);
      await ask(turn);
      spentMs.push((cpuSeconds(pid) - before) * 1_000);
    }
    isOver = true;
    await asking;
    const figure = (name: string, ours: number, most: number): Figure => {
      return { group: 'watch', unit: 'ms', name, ours, ...timeAtMost(most) };
    };
    const what = `dearest preview, of ${rows.toLocaleString('en')} strikes in ${DAYS} days`;
    return [
      figure(`${what}: processor time, with /status beside it, the most of ${PREVIEWS}`, Math.max(...spentMs), 1_500),
      figure(`${what}: /status beside it, p99`, percentile(statusMs, 99), 300),
    ];
  } finally {
    await runtime.close();
  }
}
