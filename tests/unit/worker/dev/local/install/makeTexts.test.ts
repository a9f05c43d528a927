import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectRoot } from '#tests/support/projectRoot.ts';

const { makeTexts } = await import(join(projectRoot, 'worker/dev/local/install/makeTexts.mjs'));

let root = '';
const put = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const made = (path: string) => readFileSync(join(root, 'texts/made', path), 'utf8');

/** Stands in for the generator: writes types that name what it read. */
function generator() {
  const calls: string[] = [];
  return {
    calls,
    async run(_args: readonly string[], cwd: string) {
      const english = readFileSync(join(cwd, 'tree/en/map/index.ts'), 'utf8');
      calls.push(english);
      writeFileSync(join(cwd, 'tree/i18n-types.ts'), `// ${english}`);
      return 0;
    },
  };
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'texts-'));
  put('node_modules/typesafe-i18n/package.json', '{}');
  for (const language of ['en', 'ru', 'bg']) {
    put(`texts/everyPage/${language}.ts`, 'export default {};');
    put(`texts/map/${language}.ts`, `import type { A } from '#texts/made/i18n-types.ts'; // ${language}`);
  }
});

afterEach(() => rmSync(root, { recursive: true }));

test('the generator compiles the English texts beside its types; what is made leads to the texts', async () => {
  const { calls, run } = generator();
  expect(await makeTexts(root, run)).toBe(true);
  expect(calls).toEqual(["import type { A } from '../../i18n-types.ts'; // en"]);
  expect(made('ru/map/index.ts')).toContain("export { default } from '#texts/map/ru.ts';");
  expect(made('bg/index.ts')).toContain("export { default } from '#texts/everyPage/bg.ts';");
  expect(made('i18n-types.ts')).toContain('// en');
  expect(readdirSync(join(root, '.cache'))).toEqual([]);
});

test('they are made again when an English text or the list of texts has changed, and not before', async () => {
  const { calls, run } = generator();
  await makeTexts(root, run);
  await makeTexts(root, run);
  put('texts/map/ru.ts', 'export default { other: true };');
  await makeTexts(root, run);
  expect(calls).toHaveLength(1);
  put('texts/map/en.ts', 'export default { changed: true };');
  await makeTexts(root, run);
  expect(calls).toHaveLength(2);
  rmSync(join(root, 'texts/everyPage'), { recursive: true });
  await makeTexts(root, run);
  expect(calls).toHaveLength(3);
  expect(existsSync(join(root, 'texts/made/ru/index.ts'))).toBe(false);
});

test('two commands at once leave one whole set', async () => {
  const { run } = generator();
  expect(await Promise.all([makeTexts(root, run), makeTexts(root, run)])).toEqual([true, true]);
  expect(made('en/map/index.ts')).toContain('#texts/map/en.ts');
  expect(readdirSync(join(root, '.cache'))).toEqual([]);
});

test('a generator that fails leaves what was there, and is run again', async () => {
  const { calls, run } = generator();
  await makeTexts(root, run);
  put('texts/map/en.ts', 'no TypeScript');
  expect(await makeTexts(root, async () => 1)).toBe(false);
  expect(made('i18n-types.ts')).toContain('// en');
  await makeTexts(root, run);
  expect(calls).toHaveLength(2);
});
