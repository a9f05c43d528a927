import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '#tests/support/projectRoot.ts';

const DOCUMENTS = [
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'README.md',
  'docs/operations.md',
  'docs/performance.md',
  'docs/sources.md',
  'docs/decisions/archive.md',
  'docs/decisions/build-and-tests.md',
  'docs/decisions/departures.md',
  'docs/decisions/feed.md',
  'docs/decisions/map.md',
  'docs/decisions/stream.md',
  'docs/decisions/texts-and-pages.md',
  'docs/decisions/watch.md',
];
/** A path from the root, or the bare name of a source file, in backticks. Braces, globs and places to fill in are not names. */
const NAMED = /`((?:clients|docs|shared|tests|texts|web|worker)\/[\w./-]+|[\w-]+\.(?:tsx?|mjs|css|sql))`/g;
/** A decision as code and documents name it: by file, and mostly by heading. */
const DECISION = /docs\/decisions\/([\w-]+(?:\.md)?)`?(?:, "([^"]+)")?/g;

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: projectRoot, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(projectRoot, path)));
const names = new Set(tracked.map((path) => basename(path)));

function missing(text: string): string[] {
  return [...text.matchAll(NAMED)]
    .map(([, name = '']) => name)
    .filter((name) => !(name.includes('/') ? existsSync(join(projectRoot, name)) : names.has(name)));
}

/** Names of decisions in `text` for which `headingsOf` has no file, or not that heading. Line breaks of comments count as blanks. */
function missingDecisions(text: string, headingsOf: (file: string) => readonly string[] | undefined): string[] {
  const inOneLine = text.replaceAll(/\s*\n\s*(?:\*(?!\*)|\/\/|#)?\s*/g, ' ');
  return [...inOneLine.matchAll(DECISION)].flatMap(([name, file = '', heading]) => {
    const headings = headingsOf(file);
    return headings && (heading === undefined || headings.includes(heading)) ? [] : [name];
  });
}

function headingsOf(file: string): readonly string[] | undefined {
  const path = join(projectRoot, 'docs/decisions', file);
  if (!existsSync(path)) return undefined;
  return [...readFileSync(path, 'utf8').matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
}

describe('the documents', () => {
  test.each(DOCUMENTS)('%s names files and folders that are there', (document) => {
    expect(missing(readFileSync(join(projectRoot, document), 'utf8'))).toEqual([]);
  });

  test('and the code name decisions that are there, by file and heading', () => {
    const naming = execFileSync('git', ['grep', '--untracked', '-lF', 'docs/decisions/'], {
      cwd: projectRoot,
      encoding: 'utf8',
    });
    const files = naming.split('\n').filter((path) => path !== '' && path !== 'tests/architecture/documents.test.ts');
    expect(files.length).toBeGreaterThan(4);
    expect(
      files.flatMap((path) => missingDecisions(readFileSync(join(projectRoot, path), 'utf8'), headingsOf)),
    ).toEqual([]);
  });
});
