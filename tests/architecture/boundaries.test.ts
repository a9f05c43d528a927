import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ICruiseResult } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cruiseBelow, cruiseProject, folderCycles, folderImports } from './cruiseProject.ts';

/** Those that have something planted. */
const FOLDERS = ['shared', 'texts', 'worker', 'web', 'clients'];
/** Fewer modules than this means that the check looked at nothing. */
const LEAST_MODULES = 120;

/** For every rule a file that breaks it, and what that file imports. */
const PLANTED: Readonly<Record<string, readonly [path: string, imports: string]>> = {
  'no-cycles': ['worker/feed/egg.ts', './hen.ts'],
  'shared-knows-nobody': ['shared/a.ts', '../web/any.ts'],
  'texts-know-types-alone': ['texts/area/r.ts', '../../shared/any.ts'],
  'web-not-worker': ['web/a.ts', '../worker/any.ts'],
  'worker-not-web': ['worker/a.ts', '../web/any.ts'],
  'clients-know-shared-alone': ['clients/typescript/src/k.ts', '../../../web/any.ts'],
  'production-not-clients': ['web/l.ts', '../clients/any.ts'],
  'production-not-simulator': ['worker/feed/b.ts', '../dev/simulator/any.ts'],
  'decisions-not-platform': ['worker/feed/c.ts', 'cloudflare:workers'],
  'feed-knows-no-routes': ['worker/feed/d.ts', '../routes/any.ts'],
  'hono-at-the-edge': ['worker/feed/e.ts', 'hono'],
  'map-libraries-in-the-map': ['web/site/pages/f.ts', 'maplibre-gl'],
  'strikes-know-no-feed': ['web/sky/strikes/j.ts', '../feed/any.ts'],
  'map-not-up': ['web/map/m.ts', '../site/any.ts'],
  'tools-not-up': ['web/tools/n.ts', '../map/any.ts'],
  'sky-not-up': ['web/sky/g.ts', '../map/any.ts'],
  'ground-not-up': ['web/ground/o.ts', '../sky/feed/any.ts'],
  'kit-not-up': ['web/kit/p.ts', '../sky/feed/any.ts'],
  'service-worker-not-up': ['web/serviceWorker/q.ts', '../sky/feed/any.ts'],
  'components-know-no-domain': ['web/kit/components/h.ts', '../../sky/feed/any.ts'],
  'i18n-behind-one-seam': ['web/site/pages/i.ts', 'typesafe-i18n'],
};
const IMPORTED = [
  'shared/any.ts',
  'web/any.ts',
  'worker/any.ts',
  'clients/any.ts',
  'worker/dev/simulator/any.ts',
  'worker/routes/any.ts',
  'web/map/any.ts',
  'web/sky/feed/any.ts',
  'web/site/any.ts',
];
const LIBRARIES = ['hono', 'maplibre-gl', 'typesafe-i18n'];

let planted = '';
let found: ICruiseResult;

async function plant(path: string, text: string): Promise<void> {
  const file = join(planted, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

beforeAll(async () => {
  planted = await mkdtemp(join(tmpdir(), 'planted-'));
  for (const [path, imports] of Object.values(PLANTED)) await plant(path, `import '${imports}';\n`);
  await plant('worker/feed/hen.ts', "import './egg.ts';\n");
  await plant('web/tsconfig.json', '{}');
  for (const path of IMPORTED) await plant(path, 'export {};\n');
  for (const name of LIBRARIES) {
    await plant(`node_modules/${name}/package.json`, JSON.stringify({ name, type: 'module', exports: './index.js' }));
    await plant(`node_modules/${name}/index.js`, 'export {};\n');
  }
  found = await cruiseBelow(planted, FOLDERS);
});

afterAll(() => rm(planted, { recursive: true, force: true }));

describe('the directions of import', () => {
  test('hold for every module of the project', async () => {
    const { modules, summary } = await cruiseProject();
    const unresolved = modules
      .flatMap((module) => module.dependencies)
      .filter((dependency) => dependency.couldNotResolve && dependency.module.startsWith('#'));
    expect(modules.length).toBeGreaterThan(LEAST_MODULES);
    expect(unresolved.map((dependency) => dependency.module)).toEqual([]);
    expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);
  });

  test.each(Object.keys(PLANTED))('catch a planted violation of %s', (rule) => {
    expect(found.summary.violations.map((violation) => violation.rule.name)).toContain(rule);
  });

  test('catch planted folders that import each other through other files', () => {
    expect(folderCycles(folderImports(found))).toContainEqual(['web', 'worker']);
  });

  test('have no rule without a planted violation', async () => {
    const { summary } = await cruiseProject();
    expect(summary.ruleSetUsed?.forbidden?.map((rule) => rule.name).sort()).toEqual(Object.keys(PLANTED).sort());
  });
});
