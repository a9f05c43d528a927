import { fileURLToPath } from 'node:url';
import { cloudflareTest } from '@cloudflare/vitest-plugin';
import { defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { builtFor, sourceTextsPlugin } from '#web/site/build/sourcePlugins.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const source = builtFor(process.env);
/** What Vitest keeps of a transformed file is of the source that it was transformed for. */
const retainedBySource: Plugin = {
  name: 'kept-by-source',
  configureVitest: ({ defineCacheKeyGenerator }) => defineCacheKeyGenerator(() => JSON.stringify(source)),
};

/** The whole Worker on workerd against the simulator over real HTTP. */
const worker = (
  name: string,
  folder: string,
  maxWorkers: number,
  exclude: string[] = [],
  ...globalSetup: string[]
) => ({
  root,
  test: {
    name,
    // A product is a process of its own: what a file leaves behind is not in this one.
    isolate: false,
    include: [`${folder}/**/*.test.ts`],
    exclude,
    // Each file has a product, which mostly waits.
    maxWorkers,
    maxConcurrency: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globalSetup: ['tests/support/bundleOnce.ts', ...globalSetup],
  },
});

const OBJECTS = 'tests/isolate/{feed,nowcast}/**/*.test.ts';

/** Inside workerd, without starting it anew for each file. With all files in one group it stood still. */
const isolate = (name: string, include: string, ...exclude: string[]) => ({
  root,
  plugins: [
    cloudflareTest({
      wrangler: { configPath: './wrangler.toml' },
      miniflare: {
        bindings: { PROVIDER_BASE_URL: 'http://127.0.0.1:9' },
        r2Buckets: ['BASEMAP_BUCKET'],
      },
    }),
  ],
  test: {
    name,
    include: [include],
    exclude,
    isolate: false,
    setupFiles: 'tests/isolate/cleanFile.ts',
    maxWorkers: 2,
    testTimeout: 60_000,
  },
});

/** A figure that takes two minutes of one core, whatever runs beside it. */
const SYNTHETIC_SEASONS = 'tests/verify/verification/syntheticSeasons.test.ts';

/** Waits for minutes and computes little: begun last, all others would be over before it. */
const LONGEST_WAIT = 'openSky.test.ts';

class LongestWaitFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const sorted = await super.sort(files);
    return sorted.toSorted(
      (a, b) => Number(b.moduleId.endsWith(LONGEST_WAIT)) - Number(a.moduleId.endsWith(LONGEST_WAIT)),
    );
  }
}

/** Those that ask `shareOfRuns` how often to try. */
const EVERY_RUN = [
  'shared/fires/candidatesOf',
  'shared/sky/randomSkies',
  'web/sky/returningViews',
  'worker/dev/simulator/firstStart',
  'worker/dev/simulator/stormModel',
  'worker/http/unitLimit',
];

/**
 * unit: pure functions, in Node. ledgers: what stands on SQLite, over Node's own. worker: the whole Worker. site: what
 * was built. architecture: the rules that no single file can keep. In `npm run verify` only: isolate, objects, R2 and rows
 * read, inside workerd; verify-unit, dear properties as often as they promise; verify-worker, what needs other programs
 * or long waits; proof, figures, apart from everything that would disturb them.
 */
export default defineConfig({
  root,
  test: {
    sequence: { sequencer: LongestWaitFirst },
    projects: [
      {
        root,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          testTimeout: 60_000,
          // Pure functions leave nothing behind: one module graph for all files takes a third of the time.
          isolate: false,
          // Vitest would leave one of two cores idle.
          maxWorkers: 2,
        },
      },
      isolate('isolate-objects', OBJECTS),
      {
        root,
        test: {
          name: 'ledgers',
          include: ['tests/ledgers/**/*.test.ts'],
          setupFiles: 'tests/ledgers/cleanFile.ts',
          testTimeout: 60_000,
          isolate: false,
          maxWorkers: 2,
        },
      },
      isolate('isolate-rest', 'tests/isolate/**/*.test.ts', OBJECTS),
      {
        root,
        test: {
          name: 'verify-unit',
          include: [...EVERY_RUN.map((file) => `tests/unit/${file}.test.ts`), SYNTHETIC_SEASONS],
          env: { EVERY_RUN: '1' },
          testTimeout: 120_000,
        },
      },
      worker('worker', 'tests/worker', 4),
      // Some of them use all of the machine by themselves.
      worker('verify-worker', 'tests/verify/worker', 3, [], 'tests/verify/worker/programsFirst.ts'),
      worker('proof', 'tests/verify/verification', 1, [SYNTHETIC_SEASONS]),
      // Compares the built site with its texts, and those follow from the source that it was built for.
      {
        root,
        plugins: [sourceTextsPlugin(source), retainedBySource],
        test: { name: 'site', include: ['tests/site/**/*.test.ts'] },
      },
      {
        root,
        test: {
          name: 'architecture',
          include: ['tests/architecture/**/*.test.ts'],
          testTimeout: 60_000,
          // Who imports whom is read once for all of them.
          isolate: false,
          maxWorkers: 1,
        },
      },
    ],
  },
});
