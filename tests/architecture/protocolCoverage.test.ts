import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '#tests/support/projectRoot.ts';

const PROTOCOLS = ['shared/wire/PROTOCOL.md', 'shared/watch/PROTOCOL.md'];
const RULE = /\*\*([A-Z]{2}\d+)\*\*/g;
const TITLE = /\b(?:it|test)(?:\.\w+(?:\([^)]*\))?)?\(\s*[`'"]([^`'"]*)/g;
const NAMED = /\[([A-Z]{2}\d+)\]/g;

async function testTitles(): Promise<string[]> {
  const files = await readdir(join(projectRoot, 'tests'), { recursive: true });
  const sources = files.filter((file) => /\.(test|spec)\.tsx?$/.test(file));
  const texts = await Promise.all(sources.map((file) => readFile(join(projectRoot, 'tests', file), 'utf8')));
  return texts.flatMap((text) => [...text.matchAll(TITLE)].map((match) => match[1] ?? ''));
}

describe('the rules of the protocols', () => {
  test('each stand in the title of a test, and no test names a rule that is not there', async () => {
    const protocols = await Promise.all(PROTOCOLS.map((path) => readFile(join(projectRoot, path), 'utf8')));
    const rules = new Set(protocols.flatMap((text) => [...text.matchAll(RULE)].map((match) => match[1])));
    const titles = await testTitles();
    const named = new Set(titles.flatMap((title) => [...title.matchAll(NAMED)].map((match) => match[1])));
    expect(rules.size).toBeGreaterThan(25);
    expect([...rules].filter((rule) => !named.has(rule))).toEqual([]);
    expect([...named].filter((rule) => !rules.has(rule))).toEqual([]);
  });
});
