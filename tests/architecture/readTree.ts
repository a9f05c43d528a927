import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, matchesGlob } from 'node:path';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { cruiseProject } from './cruiseProject.ts';
import type { Importers, Tree } from './treeSize.ts';

/** What dead-code names as started by something else than an import. */
const knip = createRequire(import.meta.url)('./knip.json') as { readonly entry: readonly string[] };

/** Every tracked file, and who imports whom. */
export async function readTree(): Promise<Tree> {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: projectRoot, encoding: 'utf8' });
  const paths = listed.split('\n').filter((path) => path !== '' && existsSync(join(projectRoot, path)));
  const read = (path: string) =>
    /\.(tsx?|css|mjs)$/.test(path) ? readFileSync(join(projectRoot, path), 'utf8') : undefined;
  const importers = new Map<string, Importers>();
  const { modules } = await cruiseProject();
  for (const { source, dependencies } of modules) {
    for (const { resolved, dynamic } of dependencies) {
      const { from, lazy } = importers.get(resolved) ?? { from: [], lazy: false };
      importers.set(resolved, { from: [...new Set([...from, source])], lazy: lazy || dynamic });
    }
  }
  const entries = [...knip.entry, 'worker/index.ts', 'web/main.ts'];
  return {
    files: new Map(paths.map((path) => [path, read(path)])),
    importers,
    isEntry: (path) => entries.some((glob) => matchesGlob(path, glob)),
  };
}
