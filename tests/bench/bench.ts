import { beginRun, tableText } from '#tests/report/RunResult.ts';
import bundleOnce from '#tests/support/bundleOnce.ts';
import { archiveFigures } from './archiveFigures.ts';
import { basemapFigures } from './basemapFigures.ts';
import { browserFigures } from './browser/browserFigures.ts';
import { contactFigures } from './contactFigures.ts';
import { type Figure, figureTable, inShort, type JudgedFigure, judgeFigure } from './Figure.ts';
import { fanOutFigures } from './fanOut/fanOutFigures.ts';
import { fireJoinFigures } from './fires/fireJoinFigures.ts';
import { firesFigures } from './fires/firesFigures.ts';
import { foreignParserFigures } from './foreignParserFigures.ts';
import { historyFigures } from './historyFigures.ts';
import { hostileHistoryFigures } from './hostileHistoryFigures.ts';
import { ingestFigures } from './ingestFigures.ts';
import { keyFigures } from './keys/keyFigures.ts';
import { hindcastFigures } from './nowcast/hindcastFigures.ts';
import { nowcastFigures } from './nowcast/nowcastFigures.ts';
import { outlineParserFigures } from './outlineParserFigures.ts';
import { pictureFigures } from './pictureFigures.ts';
import { placesFigures } from './placesFigures.ts';
import { previewFigures } from './previewFigures.ts';
import { pushFigures } from './push/pushFigures.ts';
import { sourcesFigures } from './sources/sourcesFigures.ts';
import { dayFilesFigures } from './timeline/dayFilesFigures.ts';
import { timelineFigures } from './timeline/timelineFigures.ts';
import { upstreamFigures } from './upstreamFigures.ts';
import { watchFigures } from './watchFigures.ts';
import { wireFigures } from './wireFigures.ts';

type BenchSize = 'short' | 'usual' | 'full';
type Tell = (line: string) => void;

const SIZES = {
  short: {
    wire: { slice: 2_000, rounds: 31 },
    contact: { rounds: 7 },
    browser: { helds: [20_000], rounds: 21, shown: 500, visits: 3 },
    fanOut: { streams: [100], rounds: 3, publishes: 6, everyMs: 100, capacityRates: [] },
    ingest: 3_000,
    basemap: 100,
    watch: 1_000,
    nowcast: { minutes: 60, flashes: 20_000, days: 2 },
    fires: { fires: 500, flashes: 400_000, rounds: 3 },
    keys: { calls: 100, seconds: 5 },
    parsers: { rounds: 1 },
    picture: { strikes: 20_000, pictures: 9 },
    sources: { rounds: 1, warm: 3 },
    places: { strikes: 3_000, pages: 60, viewers: 30, seconds: 20 },
    archive: { sizes: [30_000], rounds: 7 },
    hostileHistory: { rows: 100_000, seconds: 5 },
    history: { rows: 60_000, places: 20 },
    timeline: { perDay: 6_000, steps: 30 },
    dayFiles: { strikes: 20_000, most: 60_000 },
    upstream: { viewers: [20], seconds: 3, pollIntervalMs: 500 },
  },
  usual: {
    wire: { slice: 100_000, rounds: 15 },
    contact: { rounds: 15 },
    browser: { helds: [100_000, 1_000_000], rounds: 9, shown: 10_000, visits: 5 },
    fanOut: { streams: [100, 1_000, 4_000], rounds: 7, publishes: 12, everyMs: 500, capacityRates: [] },
    ingest: 20_000,
    basemap: 500,
    watch: 10_000,
    nowcast: { minutes: 240, flashes: 100_000, days: 14 },
    fires: { fires: 2_000, flashes: 1_600_000, rounds: 7 },
    keys: { calls: 1_500, seconds: 150 },
    parsers: { rounds: 3 },
    picture: { strikes: 20_000, pictures: 60 },
    sources: { rounds: 5, warm: 15 },
    places: { strikes: 10_000, pages: 3_800, viewers: 300, seconds: 90 },
    archive: { sizes: [100_000, 1_000_000], rounds: 9 },
    hostileHistory: { rows: 1_500_000, seconds: 20 },
    history: { rows: 1_600_000, places: 100 },
    timeline: { perDay: 114_000, steps: 60 },
    dayFiles: { strikes: 100_000, most: 300_000 },
    upstream: { viewers: [1, 100, 2_000], seconds: 30, pollIntervalMs: 5_000 },
  },
  full: {
    wire: { slice: 100_000, rounds: 31 },
    contact: { rounds: 31 },
    browser: { helds: [100_000, 1_000_000], rounds: 15, shown: 10_000, visits: 9 },
    fanOut: { streams: [100, 1_000, 4_000], rounds: 7, publishes: 20, everyMs: 500, capacityRates: [1, 2, 4, 6, 8] },
    ingest: 20_000,
    basemap: 500,
    watch: 10_000,
    nowcast: { minutes: 240, flashes: 100_000, days: 14 },
    fires: { fires: 2_000, flashes: 1_600_000, rounds: 7 },
    keys: { calls: 1_500, seconds: 150 },
    parsers: { rounds: 3 },
    picture: { strikes: 20_000, pictures: 60 },
    sources: { rounds: 9, warm: 31 },
    places: { strikes: 20_000, pages: 3_800, viewers: 300, seconds: 480 },
    archive: { sizes: [100_000, 1_000_000, 10_000_000], rounds: 9 },
    hostileHistory: { rows: 1_500_000, seconds: 60 },
    history: { rows: 1_600_000, places: 100 },
    timeline: { perDay: 114_000, steps: 60 },
    dayFiles: { strikes: 100_000, most: 300_000 },
    upstream: { viewers: [1, 100, 2_000], seconds: 60, pollIntervalMs: 5_000 },
  },
} as const;

/** Every figure of the size, judged; `groups` (wire, contact, browser, archive, hostile-history, history, timeline, day-files, ingest, basemap, watch, nowcast, fires, keys, picture, places, sources, parsers, upstream, fan-out) names some of them. */
async function benchFigures(size: BenchSize, groups: readonly string[], tell: Tell): Promise<JudgedFigure[]> {
  const {
    wire,
    contact,
    browser,
    fanOut,
    ingest,
    basemap,
    watch,
    nowcast,
    fires,
    keys,
    parsers,
    picture,
    places,
    sources,
    archive,
    hostileHistory,
    history,
    timeline,
    dayFiles,
    upstream,
  } = SIZES[size];
  const all: Record<string, () => Figure[] | Promise<Figure[]>> = {
    wire: () => wireFigures(wire.slice, wire.rounds),
    contact: () => contactFigures(contact.rounds, tell),
    browser: () => browserFigures({ ...browser, tell }),
    archive: () => archiveFigures(archive.sizes, archive.rounds, tell),
    'hostile-history': () => hostileHistoryFigures({ ...hostileHistory, tell }),
    history: () => historyFigures(history, tell),
    timeline: () => timelineFigures(timeline, tell),
    'day-files': () => dayFilesFigures(dayFiles, tell),
    ingest: () => ingestFigures(ingest),
    basemap: () => basemapFigures(basemap),
    watch: async () => [
      ...watchFigures(watch),
      ...(await pushFigures(watch / 5)),
      ...(await previewFigures(watch * 6)),
    ],
    nowcast: async () => [
      ...nowcastFigures(nowcast.minutes, nowcast.flashes),
      ...(await hindcastFigures(nowcast.days)),
    ],
    fires: async () => [...firesFigures(fires), ...(await fireJoinFigures(fires, tell))],
    keys: () => keyFigures({ ...keys, tell }),
    picture: () => pictureFigures(picture),
    places: () => placesFigures({ ...places, tell }),
    sources: () => sourcesFigures(sources),
    // Parsers of text from outside, on either side.
    parsers: async () => [...(await foreignParserFigures()), ...outlineParserFigures(parsers.rounds)],
    upstream: () => upstreamFigures({ ...upstream, tell }),
    'fan-out': () => fanOutFigures({ ...fanOut, tell }),
  };
  const unknown = groups.filter((group) => !(group in all));
  if (unknown.length > 0) throw new Error(`no group is called ${unknown}: there are ${Object.keys(all)}`);
  const figures: Figure[] = [];
  for (const [group, measure] of Object.entries(all)) {
    if (groups.length > 0 && !groups.includes(group)) continue;
    tell(`${group} …`);
    figures.push(...(await measure()));
  }
  return figures.map((figure) => judgeFigure(size === 'short' ? inShort(figure) : figure));
}

/**
 * `npm run tools -- bench [--short | --full] [group …]`: every figure beside what one would build instead, in one table.
 * `--short` takes about a minute, at sizes and budgets of its own (`Figure.kind`); `--full` adds ten million rows and
 * the relay's capacity. Ends with 1 where a row falls short; rows without a budget are shown for information.
 */
const args = process.argv.slice(2);
const tell = (line: string) => process.stdout.write(`${line}\n`);
const size: BenchSize = args.includes('--short') ? 'short' : args.includes('--full') ? 'full' : 'usual';
const groups = args.filter((arg) => !arg.startsWith('--'));

const finish = beginRun(['bench', ...groups].join('-'), `npm run tools -- bench ${args.join(' ')}`.trim());
await bundleOnce();
const figures = await benchFigures(size, groups, tell);
const table = figureTable(`npm run tools -- bench, ${size}`, figures);
tell('');
tell(tableText(table));
const judged = figures.filter(({ budget }) => budget.of !== 'nothing');
const short = judged.filter(({ pass }) => !pass);
const path = await finish({ pass: short.length === 0, tables: [table] });
tell(
  `${short.length === 0 ? 'PASS' : 'FALLS SHORT'}: ${judged.length - short.length} of ${judged.length} rows keep their budget`,
);
tell(`written to ${path}`);
process.exit(short.length === 0 ? 0 : 1);
