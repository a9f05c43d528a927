import { describe, expect, test } from 'vitest';
import { LOCALES } from '#web/kit/i18n/index.ts';
import { answerTo, offlinePage } from '#web/serviceWorker/answerTo.ts';

const ORIGIN = 'https://site.example';
const ask = (path: string, more: { mode?: string; method?: string; partial?: boolean } = {}) =>
  answerTo({ method: 'GET', url: new URL(path, ORIGIN).href, mode: 'cors', partial: false, ...more }, ORIGIN);
const visit = (path: string) => ask(path, { mode: 'navigate' });

describe('left to the browser', () => {
  test.each([
    '/api/v1/live?cells=4/9/5',
    '/api/v1/tiles/6/36/23/2026070112/planes',
    '/api/v1/status',
    'https://tiles.example/planet/1/2/3.pbf',
    '/site.webmanifest',
    '/sw.js',
  ])('%s', (path) => {
    expect(ask(path)).toEqual({ kind: 'browser' });
  });

  test('parts of files, and what is not read', () => {
    expect(ask('/basemap/map.pmtiles', { partial: true })).toEqual({ kind: 'browser' });
    expect(ask('/assets/index-12345678.js', { method: 'POST' })).toEqual({ kind: 'browser' });
  });

  test.each(['/embed', '/en/embed?view=42,23,6z', '/api/v1/openapi.json', '/licences.txt', '/en/no-such-page'])(
    'a visit to %s, which is no page of the site as it is kept',
    (path) => {
      expect(visit(path)).toEqual({ kind: 'browser' });
    },
  );
});

test('files whose name changes with their content come from what is kept; the ground does too, and is renewed', () => {
  expect(ask('/assets/StrikeMap-12345678.js')).toEqual({ kind: 'asset' });
  expect(ask('/basemap/land/6/35/23.pbf')).toEqual({ kind: 'ground' });
});

describe('a page', () => {
  test.each([
    ['/map?view=42.5,22,5z', '/map', undefined],
    ['/bg/map', '/bg/map', 'bg'],
    ['/ru/map/some-strike', '/ru/map', 'ru'],
    ['/en/watch/0123456789abcdef0123456789abcdef/01234567-89ab-cdef-0123-456789abcdef', '/en/watch', 'en'],
    ['/', '/', undefined],
    ['/en', '/en', 'en'],
    ['/en/privacy', '/en/privacy', 'en'],
  ])('%s is kept as %s', (path, shell, locale) => {
    expect(visit(path)).toMatchObject({ kind: 'page', shell, locale });
  });

  test('waits less than a second for the network, and on a wall, which reloads for the newest build, much longer', () => {
    expect(visit('/map')).toMatchObject({ patienceMs: 800 });
    expect(visit('/en/watch?wall=1')).toMatchObject({ patienceMs: 15_000 });
  });
});

test.each(LOCALES)('the page of last resort is in the language of the address and leads to its map (%s)', (locale) => {
  expect(offlinePage(locale)).toContain(`<html lang="${locale}">`);
  expect(offlinePage(locale)).toContain(`href="/${locale}/map"`);
});
