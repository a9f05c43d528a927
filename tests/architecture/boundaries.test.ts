import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseOptions, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import { beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '#tests/support/projectRoot.ts';

interface Rules {
  readonly forbidden: IForbiddenRuleType[];
  readonly options: ICruiseOptions;
}

const ROOMS = ['shared', 'worker', 'web', 'tests'];
const MOST_LINES = 800;
const MOST_FILES = 25;

const FILES = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: projectRoot, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(projectRoot, file)));
const IN_ROOMS = FILES.filter((file) => ROOMS.includes(file.split('/')[0] ?? ''));

/** One folder to the eye: what is generated from the texts names them, and they its types. */
const TEXTS = /^shared\/i18n\/.*/;

/** Of what each Durable Object answers it holds the types alone, so that a room can call one above it. */
const STUBS = 'worker/stubs.ts';

/** A file directly in worker/ is a floor of its own: `app.ts` lies above all rooms, `stubs.ts` below. */
function folderOf(path: string): string {
  const folder = dirname(path.replace(TEXTS, 'shared/i18n/en.ts'));
  return folder === 'worker' ? path : folder;
}

/** Folder → the folders whose files it imports, types included. Only folders of ours. */
function folderImports({ modules }: ICruiseResult): Map<string, Set<string>> {
  const ours = new Set(modules.map((module) => module.source).filter((path) => /^(shared|worker|web)\//.test(path)));
  const imports = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    if (!ours.has(source) || source === STUBS) continue;
    const from = folderOf(source);
    const to = imports.get(from) ?? new Set();
    imports.set(from, to);
    for (const { resolved } of dependencies) if (ours.has(resolved)) to.add(folderOf(resolved));
    to.delete(from);
  }
  return imports;
}

/** What `npm start` runs and builds. It installs no development dependency. */
const STARTED = [
  'web/vite.config.ts',
  'web/main.ts',
  'web/prerender.tsx',
  'worker/index.ts',
  'worker/dev/local/start.ts',
];

/** Imports of packages by everything that the files lead to, types left out: `file → package`. */
function packageImports({ modules }: ICruiseResult, from: readonly string[]) {
  const bySource = new Map(modules.map((module) => [module.source, module.dependencies]));
  const reached = new Set(from);
  const imports: { readonly importer: string; readonly name: string; readonly isDev: boolean }[] = [];
  for (const source of reached) {
    for (const { resolved, module: name, dependencyTypes } of bySource.get(source) ?? []) {
      if (dependencyTypes.includes('type-only')) continue;
      if (dependencyTypes.some((type) => type.startsWith('npm')))
        imports.push({ importer: source, name, isDev: dependencyTypes.includes('npm-dev') });
      else if (IN_ROOMS.includes(resolved)) reached.add(resolved);
    }
  }
  return imports;
}

/** Folders that reach each other, a sorted list for each knot: Tarjan's strongly connected components. */
function folderCycles(imports: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>();
  const stack: string[] = [];
  const knots: string[][] = [];
  const visit = (folder: string): number => {
    const index = order.size;
    order.set(folder, index);
    stack.push(folder);
    let low = index;
    for (const next of imports.get(folder) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, order.get(next) ?? low);
    }
    if (low === index) {
      const knot = stack.splice(stack.indexOf(folder));
      if (knot.length > 1) knots.push(knot.sort());
    }
    return low;
  };
  for (const folder of imports.keys()) if (!order.has(folder)) visit(folder);
  return knots;
}

describe('imports', () => {
  let found: ICruiseResult;
  beforeAll(async () => {
    const { options, forbidden } = createRequire(import.meta.url)('./rules.cjs') as Rules;
    const { output } = await cruise(ROOMS, {
      ...options,
      baseDir: projectRoot,
      validate: true,
      ruleSet: { forbidden },
    });
    found = output as ICruiseResult;
  }, 60_000);

  test('keep every rule of direction, and lead to a module', () => {
    const { modules, summary } = found;
    const unresolved = modules
      .flatMap((module) => module.dependencies)
      .filter((dependency) => dependency.couldNotResolve && dependency.module.startsWith('#'));
    expect(modules.length).toBeGreaterThan(120);
    expect(unresolved.map((dependency) => dependency.module)).toEqual([]);
    expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);
  });

  test('of what `npm start` runs and builds are of packages that it installs', () => {
    const imports = packageImports(found, STARTED);
    expect(imports.length).toBeGreaterThan(100);
    expect(imports.filter(({ isDev }) => isDev).map(({ importer, name }) => `${importer} → ${name}`)).toEqual([]);
  });

  test('of folders go in one direction only, types included', () => {
    const imports = folderImports(found);
    expect(imports.size).toBeGreaterThan(30);
    expect(folderCycles(imports)).toEqual([]);
  });
});

describe('files and folders', () => {
  test(`have at most ${MOST_LINES} lines each, and at most ${MOST_FILES} files`, () => {
    const lines = (file: string) => readFileSync(join(projectRoot, file), 'utf8').split('\n').length - 1;
    const sources = FILES.filter((file) => /\.(tsx?|css|mjs)$/.test(file));
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.filter((file) => lines(file) > MOST_LINES)).toEqual([]);
    const folders = Map.groupBy(IN_ROOMS, (file) => dirname(file));
    expect(IN_ROOMS.length).toBeGreaterThan(300);
    expect([...folders].filter(([, files]) => files.length > MOST_FILES).map(([folder]) => folder)).toEqual([]);
  });

  test('are no drawer: none is called utils, helpers, common, misc or types', () => {
    expect(IN_ROOMS.filter((file) => /(^|\/)(utils?|helpers?|common|misc|types)(\.tsx?|\/)/.test(file))).toEqual([]);
  });
});
