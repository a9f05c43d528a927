import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { licenceNotice, licencesTxt } from '#web/site/build/licenceNotices.ts';
import { bundledPackages } from '#web/site/build/licencesPlugin.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'licences-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Writes a package below node_modules and returns its directory. */
function install(name: string, files: Readonly<Record<string, string>> = {}): string {
  const dir = join(root, 'node_modules', name);
  const manifest = JSON.stringify({ name: name.replace(/.*node_modules\//, ''), version: '1.2.3', license: 'MIT' });
  for (const [path, text] of Object.entries({ 'package.json': manifest, ...files })) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  return dir;
}

describe('the packages of a bundle', () => {
  test('are those of its modules, each once; what is our own is none', () => {
    const a = install('a');
    const scoped = install('@s/b');
    const modules = [`${a}/x.js`, `\0${a}/y.js?commonjs`, `${scoped}/dist/z.js`, `${root}/web/main.ts`, '\0virtual'];
    expect(bundledPackages(modules)).toEqual([scoped, a]);
  });

  test('are those too that a package was published with, as its source map tells, the nearest of a name', () => {
    install('inner');
    const nested = install('outer/node_modules/inner');
    const map = JSON.stringify({ sources: ['../src/a.ts', '../node_modules/inner/i.js', '../../other/b.js'] });
    const outer = install('outer', { 'dist/o.js': '', 'dist/o.js.map': map });
    expect(bundledPackages([`${outer}/dist/o.js?worker&url`])).toEqual([outer, nested]);
  });

  test('must be installed: else their licences are not known', () => {
    const map = JSON.stringify({ sources: ['../node_modules/@lost/one/i.js'] });
    const outer = install('outer', { 'o.js.map': map });
    expect(() => bundledPackages([`${outer}/o.js`])).toThrow('@lost/one, which is not installed');
  });
});

describe('a notice', () => {
  test('is every licence file of the package', () => {
    const dir = install('a', { LICENSE: 'One\r\ntwo\n', 'NOTICE.md': 'Three', 'index.js': '' });
    expect(licenceNotice(dir)).toEqual({ name: 'a', version: '1.2.3', licence: 'MIT', text: 'One\ntwo\n\nThree' });
  });

  test('is the section of the README where there is no file', () => {
    const text = 'Copyright A\n\nPermission is hereby granted';
    const dir = install('a', { 'README.md': `# a\n\n## License (MIT)\n\n${text}\n` });
    expect(licenceNotice(dir).text).toBe(text);
  });

  test('is the Unlicense where the package only names it', () => {
    const manifest = JSON.stringify({ name: 'a', version: '1.0.0', license: 'Unlicense' });
    expect(licenceNotice(install('a', { 'package.json': manifest })).text).toMatch(/^This is free and unencumbered/);
  });

  test('is missed aloud: the name of a licence is not its text', () => {
    expect(() => licenceNotice(install('a', { 'README.md': '## License\n\nMIT' }))).toThrow(
      'a 1.2.3 (MIT) comes without the text of its licence',
    );
  });

  test('stands in licences.txt by name and in full', () => {
    const notice = { name: 'a', version: '1.2.3', licence: 'MIT', text: 'Copyright A' };
    const text = licencesTxt('Site', [notice], [], false);
    expect(text).toContain('\n  a 1.2.3 (MIT)\n');
    expect(text.trimEnd().endsWith(`\na 1.2.3 (MIT)\n${'='.repeat(80)}\n\nCopyright A`)).toBe(true);
  });
});
