import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { cruiseProject, folderCycles, folderImports } from './cruiseProject.ts';

const MOST_LINES = 800;

describe('source files', () => {
  test(`have at most ${MOST_LINES} lines`, () => {
    const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.css', '*.mjs'], {
      cwd: projectRoot,
      encoding: 'utf8',
    });
    const files = listed.split('\n').filter((file) => file !== '' && existsSync(join(projectRoot, file)));
    const lines = (file: string) => readFileSync(join(projectRoot, file), 'utf8').split('\n').length - 1;
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((file) => lines(file) > MOST_LINES)).toEqual([]);
  });

  test('have no drawer: no file or folder is called utils, helpers, common, misc or types', () => {
    const listed = execFileSync(
      'git',
      ['ls-files', '-co', '--exclude-standard', 'shared', 'texts', 'web', 'worker', 'tests'],
      {
        cwd: projectRoot,
        encoding: 'utf8',
      },
    );
    expect(
      listed.split('\n').filter((file) => /(^|\/)(utils?|helpers?|common|misc|types)(\.tsx?|\/)/.test(file)),
    ).toEqual([]);
  });
});

const MAX_FILES = 25;

function trackedFiles(): string[] {
  const args = ['ls-files', '-co', '--exclude-standard', 'shared', 'texts', 'web', 'worker', 'clients', 'tests'];
  return execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(projectRoot, file)));
}

/** Folders that hold more than `max` of the files themselves, with their number. */
function crowdedFolders(files: readonly string[], max: number): string[] {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > max).map(([folder, count]) => `${folder}: ${count}`);
}

describe('folders', () => {
  test('import each other in one direction only, types included', async () => {
    const imports = folderImports(await cruiseProject());
    expect(imports.size).toBeGreaterThan(30);
    expect(folderCycles(imports)).toEqual([]);
  });

  test(`hold at most ${MAX_FILES} files each`, () => {
    const files = trackedFiles();
    expect(files.length).toBeGreaterThan(300);
    expect(crowdedFolders(files, MAX_FILES)).toEqual([]);
  });
});
