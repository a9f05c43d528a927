import { HOME_BOX } from '#shared/geo/Areas.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { dayKey, dayStartMs } from '#shared/time/utcDay.ts';
import { acrossProcesses, countAtMost, type Figure, SHOWN, timeAtMost } from '#tests/bench/Figure.ts';
import { cpuSeconds, ownWorkerd, residentBytes } from '#tests/bench/processFigures.ts';
import { percentile } from '#tests/load/percentile.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { type StrikeRow, strikeOfRow } from '#worker/archive/windowQuery.ts';
import { CsvOfDay } from '#worker/dayFiles/CsvOfDay.ts';
import { ParquetOfDay } from '#worker/dayFiles/ParquetOfDay.ts';
import { bundleWorker } from '#worker/dev/local/buildProduct.ts';
import { type Runtime, startRuntime } from '#worker/dev/local/startRuntime.ts';
import { strikeId } from '#worker/dev/simulator/sky/simulatedSource.ts';
import { dayOfStrikes } from './dayOfStrikes.ts';

const BATCH = 10_000;
const MB = 1e6;
const LOOK_EVERY_MS = 10;
const ROUNDS = 7;
/** The day that is over, and when its files are due. */
const END_MS = dayStartMs(Date.now());
const DUE_MS = END_MS + 75 * MINUTE_MS;

type LocalD1 = Awaited<ReturnType<Runtime['miniflare']['getD1Database']>>;

interface Made {
  readonly strikes: number;
  readonly parquet_bytes: number;
  readonly csv_bytes: number;
  readonly parquet: string;
}

const madeIn = (db: LocalD1) =>
  db
    .prepare('SELECT * FROM day_file WHERE day = ?')
    .bind(END_MS / DAY_MS - 1)
    .first<Made>();

/** In order of time. */
function strikesOf(count: number): NumberedStrike[] {
  return dayOfStrikes(count, END_MS - 1, 1).map((strike, index) => {
    return { ...strike, ordinal: index + 1, id: strikeId(strike.atMs, 1, index) };
  });
}

async function fill(db: LocalD1, count: number): Promise<void> {
  const archive = new StrikeArchive(db as unknown as ConstructorParameters<typeof StrikeArchive>[0]);
  const strikes = strikesOf(count);
  const record = {
    completeToMs: DUE_MS,
    unread: [[0, END_MS - DAY_MS]] as [number, number][],
    lastSuccessMs: 0,
    cause: null,
  };
  for (let at = 0; at < count; at += BATCH) await archive.insert(strikes.slice(at, at + BATCH), at + BATCH, record);
}

/** Runs the cron at `atMs`: what it cost workerd in processor time, and the most memory that it had above what it had before. */
async function measured(runtime: Runtime, atMs: number) {
  const pid = ownWorkerd();
  const [cpuS, residentB] = [cpuSeconds(pid), residentBytes(pid)];
  let mostB = residentB;
  const looking = setInterval(() => (mostB = Math.max(mostB, residentBytes(pid))), LOOK_EVERY_MS);
  await runtime.cron(atMs);
  clearInterval(looking);
  return { cpuS: cpuSeconds(pid) - cpuS, mostMB: (mostB - residentB) / MB };
}

/**
 * Processor time in seconds, the median of some rounds, of what the Worker itself does for both files: it reads D1's answers of 24
 * hours and writes the bytes. In Node, which is the same V8 and lets one measure.
 */
async function contentSeconds(count: number): Promise<number> {
  const rows = strikesOf(count).map(({ atMs: at_ms, ...strike }) => ({ ...strike, at_ms }));
  const answers = Array.from({ length: 24 }, (_, hour) => {
    const from = END_MS - DAY_MS + hour * HOUR_MS;
    return JSON.stringify(rows.filter(({ at_ms }) => at_ms >= from && at_ms < from + HOUR_MS));
  });
  const facts = { day: dayKey(END_MS - DAY_MS), home: HOME_BOX, unread: [], attribution: '', license: '' };
  const spent: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    const [parquet, csv] = [new ParquetOfDay(), new CsvOfDay()];
    for (const answer of answers) {
      const strikes = (JSON.parse(answer) as StrikeRow[]).map(strikeOfRow);
      parquet.add(strikes);
      csv.add(strikes);
    }
    for (const body of [parquet.finish(facts), await csv.finish()]) await crypto.subtle.digest('SHA-256', body);
    const { user, system } = process.cpuUsage(before);
    spent.push((user + system) / 1e6);
  }
  return percentile(spent, 50);
}

/** A workerd of its own, with a day of `count` strikes whose files were made and are due again. */
async function makeOnce<Result>(
  script: string,
  count: number,
  work: (runtime: Runtime, db: LocalD1) => Promise<Result>,
) {
  const vars = { PROVIDER_BASE_URL: 'http://127.0.0.1:9' };
  const runtime = await startRuntime({ root: projectRoot, script, port: 0, stateDir: undefined, vars, bare: true });
  try {
    const db = await runtime.miniflare.getD1Database('DB');
    await fill(db, count);
    for (let run = 0; run < 40 && !(await madeIn(db)); run += 1) await runtime.cron(DUE_MS);
    return await work(runtime, db);
  } finally {
    await runtime.close();
  }
}

/**
 * The files of a day of `strikes`, made by the cron on workerd: what they weigh, what making them costs beside a cron that
 * makes none (D1's and R2's own work on this machine is in it), and how many crons go by until a late strike is in them.
 * Of a day of `most` the memory.
 */
export async function dayFilesFigures(
  { strikes, most }: { readonly strikes: number; readonly most: number },
  tell: (line: string) => void,
): Promise<Figure[]> {
  const script = await bundleWorker(projectRoot, 'bundle');
  const row = (name: string, unit: string, ours: number) => ({ group: 'day-files', name, unit, ours });
  const figures = await makeOnce(script, strikes, async (runtime, db) => {
    const contentS = await contentSeconds(strikes);
    const idle = await measured(runtime, DUE_MS);
    await db.exec('DELETE FROM day_file');
    const making = await measured(runtime, DUE_MS);
    const made = await madeIn(db);
    if (!made) throw new Error('no files were made');
    tell(`day-files: ${made.strikes} strikes at home, ${made.parquet_bytes} and ${made.csv_bytes} bytes`);
    const late = { id: 'late', ordinal: strikes + 1, latitude: 42, longitude: 23, atMs: END_MS - 1 };
    await new StrikeArchive(db as unknown as ConstructorParameters<typeof StrikeArchive>[0]).insert(
      [late],
      strikes + 1,
    );
    let minutes = 0;
    for (let parquet = made.parquet; parquet === made.parquet && minutes < 30; ) {
      minutes += 1;
      await runtime.cron(DUE_MS + minutes * MINUTE_MS);
      parquet = (await madeIn(db))?.parquet ?? parquet;
    }
    const day = `${strikes.toLocaleString('en')} strikes`;
    return [
      { ...row(`GeoParquet, ${day}`, 'B a strike', made.parquet_bytes / made.strikes), ...countAtMost(35) },
      { ...row(`CSV.gz, ${day}`, 'B a strike', made.csv_bytes / made.strikes), ...SHOWN },
      { ...row(`both, processor, ${day}`, 's', contentS), ...timeAtMost(1) },
      { ...row(`both, processor with that of D1 and R2 here, ${day}`, 's', making.cpuS - idle.cpuS), ...SHOWN },
      { ...row('crons until a late strike is in the files', 'minutes', minutes), ...countAtMost(10) },
    ] satisfies Figure[];
  });
  const memory = await makeOnce(script, most, async (runtime, db) => {
    await db.exec('DELETE FROM day_file');
    return (await measured(runtime, DUE_MS)).mostMB;
  });
  const held = acrossProcesses({ of: 'ours', most: 128 }, { of: 'ours', most: 128 });
  return [...figures, { ...row(`both, memory, ${most.toLocaleString('en')} strikes`, 'MB', memory), ...held }];
}
