/** One check of the suite: a program that ends well or not. */
export interface Check {
  readonly name: string;
  /** What it looks at. */
  readonly what: string;
  /** Path below the project, then arguments; all run on this Node. */
  readonly tool: string;
  readonly args: readonly string[];
  /** Seconds it may take on two cores. More is reported and fails nothing: a busy machine breaks no promise. */
  readonly budgetS: number;
}

/** Lanes run in parallel, the checks of a lane one after the other. A stage begins when the one before it is over. */
export type Stage = readonly (readonly Check[])[];

/** A part of the suite, with the seconds that all of it may take once everything is installed. */
export interface Tier {
  readonly stages: readonly Stage[];
  readonly budgetS: number;
}

const npm = (name: string, budgetS: number, what: string, tool: string, ...args: readonly string[]): Check => ({
  name,
  what,
  tool: `node_modules/${tool}`,
  args,
  budgetS,
});

const vitest = (name: string, budgetS: number, what: string, projects = name) =>
  npm(name, budgetS, what, 'vitest/vitest.mjs', 'run', '--config', 'tests/vitest.config.ts', '--project', projects);

const playwright = (name: string, budgetS: number, what: string) =>
  npm(
    name,
    budgetS,
    what,
    '@playwright/test/cli.js',
    'test',
    '--config',
    'tests/playwright.config.ts',
    '--project',
    name,
  );

const dryRun = (environment: string) => {
  const outDir = `.wrangler/dry-run-${environment}`;
  const args = ['deploy', '--dry-run', '--env', environment, '--outdir', outDir];
  return npm(
    `deploy-${environment}`,
    10,
    `what would be deployed to ${environment}`,
    'wrangler/bin/wrangler.js',
    ...args,
  );
};

/** Finds a Chromium, or installs one while the light checks run. */
const chromium: Check = {
  name: 'chromium',
  what: 'a Chromium is found or installed',
  tool: 'tests/support/findChromium.ts',
  args: [],
  budgetS: 60,
};

/** Every promise once, at the cheapest level that can prove it. What fails soonest comes first. */
const TEST: Tier = {
  budgetS: 360,
  stages: [
    // Two lanes for two cores. The Worker's tests mostly wait.
    [
      [
        npm('format', 15, 'Biome', '@biomejs/biome/bin/biome', 'ci', '.'),
        npm('types', 40, 'TypeScript', '@typescript/native/bin/tsc', '-b'),
        npm('dead-code', 10, 'knip', 'knip/bin/knip.js', '--config', 'tests/architecture/knip.json'),
        vitest('unit', 145, 'pure functions, in Node'),
        vitest('ledgers', 40, 'what stands on SQLite, over Node’s own'),
      ],
      [
        npm(
          'build',
          30,
          'the site',
          'vite/bin/vite.js',
          'build',
          '--config',
          'web/vite.config.ts',
          '--logLevel',
          'warn',
        ),
        vitest('architecture', 30, 'rules that no single file can keep'),
        vitest('site', 25, 'what was built: pages, links, budgets'),
        vitest('worker', 150, 'the whole Worker on workerd, over HTTP'),
      ],
      [chromium],
    ],
    [[playwright('e2e', 125, 'journeys in a browser')]],
  ],
};

/** The dear rest: pixels, Firefox, other builds, other programs, long waits, and figures, which nothing may disturb. */
const VERIFY: Tier = {
  budgetS: 1_770,
  stages: [
    [
      [
        dryRun('staging'),
        dryRun('production'),
        vitest('isolate', 140, 'objects, buckets and rows read, inside workerd', 'isolate-*'),
        vitest('verify-unit', 210, 'the dearest properties of unit, as often as they promise'),
      ],
      [vitest('verify-worker', 285, 'the same, with other programs and long waits')],
    ],
    [[playwright('verify-e2e', 1_250, 'the drawn map, sizes, fonts, other builds')]],
    [[vitest('proof', 200, 'figures and fuzzing in short, with nothing beside them')]],
  ],
};

const names = ({ stages }: Tier) => stages.flat(2).map(({ name }) => name);

/**
 * What a command is to run: nothing named is the first tier, `verify` is both, and names are those checks only, in the
 * suite's order.
 * @throws Error that lists the names there are
 */
export function chosenTier(requested: readonly string[]): Tier {
  const all = { stages: [...TEST.stages, ...VERIFY.stages], budgetS: TEST.budgetS + VERIFY.budgetS };
  if (requested.length === 0) return TEST;
  if (requested.length === 1 && requested[0] === 'verify') return all;
  const unknown = requested.filter((name) => !names(all).includes(name));
  if (unknown.length > 0) throw new Error(`no check is called ${unknown}: there are ${names(all)}, and verify for all`);
  const stages = all.stages.map((stage) => stage.map((lane) => lane.filter(({ name }) => requested.includes(name))));
  return { stages, budgetS: stages.flat(2).reduce((sum, { budgetS }) => sum + budgetS, 0) };
}
