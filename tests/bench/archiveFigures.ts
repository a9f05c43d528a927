import type { NumberedStrike } from '#shared/strike.ts';
import { percentile } from '#tests/load/percentile.ts';
import { type Figure, ratioAtMost, timeAtMost } from './Figure.ts';
import { withPublishingFeed } from './fanOut/Target.ts';
import { medianPair, type Pair } from './interleave.ts';
import { stormStrikes } from './stormStrikes.ts';

const END_MS = Date.UTC(2026, 6, 14, 18);
const HOUR_MS = 3_600_000;
const SPAN_MS = 72 * HOUR_MS;
const FILL_BATCH = 10_000;
const INSERTED = 1_000;
/** What takes less than the clock's noise is repeated until it does not. */
const QUICK_REPEATS = 200;
/** Up to this number of rows a window is quick and an insert takes the time. */
const SMALL_ROWS = 50_000;

const KINDS = ['nothing', 'window', 'naiveWindow', 'lookup', 'naiveLookup', 'insert', 'naiveInsert'] as const;
type Kind = (typeof KINDS)[number];
type Nets = Record<Kind, number>;
const QUICK: ReadonlySet<Kind> = new Set<Kind>(['nothing', 'lookup', 'naiveLookup']);

/** What tests/isolate/publishingWorker.ts offers of its archive; see ArchiveProbe there. */
interface Probe {
  fillArchive(strikes: readonly NumberedStrike[]): Promise<void>;
  repeatOnArchive(work: { readonly kind: Kind; readonly [detail: string]: unknown }, times: number): Promise<number>;
}

function repeatsOf(kind: Kind, rows: number): number {
  if (QUICK.has(kind)) return QUICK_REPEATS;
  if (rows > SMALL_ROWS) return 5;
  return kind === 'insert' || kind === 'naiveInsert' ? 2 : 15;
}

const numberedFrom = (first: number, strikes: readonly NumberedStrike[]) =>
  strikes.map((strike) => ({ ...strike, ordinal: first + strike.ordinal }));

/** Gives `put` `rows` strikes by and by, evenly over the span before `endMs`: other storms every few hours. */
export async function fillWithStorms(
  { rows, endMs, spanMs }: { readonly rows: number; readonly endMs: number; readonly spanMs: number },
  put: (strikes: readonly NumberedStrike[]) => Promise<void>,
  print: (line: string) => void,
): Promise<void> {
  for (let from = 0, batch = 1; from < rows; from += FILL_BATCH, batch += 1) {
    const count = Math.min(FILL_BATCH, rows - from);
    const untilMs = endMs - spanMs + ((from + count) / rows) * spanMs;
    await put(numberedFrom(from, stormStrikes(count, untilMs, (count / rows) * spanMs, batch)));
    if (batch % 20 === 0) print(`${(from + count).toLocaleString('en')} of ${rows.toLocaleString('en')} rows`);
  }
}

/** Milliseconds of each kind of work, round after round; what a statement that does nothing took is taken off. */
async function measure(probe: Probe, rows: number, rounds: number, middle: NumberedStrike) {
  const { id, longitude, latitude } = middle;
  const bbox = { west: longitude - 0.75, east: longitude + 0.75, south: latitude - 0.5, north: latitude + 0.5 };
  const query = { bbox, fromMs: END_MS - 48 * HOUR_MS, toMs: END_MS - 24 * HOUR_MS, limit: 10_000 };
  let inserted = 0;
  const freshBatches = () =>
    Array.from({ length: repeatsOf('insert', rows) }, () => {
      inserted += 1;
      return numberedFrom(rows + inserted * INSERTED, stormStrikes(INSERTED, END_MS, HOUR_MS, 1_000_000 + inserted));
    });
  const workOf = (kind: Kind) =>
    kind === 'insert' || kind === 'naiveInsert' ? { kind, strikes: freshBatches() } : { kind, id, query };
  const nets: Nets[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const times = new Map<Kind, number>();
    for (const kind of KINDS) {
      const work = workOf(kind);
      const repeats = repeatsOf(kind, rows);
      const fromMs = performance.now();
      await probe.repeatOnArchive(work, repeats);
      times.set(kind, (performance.now() - fromMs) / repeats);
    }
    const net = (kind: Kind) => [kind, Math.max(0.01, (times.get(kind) ?? 0) - (times.get('nothing') ?? 0))];
    if (round >= 0) nets.push(Object.fromEntries(KINDS.map(net)) as Nets);
  }
  return nets;
}

function figuresOf(rows: number, nets: readonly Nets[]): Figure[] {
  const timesOf = (kind: Kind) => nets.map((net) => net[kind]);
  const median = (kind: Kind) => percentile(timesOf(kind), 50);
  const pair = (ours: Kind, naive: Kind): Pair =>
    medianPair(nets.map((net) => ({ ours: net[ours], baseline: net[naive] })));
  const byId = { ours: median('lookup'), baseline: median('naiveLookup') };
  const at = `${rows.toLocaleString('en')} rows`;
  const common = { group: 'archive', unit: 'ms' };
  return [
    { ...common, name: `24 h of a city, ${at}`, ...pair('window', 'naiveWindow'), ...ratioAtMost(1.1) },
    { ...common, name: `one strike by its id, ${at}`, ...byId, ...timeAtMost(1, 0.45) },
    { ...common, name: `insert 1,000 strikes, ${at}`, ...pair('insert', 'naiveInsert'), ...ratioAtMost(1.25) },
  ];
}

/** The archive in D1 at each number of rows, against one table with an index on time and a statement an insert. */
export async function archiveFigures(
  sizes: readonly number[],
  rounds: number,
  print: (line: string) => void,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const rows of sizes) {
    await withPublishingFeed(async (probe: Probe) => {
      let middle: NumberedStrike | undefined;
      const put = async (strikes: readonly NumberedStrike[]) => {
        await probe.fillArchive(strikes);
        if ((strikes[0]?.ordinal ?? 0) <= rows / 2 + 1) middle = strikes[0];
      };
      await fillWithStorms({ rows, endMs: END_MS, spanMs: SPAN_MS }, put, print);
      if (middle) figures.push(...figuresOf(rows, await measure(probe, rows, rounds, middle)));
    });
  }
  return figures;
}
