import { expect, test } from 'vitest';
import { type Importers, treeSize } from '#tests/architecture/treeSize.ts';

const BODY = 'export function one() {\n  return 1;\n}\n';

const files = new Map<string, string | undefined>([
  ['README.md', undefined],
  ['web/i18n/i18n-types.ts', 'export type Generated = 1;\n'],
  ['web/i18n/locales.ts', 'export const locales = [];\n'],
  ['web/public/a/one.png', undefined],
  ['web/kit/user.tsx', `export class User {}\nexport type Span = 1;\n${'\n'.repeat(40)}`],
  ['web/kit/small.ts', BODY],
  ['web/kit/table.ts', 'export const ROWS = [{ a: 1 }] as const;\n'],
  ['web/kit/notTable.ts', 'export const CALLS = [() => 1];\n'],
  ['web/kit/tested.ts', BODY.replace('one', 'tested')],
  ['web/kit/lazy.ts', 'export default function lazy() {\n  return 1;\n}\n'],
  ['web/kit/entry.ts', BODY.replace('one', 'entry')],
  ['web/kit/twice.ts', BODY.replace('one', 'twice')],
  ['web/map/map.ts', "export { one } from '#web/kit/small.ts';\nexport interface Span {}\n"],
  ['web/map/map.css', '.a {\n}\n'],
  ['tests/unit/web/tested.test.ts', 'test();\ntest();\n'],
]);

const imported = (lazy: boolean, ...from: string[]): Importers => ({ from, lazy });

const size = treeSize({
  files,
  importers: new Map([
    ['web/kit/small.ts', imported(false, 'web/kit/user.tsx', 'tests/unit/web/other.test.ts')],
    ['web/kit/table.ts', imported(false, 'web/kit/user.tsx')],
    ['web/kit/notTable.ts', imported(false, 'web/kit/user.tsx')],
    ['web/kit/tested.ts', imported(false, 'web/kit/user.tsx', 'tests/unit/web/tested.test.ts')],
    ['web/kit/lazy.ts', imported(true, 'web/kit/user.tsx')],
    ['web/kit/entry.ts', imported(false, 'web/kit/user.tsx')],
    ['web/kit/twice.ts', imported(false, 'web/kit/user.tsx', 'web/map/map.ts')],
    ['web/map/map.ts', imported(false, 'web/kit/user.tsx')],
  ]),
  isEntry: (path) => path.endsWith('entry.ts'),
});

test('lines are those written by hand: generated files and tests are not among them', () => {
  expect(size.lines).toBe(1 + 42 + 3 + 1 + 1 + 3 + 3 + 3 + 3 + 2 + 2);
  expect(size.testLines).toBe(2);
  expect(size.files).toBe(files.size);
  expect(size.largest[0]).toBe('web/kit/user.tsx (42)');
});

test('a small file with one importer counts, unless it has a reason to stand apart', () => {
  expect(size.small.none).toEqual([
    'web/kit/notTable.ts (1) ← web/kit/user.tsx',
    'web/kit/small.ts (3) ← web/kit/user.tsx',
    'web/map/map.ts (2) ← web/kit/user.tsx',
  ]);
  expect(size.small.table).toEqual(['web/kit/table.ts (1) ← web/kit/user.tsx']);
  expect(size.small.tested).toEqual(['web/kit/tested.ts (3) ← web/kit/user.tsx']);
  expect(size.small.lazy).toEqual(['web/kit/lazy.ts (3) ← web/kit/user.tsx']);
  expect(size.small.entry).toEqual(['web/kit/entry.ts (3) ← web/kit/user.tsx']);
});

test('folders, rooms and arrows', () => {
  expect(size.lonely).toEqual(['.', 'tests/unit/web']);
  expect(size.rooms).toEqual(['i18n', 'kit', 'map', 'public']);
  expect(size.upward).toEqual(['kit → map: web/kit/user.tsx → web/map/map.ts']);
});

test('a name that two files declare has two meanings; one that is passed on has not', () => {
  expect(size.shared).toEqual(['Span: web/kit/user.tsx, web/map/map.ts']);
});
