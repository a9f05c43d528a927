import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { readTree } from './readTree.ts';
import { APART } from './smallFiles.ts';
import { treeSize } from './treeSize.ts';

const MOST_LINES = 250;
const MOST_APART = 40;

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

  test('of at most 30 lines have two importers, a test of their own, or are a table, an entry or loaded apart', async () => {
    const small = treeSize(await readTree()).small.none.map((line) => line.replace(/ \(.*/, ''));
    expect(small.filter((path) => !(path in APART))).toEqual([]);
    expect(Object.keys(APART).filter((path) => !small.includes(path))).toEqual([]);
    expect(Object.keys(APART).length).toBeLessThanOrEqual(MOST_APART);
  });
});
