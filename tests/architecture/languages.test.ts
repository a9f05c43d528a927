import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LANGUAGES } from '#shared/languages.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';

test('every language has texts, and the addresses that the Worker answers in it', () => {
  const texts = join(projectRoot, 'texts');
  const areas = readdirSync(texts, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(areas.length).toBeGreaterThan(15);
  const kinds = readdirSync(join(texts, 'otherSources'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `otherSources/${name}`);
  const usual = areas.map(({ name }) => name).filter((name) => !['made', 'otherSources'].includes(name));
  for (const name of [...usual, ...kinds])
    expect([name, readdirSync(join(texts, name)).sort()]).toEqual([name, LANGUAGES.map((key) => `${key}.ts`).sort()]);
  const [, first = ''] =
    /run_worker_first = \[([^\]]*)\]/.exec(readFileSync(join(projectRoot, 'wrangler.toml'), 'utf8')) ?? [];
  const named = (pattern: RegExp) => [...first.matchAll(pattern)].map(([, language]) => language).sort();
  expect(named(/"\/(\w+)\/map\/\*"/g)).toEqual([...LANGUAGES].sort());
  expect(named(/"\/(\w+)\/contact\/sent"/g)).toEqual([...LANGUAGES].sort());
});
