import { join } from 'node:path';
import { type Fire, gatherFires } from '#shared/fires/gatherFires.ts';
import { readHotspots } from '#shared/fires/readHotspots.ts';
import type { StrikeTable } from '#shared/fires/StrikeIndex.ts';
import { HOME_BOX } from '#shared/geo/Areas.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { burnSeason } from '#tests/fires/burnSeason.ts';
import { SEASON_DAYS, seasonOfStorms } from '#tests/fires/seasonSky.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { countedDatabase, type Database } from '#tests/support/sqlite/countedDatabase.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { startRuntime } from '#worker/dev/local/startRuntime.ts';
import { seededRandom } from '#worker/dev/simulator/sky/seededRandom.ts';
import { FireTable } from '#worker/fires/FireTable.ts';
import { HotspotTable } from '#worker/fires/HotspotTable.ts';
import { joinFires } from '#worker/fires/joinFires.ts';
import { countAtMost, type Figure, SHOWN, timeAtMost } from '../Figure.ts';
import { cpuSeconds, ownWorkerd } from '../processFigures.ts';

const START_MS = Date.UTC(2026, 6, 1);
const END_MS = START_MS + SEASON_DAYS * DAY_MS;
const FILL_BATCH = 10_000;
const MOST_ROWS = 6_000_000;
const MOST_MS = 60_000;
const SHORT_MS = 30_000;
const HISTORY_DAYS = 400;

interface Sizes {
  readonly fires: number;
  readonly flashes: number;
}

/** Fires joined with the strikes of a season in D1: the rows that D1 reads, and the time that the minute's jobs take on workerd. */
export async function fireJoinFigures({ fires, flashes }: Sizes, tell: (line: string) => void): Promise<Figure[]> {
  const times: number[] = [];
  const runtime = await startRuntime({
    root: projectRoot,
    script: join(projectRoot, '.wrangler/test-bundle/mortalWorker.js'),
    port: 0,
    stateDir: undefined,
    vars: {
      ...{ PROVIDER_BASE_URL: 'http://127.0.0.1:9', FIRMS_BASE_URL: 'http://127.0.0.1:9' },
      ...{ HISTORY_BACKFILL_DAYS: '0', HISTORY_DAYS: String(HISTORY_DAYS) },
    },
    onLog: (line) => {
      if (line.includes('"fires.joined"')) times.push((JSON.parse(line) as { ms: number }).ms);
    },
  });
  try {
    const pid = ownWorkerd();
    const db = (await runtime.miniflare.getD1Database('DB')) as unknown as Database;
    const random = seededRandom(11);
    const sky = seasonOfStorms(random, START_MS, flashes);
    await fillStrikes(db, sky, tell);
    const burnt = burnSeason(sky, random, START_MS, { scattered: 200, stubble: 0 });
    const count = await fillFires(db, burnt.files, fires);

    const read = { rowsRead: 0 };
    const counted = countedDatabase(db, read);
    const deps = {
      ...{ archive: new StrikeArchive(counted), hotspots: new HotspotTable(counted), fires: new FireTable(counted) },
      ...{ home: HOME_BOX, historyDays: HISTORY_DAYS, accuracy: { typicalErrorKm: 0.5 }, clock: { now: () => END_MS } },
    };
    for (let left = count; left > 0; ) left -= (await joinFires(deps)) || left;

    await db.prepare('UPDATE fire_event SET due_ms = 0, joined_ms = NULL').run();
    const beforeS = cpuSeconds(pid);
    while ((await dueOf(db)) > 0) await runtime.cron(END_MS);
    const jobsS = cpuSeconds(pid) - beforeS;
    const what = `${count.toLocaleString('en')} fires joined with ${flashes.toLocaleString('en')} strikes in D1`;
    const group = 'fires';
    const ms = times.reduce((sum, one) => sum + one, 0);
    return [
      { group, name: `${what}, rows read`, unit: 'rows', ours: read.rowsRead, ...countAtMost(MOST_ROWS) },
      { group, name: `${what}, rows for each fire`, unit: 'rows', ours: read.rowsRead / count, ...SHOWN },
      { group, name: `${what}, by cron's job`, unit: 'ms', ours: ms, ...timeAtMost(MOST_MS, SHORT_MS) },
      {
        group,
        name: 'processor time of workerd for all jobs of these runs',
        unit: 'ms',
        ours: jobsS * 1_000,
        ...SHOWN,
      },
      { group, name: `the longest of its ${times.length} runs`, unit: 'ms', ours: Math.max(...times), ...SHOWN },
    ];
  } finally {
    await runtime.close();
  }
}

async function fillStrikes(db: Database, sky: StrikeTable, tell: (line: string) => void): Promise<void> {
  const archive = new StrikeArchive(db);
  const rows = sky.timesMs.length;
  const record = { completeToMs: END_MS, unread: [], lastSuccessMs: END_MS, cause: null };
  for (let from = 0; from < rows; from += FILL_BATCH) {
    const strikes = Array.from({ length: Math.min(FILL_BATCH, rows - from) }, (_, index) => ({
      ...{ id: `s${from + index}`, ordinal: from + index + 1, atMs: sky.timesMs[from + index] ?? 0 },
      ...{ latitude: sky.latitudes[from + index] ?? 0, longitude: sky.longitudes[from + index] ?? 0 },
    }));
    await archive.insert(strikes, from + strikes.length, record);
    if ((from / FILL_BATCH) % 40 === 0)
      tell(`fires: ${from.toLocaleString('en')} of ${rows.toLocaleString('en')} rows`);
  }
}

/** Returns how many are to be joined: the last ones of the season. */
async function fillFires(db: Database, files: ReturnType<typeof burnSeason>['files'], most: number): Promise<number> {
  const hotspots = new HotspotTable(db);
  const rows = files.flatMap(({ satellite, text }) => {
    const reading = readHotspots(text, satellite, END_MS);
    return reading.kind === 'rows' ? [...reading.hotspots] : [];
  });
  for (const { satellite } of files) {
    const own = rows.filter((one) => one.satellite === satellite);
    await hotspots.insert(satellite, own, END_MS);
  }
  const gathered = gatherFires(rows).slice(-most);
  await new FireTable(db).keep(
    gathered.map((fire) => ({ ...fire, isStatic: false })),
    new Map(),
    START_MS,
    END_MS,
  );
  await hotspots.markFires(gathered.flatMap((fire: Fire) => fire.hotspots.map((one) => [one, fire.id] as const)));
  return gathered.length;
}

async function dueOf(db: Database): Promise<number> {
  const row = await db
    .prepare('SELECT count(*) AS due FROM fire_event WHERE due_ms <= ?1 AND joined_ms IS NULL')
    .bind(END_MS)
    .first<{ due: number }>();
  return row?.due ?? 0;
}
