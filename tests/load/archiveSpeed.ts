import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { HOME_BOX as HOME } from '#shared/geo/Areas.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { strikePage } from '#worker/archive/strikePage.ts';
import type { StrikeQuery } from '#worker/archive/windowQuery.ts';
import { applyMigrations } from '#worker/dev/local/databases/migrateDatabases.ts';
import { seededRandom } from '#worker/dev/simulator/sky/seededRandom.ts';
import { percentile } from './percentile.ts';

/** Prints how long the archive's questions take on Miniflare's D1 with 100,000 and with 1,000,000 strikes of a month, one in ten over Sofia. */

const HOUR_MS = 3_600_000;
const MONTH_MS = 30 * 24 * HOUR_MS;
const END_MS = Date.UTC(2026, 6, 31);
const BATCH = 5_000;
const REPEATS = 20;
const SOFIA = { west: 23.1, south: 42.5, east: 23.6, north: 42.9 };
const BULGARIA = { west: 22.3, south: 41.2, east: 28.7, north: 44.3 };

const random = seededRandom(1);
const say = (line: string) => process.stdout.write(`${line}\n`);

const within = ({ west, south, east, north }: typeof HOME) => ({
  latitude: south + random() * (north - south),
  longitude: west + random() * (east - west),
});

async function fill(archive: StrikeArchive, from: number, to: number): Promise<void> {
  for (let first = from; first < to; first += BATCH) {
    const strikes = Array.from({ length: Math.min(BATCH, to - first) }, (_, index) => ({
      id: `strike-${(first + index).toString(16).padStart(24, '0')}`,
      ordinal: first + index + 1,
      ...(index % 10 === 0 ? within(SOFIA) : within(HOME)),
      atMs: Math.floor(END_MS - random() * MONTH_MS),
    }));
    await archive.insert(strikes, first + strikes.length);
  }
}

/** The milliseconds that `ask` takes, median and worst of several, and the rows of its last answer. */
async function time(what: string, ask: () => Promise<number>): Promise<void> {
  const tookMs: number[] = [];
  let rows = await ask();
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const startMs = performance.now();
    rows = await ask();
    tookMs.push(performance.now() - startMs);
  }
  const [median, worst] = [percentile(tookMs, 50), percentile(tookMs, 100)];
  say(`  ${what.padEnd(34)} median ${median.toFixed(1)} ms, worst ${worst.toFixed(1)} ms, ${rows} rows`);
}

const stateDir = await mkdtemp(join(tmpdir(), 'lightning-archive-'));
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    modules: true,
    script: 'export default {};',
    d1Databases: ['DB'],
    resourcePersistencePath: stateDir,
  }),
);
try {
  const local = await miniflare.getD1Database('DB');
  await applyMigrations(local, join(projectRoot, 'worker/migrations'));
  const archive = new StrikeArchive(local as unknown as ConstructorParameters<typeof StrikeArchive>[0]);
  const page = async (query: Omit<StrikeQuery, 'before'>) => {
    const { strikes } = await strikePage({ ...query, before: undefined }, (...look) => archive.window(...look));
    return strikes.length;
  };
  let filled = 0;
  for (const rows of [100_000, 1_000_000]) {
    const startMs = performance.now();
    await fill(archive, filled, rows);
    filled = rows;
    say(`${rows} strikes (inserted in ${((performance.now() - startMs) / 1000).toFixed(0)} s)`);
    await time('an hour of a city', () => page({ bbox: SOFIA, fromMs: END_MS - HOUR_MS, toMs: END_MS, limit: 1_000 }));
    await time('24 hours of a country', () =>
      page({ bbox: BULGARIA, fromMs: END_MS - 24 * HOUR_MS, toMs: END_MS, limit: 10_000 }),
    );
    await time('the newest 1,000 of a month', () =>
      page({ bbox: BULGARIA, fromMs: END_MS - MONTH_MS, toMs: END_MS, limit: 1_000 }),
    );
    await time('a tile of zoom 4 for an hour', async () => {
      const { strikes } = await archive.tile({ z: 4, x: 9, y: 5 }, END_MS - HOUR_MS, END_MS);
      return strikes.length;
    });
    await time('a strike by its id', async () => {
      const number = Math.floor(random() * rows);
      return (await archive.byId(`strike-${number.toString(16).padStart(24, '0')}`)) ? 1 : 0;
    });
    await time('a strike by its ordinal', async () => ((await archive.byOrdinal(Math.ceil(rows / 2))) ? 1 : 0));
  }
} finally {
  await miniflare.dispose();
  await rm(stateDir, { recursive: true, force: true });
}
