import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfigFromFile, type ProxyOptions } from 'vite';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { LANGUAGES } from '#shared/languages.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { runWrangler } from '#worker/dev/local/databases.ts';

test('the types of the bindings are those of wrangler.toml: else run `npx wrangler types` as their first line says', async () => {
  const { code, output, faults: errors } = await runWrangler(projectRoot, 'types', '--check');
  expect(code, output + errors).toBe(0);
}, 60_000);

test('every language has texts, and the addresses that the Worker answers in it', () => {
  const texts = join(projectRoot, 'shared/i18n');
  const areas = readdirSync(join(texts, 'en')).sort();
  expect(areas.length).toBeGreaterThan(15);
  for (const language of LANGUAGES)
    expect([language, readdirSync(join(texts, language)).sort()]).toEqual([language, areas]);
  const [, first = ''] =
    /run_worker_first = \[([^\]]*)\]/.exec(readFileSync(join(projectRoot, 'wrangler.toml'), 'utf8')) ?? [];
  const named = (pattern: RegExp) => [...first.matchAll(pattern)].map(([, language]) => language).sort();
  expect(named(/"\/(\w+)\/map\/\*"/g)).toEqual([...LANGUAGES].sort());
  expect(named(/"\/(\w+)\/contact\/sent"/g)).toEqual([...LANGUAGES].sort());
});

describe('dev proxy', () => {
  afterEach(() => vi.unstubAllEnvs());

  /** Where Vite sends a path, by its rule: a key that begins with ^ is an expression. Undefined: it serves the site itself. */
  async function whereTo(apiOrigin: string): Promise<(path: string) => unknown> {
    vi.stubEnv('API_ORIGIN', apiOrigin);
    const env = { command: 'serve', mode: 'development' } as const;
    const loaded = await loadConfigFromFile(env, join(projectRoot, 'web/vite.config.ts'), projectRoot, 'silent');
    const rules = Object.entries(loaded?.config.server?.proxy ?? {}) as [string, ProxyOptions][];
    return (path) =>
      rules.find(([key]) => (key.startsWith('^') ? new RegExp(key).test(path) : path.startsWith(key)))?.[1].target;
  }

  test('the dev proxy follows the port', async () => {
    for (const [input, origin] of [
      ['http://127.0.0.1:9123', 'http://127.0.0.1:9123'],
      ['', 'http://127.0.0.1:8787'],
    ] as const) {
      const sentTo = await whereTo(input);
      for (const path of ['/api/v1/live?tiles=4/8/5', '/en/place/sofia', '/bg/place/sofia/', '/ru/place'])
        expect([path, sentTo(path)]).toEqual([path, origin]);
      for (const path of ['/', '/en/map', '/api', '/en/places', '/shared/i18n/en/map/index.ts'])
        expect([path, sentTo(path)]).toEqual([path, undefined]);
    }
  });
});

describe('scripts', () => {
  test('npm run has twelve scripts, and no text names another', () => {
    const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const names = 'start dev build test verify format i18n deploy admin tools house simulator'.split(' ');
    expect(Object.keys(scripts)).toEqual(names);
    // What is gone is named in the changelog.
    const found = execFileSync('git', ['grep', '-hoE', '`npm run [a-z][a-z0-9-]*', '--', '.', ':!CHANGELOG.md'], {
      cwd: projectRoot,
      encoding: 'utf8',
    });
    const named = new Set(
      found
        .split('\n')
        .filter(Boolean)
        .map((text) => text.slice('`npm run '.length)),
    );
    expect([...named].filter((name) => !names.includes(name))).toEqual([]);
  });
});

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly concurrency?: { readonly group: string; readonly 'cancel-in-progress': unknown };
  readonly steps: readonly Step[];
}

const folder = join(projectRoot, '.github/workflows');
const files = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
const jobs = files.flatMap(({ text }) => Object.entries((parse(text) as { jobs: Record<string, Job> }).jobs));
const steps = jobs.flatMap(([, job]) => job.steps);

const RUNS_TESTS = /\.ci\/run|npm (run )?(t|test|verify)\b|vitest|playwright/;
const UPLOADS = /npm run deploy .*--upload/;
const deploys = (job: Job) => job.steps.some(({ run }) => UPLOADS.test(run ?? ''));
const tests = (job: Job) => job.steps.some(({ run }) => RUNS_TESTS.test(run ?? ''));
const holdsSecret = (value: unknown) => /secrets\s*[.[]|github\.token/.test(JSON.stringify(value));

describe('the CI workflows', () => {
  test('are read: there is a job that tests and one that deploys', () => {
    expect(jobs.filter(([, job]) => tests(job)).length).toBeGreaterThan(0);
    expect(jobs.filter(([, job]) => deploys(job))).toHaveLength(1);
  });

  test('pin every action by a full commit, with its version beside it', () => {
    const used = files.flatMap(({ text }) => text.split('\n').filter((line) => /\buses:/.test(line)));
    expect(used).toHaveLength(steps.filter(({ uses }) => uses !== undefined).length);
    expect(used.length).toBeGreaterThan(3);
    for (const line of used) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('give no secret to a job that runs tests', () => {
    for (const [name, job] of jobs.filter(([, candidate]) => tests(candidate))) {
      expect([name, holdsSecret(job)]).toEqual([name, false]);
    }
  });

  test('give secrets to the environment of the one step that uploads, and to nothing else', () => {
    for (const { name, text } of files) {
      const { jobs: _, ...rest } = parse(text) as { jobs: unknown };
      expect([name, holdsSecret(rest)]).toEqual([name, false]);
    }
    for (const [, { steps: own, ...rest }] of jobs) {
      expect(holdsSecret(rest)).toBe(false);
      for (const step of own) expect([step.run, holdsSecret(step)]).toEqual([step.run, UPLOADS.test(step.run ?? '')]);
    }
  });

  test('never cut a deployment short, and never run two at once', () => {
    for (const { text } of files) expect((parse(text) as { concurrency?: unknown }).concurrency).toBeUndefined();
    for (const [, job] of jobs.filter(([, candidate]) => deploys(candidate))) {
      expect(job.concurrency).toEqual({ group: expect.stringContaining('deploy'), 'cancel-in-progress': false });
      expect(job.needs).toBe('test');
    }
    const others = jobs.filter(([, job]) => !deploys(job)).map(([, job]) => job.concurrency?.['cancel-in-progress']);
    for (const cancels of others) expect(String(cancels)).toMatch(/^(false|undefined|\$\{\{.*pull_request.*\}\})$/);
  });

  test('may read the code and nothing more, and leave no token behind in the checkout', () => {
    for (const { text } of files) expect((parse(text) as { permissions?: unknown }).permissions).toEqual({});
    for (const [, job] of jobs) expect(job.permissions).toEqual({ contents: 'read' });
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout'));
    expect(checkouts.length).toBe(jobs.length);
    for (const step of checkouts) expect(step.with).toMatchObject({ 'persist-credentials': false });
  });

  test('start from the oldest Node that package.json allows, so that the way from there to our own is tried', () => {
    const { engines } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
    const versions = steps.filter(({ uses }) => uses?.startsWith('actions/setup-node')).map((step) => step.with);
    expect(versions.map((input) => `>=${input?.['node-version']}`)).toEqual(jobs.map(() => engines.node));
  });

  test('put nothing from outside into a command: what a job is told comes by its environment', () => {
    for (const { run } of steps) expect(run ?? '').not.toContain('${{');
  });
});
