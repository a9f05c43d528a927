import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { assetNames, elements, fileAt, fileExists, readBytes, readText } from './builtSite.ts';

const { build, files }: { build: string; files: string[] } = JSON.parse(
  /^self\.KEPT=(.*);$/m.exec(readText('sw.js'))?.[1] ?? '{}',
);

test('what the worker keeps exists, and holds all that the map’s pages name', () => {
  for (const file of files) expect(fileAt(file)).not.toBeNull();
  for (const page of ['map.html', 'en/map.html', 'ru/map.html', 'bg/map.html']) {
    if (!fileExists(page)) throw new Error(page);
    const html = readText(page);
    const named = [
      ...elements(html, 'script').flatMap(({ src }) => src ?? []),
      ...elements(html, 'link').flatMap(({ rel, href }) => (rel === 'stylesheet' ? (href ?? []) : [])),
      ...elements(html, 'div').flatMap((element) => element['data-modules']?.split(' ') ?? []),
    ];
    expect(named).toContain(`/assets/${build}.js`);
    for (const name of named) expect(files).toContain(name);
  }
});

test('it holds what the map loads later: lists, drawing, texts of three languages, place names, the ground', () => {
  const one = (name: string) => files.filter((file) => new RegExp(`/${name}-.{8}\\.\\w+$`).test(file));
  for (const name of ['Timeline', 'cellsInOne', 'SearchBox', 'WatchBox', 'keepSky', 'gazetteer', 'map-worker'])
    expect(one(name).length).toBeGreaterThan(0);
  for (const area of ['map', 'sky', 'help', 'timeline', 'cells', 'watch', 'recipients', 'tell'])
    expect(one(area)).toHaveLength(3);
  expect(files).toContain('/basemap/world.geojson');
});

test('it holds no pictures and no other page, and less than 1.4 MB', () => {
  expect(files.filter((file) => /\.(webp|png|jpg)$/.test(file))).toEqual([]);
  expect(files.filter((file) => !file.includes('.'))).toEqual(['/map', '/en/map', '/ru/map', '/bg/map']);
  expect(files.filter((file) => /Page-/.test(file) && !/MapPage-/.test(file))).toEqual([]);
  expect(files.length).toBeLessThan(assetNames().length + 120);
  const bytes = files.reduce((total, file) => total + gzipSync(readBytes(fileAt(file) ?? '')).length, 0);
  process.stdout.write(`kept for offline: ${(bytes / 1e6).toFixed(2)} MB in ${files.length} files\n`);
  expect(bytes).toBeLessThan(1_400_000);
});
