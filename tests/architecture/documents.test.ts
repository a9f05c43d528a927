import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '#tests/support/projectRoot.ts';

const DOCUMENTS = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md', 'docs/operations.md', 'docs/sources.md'];
/** A path from the root, or the bare name of a source file, in backticks. Braces, globs and places to fill in are not names. */
const NAMED = /`((?:clients|docs|shared|tests|texts|web|worker)\/[\w./-]+|[\w-]+\.(?:tsx?|mjs|css|sql))`/g;

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: projectRoot, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(projectRoot, path)));
const names = new Set(tracked.map((path) => basename(path)));

function missing(text: string): string[] {
  return [...text.matchAll(NAMED)]
    .map(([, name = '']) => name)
    .filter((name) => !(name.includes('/') ? existsSync(join(projectRoot, name)) : names.has(name)));
}

describe('the documents', () => {
  test.each(DOCUMENTS)('%s names files and folders that are there', (document) => {
    expect(missing(readFileSync(join(projectRoot, document), 'utf8'))).toEqual([]);
  });

  test('are caught when they name what is gone', () => {
    expect(missing('see `worker/gone/`, `Gone.ts`, `worker/index.ts`')).toEqual(['worker/gone/', 'Gone.ts']);
  });
});
