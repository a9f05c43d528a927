import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { type Graph, sharedFile } from '#web/site/build/sharedFile.ts';

const web = (path: string) => join(projectRoot, 'web', path);

/** Who imports whom at once, and the pages, which `pages.ts` imports on demand. */
const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  'site/app/start.tsx': ['kit/texts.ts'],
  'site/pages/ContactPage.tsx': ['kit/form.ts'],
  'map/Map.tsx': ['sky/feed.ts', 'kit/texts.ts', 'map/own.ts', 'kit/form.ts', 'map/map.css'],
  'tools/Watch.tsx': ['sky/feed.ts', 'kit/form.ts', 'tools/own.ts', 'map/map.css'],
  'sky/feed.ts': ['shared/time.ts'],
};

const graph: Graph = {
  getModuleInfo: (id) => ({
    importedIds: (IMPORTS[id.slice(web('/').length)] ?? []).map(web),
    dynamicallyImportedIds: id === web('site/app/pages.ts') ? [web('site/pages/ContactPage.tsx')] : [],
  }),
};

const namedBy = ({ name }: ReturnType<typeof sharedFile>, paths: readonly string[]) =>
  paths.filter((path) => name(web(path), graph) === 'live-feed');

test('what both entries import, at any depth, shares a file; what a page or only one of them needs does not, nor do styles', () => {
  const group = sharedFile('live-feed', ['map/Map.tsx', 'tools/Watch.tsx']);
  const all = [
    'sky/feed.ts',
    'shared/time.ts',
    'kit/texts.ts',
    'kit/form.ts',
    'map/own.ts',
    'tools/own.ts',
    'map/map.css',
  ];
  expect(namedBy(group, all)).toEqual(['sky/feed.ts', 'shared/time.ts']);
});

test('an entry that was moved is an error, not another cut of the bundles', () => {
  const group = sharedFile('live-feed', ['map/Map.tsx', 'tools/Gone.tsx']);
  expect(() => namedBy(group, ['sky/feed.ts'])).toThrow('tools/Gone.tsx');
});
