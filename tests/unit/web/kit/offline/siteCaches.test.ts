import { expect, test } from 'vitest';
import { buildOf, cachesToDrop, searchOrder } from '#web/kit/offline/siteCaches.ts';

test('a page belongs to the build of its entry script', () => {
  const html =
    '<script type="module" src="/assets/preview-1.js"></script><script src="/assets/index-Ab_1-xyz.js"></script>';
  expect(buildOf(html)).toBe('index-Ab_1-xyz');
  expect(buildOf('<p>Not found</p>')).toBeUndefined();
});

test('a page is looked for in the newest build that is whole, then in older ones, then in parts', () => {
  const names = ['site-a', 'ground', 'site-b', 'site-c'];
  expect(searchOrder(names, new Set(['site-a', 'site-b']))).toEqual(['site-b', 'site-a', 'site-c']);
});

test('the files of an old build stay while a page of it is open, and go afterwards', () => {
  const names = ['site-old', 'ground', 'site-new'];
  expect(cachesToDrop(names, 'site-new', new Set(['site-old', 'site-new']), 2)).toEqual([]);
  expect(cachesToDrop(names, 'site-new', new Set(['site-new']), 2)).toEqual(['site-old']);
});

test('a browser that cannot tell which builds are open drops none while more than one page is', () => {
  expect(cachesToDrop(['site-old', 'site-new'], 'site-new', undefined, 2)).toEqual([]);
  expect(cachesToDrop(['site-old', 'site-new'], 'site-new', undefined, 1)).toEqual(['site-old']);
});
