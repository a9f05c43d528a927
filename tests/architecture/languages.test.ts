import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LANGUAGES } from '#shared/languages.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';

test('every language has texts, and the addresses that the Worker answers in it', () => {
  const folders = readdirSync(join(projectRoot, 'web/i18n'), { withFileTypes: true });
  const translated = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(translated.sort()).toEqual([...LANGUAGES].sort());
  const [, first = ''] =
    /run_worker_first = \[([^\]]*)\]/.exec(readFileSync(join(projectRoot, 'wrangler.toml'), 'utf8')) ?? [];
  const named = (pattern: RegExp) => [...first.matchAll(pattern)].map(([, language]) => language).sort();
  expect(named(/"\/(\w+)\/map\/\*"/g)).toEqual([...LANGUAGES].sort());
  expect(named(/"\/(\w+)\/contact\/sent"/g)).toEqual([...LANGUAGES].sort());
});
