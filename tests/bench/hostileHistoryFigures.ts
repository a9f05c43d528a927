import { join } from 'node:path';
import { slicePath, strikePath } from '#shared/wire/apiPaths.ts';
import { percentile } from '#tests/load/percentile.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { wait } from '#tests/support/wait.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { applyMigrations } from '#worker/dev/local/databases/migrateDatabases.ts';
import { type Runtime, startRuntime } from '#worker/dev/local/startRuntime.ts';
import { seededRandom } from '#worker/dev/simulator/sky/seededRandom.ts';
import { countAtMost, type Figure, timeAtMost } from './Figure.ts';

export interface HostileHistoryOptions {
  readonly rows: number;
  /** How long each variant is measured. */
  readonly seconds: number;
  readonly tell: (line: string) => void;
}

const HOUR_MS = 3_600_000;
const SPAN_MS = 31 * 24 * HOUR_MS;
const BATCH = 10_000;
const HOSTILE = 20;
const OTHERS = 4;
const PAUSE_MS = 25;
/** A hostile reader who is refused ignores Retry-After and comes back at once, or nearly. */
const REFUSED_PAUSE_MS = 100;
const THIN = '13,42.0000000001,31,42.0000000002';

const iso = (atMs: number) => new Date(atMs).toISOString();
const idOf = (ordinal: number) => `strike-${ordinal.toString(16).padStart(24, '0')}`;

async function fill(runtime: Runtime, { rows, tell }: HostileHistoryOptions, endMs: number): Promise<void> {
  const random = seededRandom(1);
  const db = await runtime.miniflare.getD1Database('DB');
  await applyMigrations(db, join(projectRoot, 'worker/migrations'));
  const archive = new StrikeArchive(db as unknown as ConstructorParameters<typeof StrikeArchive>[0]);
  for (let first = 0; first < rows; first += BATCH) {
    const strikes = Array.from({ length: Math.min(BATCH, rows - first) }, (_, index) => ({
      id: idOf(first + index + 1),
      ordinal: first + index + 1,
      latitude: 34 + random() * 14,
      longitude: 13 + random() * 18,
      atMs: Math.floor(endMs - SPAN_MS + (SPAN_MS * (first + index)) / rows),
    }));
    await archive.insert(strikes, first + strikes.length);
    if ((first / BATCH) % 50 === 49) tell(`hostile-history: ${first + strikes.length} rows`);
  }
}

interface Tally {
  readonly statuses: Record<string, number>;
  readonly tookMs: number[];
}

async function ask(url: string, address: string, tally: Tally): Promise<number> {
  const fromMs = performance.now();
  const response = await fetch(url, { headers: { 'cf-connecting-ip': address } });
  await response.arrayBuffer();
  tally.tookMs.push(performance.now() - fromMs);
  tally.statuses[response.status] = (tally.statuses[response.status] ?? 0) + 1;
  return response.status;
}

/** What a visitor, or somebody with a script, asks; nothing twice, so that no cache answers. */
function ordinary(rows: number, endMs: number, random: () => number): Record<string, () => string> {
  const hoursAgo = () => Math.floor(random() * 24 * 30) * HOUR_MS;
  return {
    status: () => '/api/v1/status',
    slice: () =>
      slicePath({ z: 8, x: 137 + Math.floor(random() * 12), y: 90 + Math.floor(random() * 10) }, endMs - hoursAgo()),
    id: () => strikePath(idOf(1 + Math.floor(random() * rows))),
    history: () => {
      const toMs = endMs - hoursAgo() - Math.floor(random() * HOUR_MS);
      return `/api/v1/strikes?bbox=23.1,42.5,23.6,42.9&from=${iso(toMs - 6 * HOUR_MS)}&to=${iso(toMs)}`;
    },
  };
}

/** The others' answer times, by what they asked, beside hostile readers of these addresses. */
async function beside(addresses: readonly string[], url: string, options: HostileHistoryOptions, endMs: number) {
  const random = seededRandom(2);
  const questions = Object.entries(ordinary(options.rows, endMs, random));
  const others = new Map<string, Tally>(questions.map(([kind]) => [kind, { statuses: {}, tookMs: [] }]));
  const hostile: Tally = { statuses: {}, tookMs: [] };
  const untilMs = performance.now() + options.seconds * 1000;
  const attack = async (address: string): Promise<void> => {
    while (performance.now() < untilMs) {
      const toMs = endMs - Math.floor(random() * HOUR_MS);
      const query = `bbox=${THIN}&from=${iso(toMs - SPAN_MS + HOUR_MS)}&to=${iso(toMs)}`;
      const status = await ask(`${url}/api/v1/strikes?${query}`, address, hostile);
      if (status !== 200) await wait(REFUSED_PAUSE_MS);
    }
  };
  const visit = async (visitor: number): Promise<void> => {
    for (let turn = visitor; performance.now() < untilMs; turn += 1) {
      const [kind, address] = questions[turn % questions.length] ?? ['', () => ''];
      const tally = others.get(kind);
      if (tally) await ask(url + address(), `198.51.${turn % 250}.${visitor}`, tally);
      await wait(PAUSE_MS);
    }
  };
  const visitors = Array.from({ length: OTHERS }, (_, visitor) => visit(visitor));
  await Promise.all([...addresses.map(attack), ...visitors]);
  return { others, hostile };
}

const refusals = ({ statuses }: Tally) => (statuses['429'] ?? 0) + (statuses['503'] ?? 0);

/** Others' answers beside twenty hostile readings of a month at once, of one address and of twenty, against answers alone. */
export async function hostileHistoryFigures(options: HostileHistoryOptions): Promise<Figure[]> {
  const endMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const script = join(projectRoot, '.wrangler/test-bundle/mortalWorker.js');
  const vars = { PROVIDER_BASE_URL: 'http://127.0.0.1:9' };
  const runtime = await startRuntime({ root: projectRoot, script, port: 0, stateDir: undefined, vars });
  try {
    await fill(runtime, options, endMs);
    const variants: Record<string, string[]> = {
      nobody: [],
      'one address': Array<string>(HOSTILE).fill('203.0.113.1'),
      'twenty addresses': Array.from({ length: HOSTILE }, (_, index) => `203.0.113.${10 + index}`),
    };
    const figures: Figure[] = [];
    const alone = new Map<string, number>();
    for (const [who, addresses] of Object.entries(variants)) {
      const { others, hostile } = await beside(addresses, runtime.url, options, endMs);
      options.tell(`beside ${who}: hostile ${JSON.stringify(hostile.statuses)}`);
      for (const [kind, tally] of others) {
        const [p50, p99] = [percentile(tally.tookMs, 50), percentile(tally.tookMs, 99)];
        const n = `${tally.tookMs.length} asked, ${JSON.stringify(tally.statuses)}`;
        options.tell(`  ${kind.padEnd(8)} p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (${n})`);
        if (who === 'nobody') alone.set(kind, p99);
        else
          figures.push({
            group: 'hostile-history',
            name: `${kind}, p99, beside ${HOSTILE} readings of ${who}, ${options.rows.toLocaleString('en')} rows`,
            unit: 'ms',
            ours: p99,
            baseline: alone.get(kind) ?? Number.NaN,
            ...timeAtMost(150, 300),
          });
      }
      // The status says 503 by design: no provider answers here.
      const asked = [...others].filter(([kind]) => kind !== 'status').map(([, tally]) => tally);
      const sum = (count: (tally: Tally) => number) => asked.reduce((total, tally) => total + count(tally), 0);
      const ours = (100 * sum(refusals)) / sum(({ tookMs }) => tookMs.length);
      const name = `others refused, beside ${who}`;
      figures.push({ group: 'hostile-history', name, unit: '%', ours, ...countAtMost(1) });
    }
    return figures;
  } finally {
    await runtime.close();
  }
}
