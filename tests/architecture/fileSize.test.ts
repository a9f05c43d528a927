import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '#tests/support/projectRoot.ts';

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
