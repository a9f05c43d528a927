import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { HtmlValidate } from 'html-validate';
import { describe, expect, test } from 'vitest';
import { placePageTexts } from '#shared/i18n/serverTexts.ts';
import { LANGUAGES } from '#shared/languages.ts';
import { fuzzDecoders } from '#tests/fuzz/fuzzApi.ts';
import { elements } from '#tests/site/builtSite.ts';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { historyProduct } from '#tests/support/historyProduct.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { BUILT_SITE } from '#tests/support/startProduct.ts';

const MINUTE_MS = 60_000;
/** 11 km north of Plovdiv, four minutes ago. */
const STRIKE = { id: 'near', latitude: 42.25, longitude: 24.75, atMs: Date.now() - 4 * MINUTE_MS };

const product = fileProduct(() => historyProduct([STRIKE], BUILT_SITE));

async function page(path: string) {
  const response = await fetch(product.url + path, { redirect: 'manual' });
  return { response, html: await response.text() };
}
const asOf = (html: string) => /<time datetime="([^"]*)"/.exec(html)?.[1];

describe.each(LANGUAGES)('a place’s page in %s', (language) => {
  test('a town’s page tells the strike in one sentence, names itself and its sisters, and weighs at most 30 kB packed', async () => {
    const { response, html } = await page(`/${language}/place/plovdiv`);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=15');
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    expect(html).toContain(`<html lang="${language}"`);
    expect(/data-part="verdict"[^>]*>([^<]*)</.exec(html)?.[1]).toMatch(/11[,.]?\d?\u00a0(km|км)/);
    const links = elements(html, 'link');
    expect(links.find(({ rel }) => rel === 'canonical')?.href).toMatch(new RegExp(`/${language}/place/plovdiv$`));
    expect(links.filter(({ rel }) => rel === 'alternate').map(({ hreflang }) => hreflang)).toEqual([
      ...LANGUAGES,
      'x-default',
    ]);
    expect(elements(html, 'meta').find(({ property }) => property === 'og:image')?.content).toMatch(
      /\/place\.png\?ll=42\.1,24\.8$/,
    );
    const packed = new Response(new Blob([html]).stream().pipeThrough(new CompressionStream('gzip')));
    expect((await packed.arrayBuffer()).byteLength).toBeLessThanOrEqual(30_000);
  });

  test('its HTML is valid', async () => {
    const { html } = await page(`/${language}/place/thessaloniki`);
    const validator = new HtmlValidate({ extends: ['html-validate:standard'] });
    const { results } = await validator.validateString(html);
    expect(
      results.flatMap(({ messages }) => messages.map(({ ruleId, message, line }) => `${line} ${ruleId}: ${message}`)),
    ).toEqual([]);
  });

  test('a slug that no place has is not found, and the nearest names are told', async () => {
    const { response, html } = await page(`/${language}/place/plodiv`);
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect(html).toContain(placePageTexts[language].missing.title);
    expect(html).toContain(`href="/${language}/place/plovdiv"`);
    expect(html).not.toContain('rel="canonical"');
  });
});

test('a place’s page of simulated data says so, and asks not to be indexed', async () => {
  const { response, html } = await page('/en/place/sofia');
  expect(html).toContain('Simulated data.');
  expect(response.headers.get('x-robots-tag')).toBe('noindex');
  expect(elements(html, 'meta').find(({ name }) => name === 'robots')?.content).toBe('noindex');
});

test('all pages of places read in one go are made from one snapshot of home', async () => {
  const first = asOf((await page('/en/place/varna')).html);
  const slugs = ['burgas', 'ruse', 'pleven', 'athens', 'bucharest', 'musala', 'patras'];
  const others = await Promise.all(slugs.map((slug) => page(`/bg/place/${slug}`)));
  const ages = others.map(({ html }) => Date.parse(asOf(html) ?? '') - Date.parse(first ?? ''));
  // The next one comes after 15 s.
  expect(ages.every((ms) => ms === 0 || ms >= 14_000)).toBe(true);
});

test('the shell of places’ pages is no page: it leads to the list of places, as a slash too many leads to the page', async () => {
  for (const [path, to] of [
    ['/bg/place', '/bg/places'],
    ['/bg/place/plovdiv/', '/bg/place/plovdiv'],
  ] as const) {
    const { response } = await page(path);
    expect([response.status, response.headers.get('location')]).toEqual([301, to]);
  }
});

const imageOf = async (path: string) => {
  const { response, html } = await page(path);
  expect(response.status).toBe(200);
  return { response, image: /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? '' };
};

test('a shared strike’s link is previewed by a picture of its place; its page keeps its headers', async () => {
  const { response, image } = await imageOf('/bg/map/s1?at=2026-07-01T12:00:00.000Z&ll=42.69771,23.32193');
  expect(new URL(image).pathname + new URL(image).search).toBe('/api/v1/place.png?ll=42.7,23.3');
  expect(response.headers.get('x-frame-options')).toBe('DENY');
  expect(response.headers.get('content-type')).toContain('text/html');
  const picture = await fetch(`${product.url}/api/v1/place.png?ll=42.7,23.3`);
  expect(picture.status).toBe(200);
  expect(picture.headers.get('content-type')).toBe('image/png');
  expect(picture.headers.get('cache-control')).toBe('public, max-age=604800');
  expect((await picture.arrayBuffer()).byteLength).toBeLessThan(30_000);
});

test.each([
  ['/map', 'Lightning near Sofia, 1 Jul, 15:00'],
  ['/bg/map', 'Мълния край София, 1.07, 15:00'],
  ['/ru/map', 'Молния около Софии, 1 июл., 15:00'],
])('a shared strike is called by its place and time, by the clock there: %s', async (path, title) => {
  const { html } = await page(`${path}/s1?at=2026-07-01T12:00:00.000Z&ll=42.69771,23.32193`);
  expect(html).toContain(`<title>${title}</title>`);
  expect(html).toContain(`<meta property="og:title" content="${title}"`);
});

test('a link without a place, or with one that is none, keeps the site’s picture', async () => {
  for (const query of ['', '?ll=42.7', '?ll=1"><script>', '?ll=95,10']) {
    expect((await imageOf(`/en/map/s1${query}`)).image).toMatch(/\/og\/en\.png$/);
  }
});

test('[AP1] a picture of no place is a problem that names what is wrong', async () => {
  for (const [query, rule] of [
    ['', 'missing'],
    ['?ll=x', 'format'],
    ['?ll=95,10', 'range'],
  ]) {
    const response = await fetch(`${product.url}/api/v1/place.png${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'invalid-parameters', errors: { ll: rule } });
  }
});

/** Asks as a browser does for what a page needs (`no-cors`), or for a page (`navigate`): the platform tells them apart. */
function send(path: string, mode: 'no-cors' | 'navigate', method = 'GET') {
  return new Promise<{ status: number; caching: string; frames: string; body: string }>((resolve, reject) => {
    const sent = request(product.url + path, { method, headers: { 'sec-fetch-mode': mode } }, async (response) => {
      let body = '';
      for await (const part of response.setEncoding('utf8')) body += part;
      const { 'cache-control': caching = '', 'x-frame-options': frames = '' } = response.headers;
      resolve({ status: response.statusCode ?? 0, caching, frames: String(frames), body });
    });
    sent.once('error', reject).end();
  });
}

const MISSING = ['/assets/gone-12345678.js', '/og/gone.png', '/icons/gone.png', '/basemap/land/9/9/9', '/bg/nothing'];

describe.each(['no-cors', 'navigate'] as const)('asked with %s', (mode) => {
  test.each(MISSING)('what is missing is not found, and no cache keeps that: %s', async (path) => {
    const { status, caching, frames, body } = await send(path, mode);
    expect([status, caching, frames]).toEqual([404, 'no-store', 'DENY']);
    expect(body).toContain(path.startsWith('/bg/') ? 'lang="bg"' : 'lang="en"');
    expect(await send(path, mode, 'HEAD')).toMatchObject({ status: 404, caching: 'no-store', body: '' });
  });

  test('a part of the site that is there is kept for a year', async () => {
    const [name = ''] = await readdir(join(projectRoot, 'dist/assets'));
    const { status, caching } = await send(`/assets/${name}`, mode);
    expect([status, caching]).toEqual([200, 'public, max-age=31536000, immutable']);
  });
});

test('whatever stands in a path or a header, nothing is answered with a 5xx', async () => {
  const { requests, byStatus, errors } = await fuzzDecoders(product.url, 20_261_126);
  expect(errors).toEqual([]);
  expect(requests).toBeGreaterThan(500);
  expect(Object.keys(byStatus).length).toBeGreaterThan(5);
  expect(Object.keys(byStatus).filter((status) => Number(status) >= 500)).toEqual([]);
  expect(product.logs.filter(({ event }) => event === 'request.failed')).toEqual([]);
});
