import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { projectRoot } from '#tests/support/projectRoot.ts';

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
    expect(versions.map((given) => `>=${given?.['node-version']}`)).toEqual(jobs.map(() => engines.node));
  });

  test('put nothing from outside into a command: what a job is told comes by its environment', () => {
    for (const { run } of steps) expect(run ?? '').not.toContain('${{');
  });
});
