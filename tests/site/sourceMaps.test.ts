import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { assetNames, readText } from './builtSite.ts';

const TOLD_BY = 'web/kit/browser/tellErrors.ts';
const mapOf = (name: string) => join(projectRoot, '.cache/siteMaps', `${name}.map`);

const program = assetNames().filter((name) => /^(index|start|StrikeMap|map-worker)-.*\.js$/.test(name));

test('no source map is served, or named by what is', () => {
  expect(assetNames().filter((name) => name.endsWith('.map'))).toEqual([]);
  expect(program.length).toBeGreaterThan(3);
  for (const name of program) expect(readText(`assets/${name}`)).not.toContain('sourceMappingURL');
});

// Only the build into dist/ keeps them.
test.skipIf(process.env.SITE_DIR)('each file of the program has a map beside the site, which knows its places', () => {
  expect(program.filter((name) => !existsSync(mapOf(name)))).toEqual([]);
  const entry = program.find((name) => name.startsWith('index-')) ?? '';
  const [before = ''] = readText(`assets/${entry}`).split('unhandledrejection');
  const lines = before.split('\n');
  const map = new SourceMap(JSON.parse(readFileSync(mapOf(entry), 'utf8')));
  const found = map.findOrigin(lines.length, (lines.at(-1) ?? '').length);
  const source = readFileSync(join(projectRoot, TOLD_BY), 'utf8').split('unhandledrejection')[0] ?? '';
  expect(found).toMatchObject({ fileName: `../../${TOLD_BY}`, lineNumber: source.split('\n').length });
});
