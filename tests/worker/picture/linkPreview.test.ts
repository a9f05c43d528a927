import { expect, test } from 'vitest';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { BUILT_SITE, startProduct } from '#tests/support/startProduct.ts';

const product = fileProduct(() => startProduct(BUILT_SITE));

const imageOf = async (path: string) => {
  const response = await fetch(product.url + path);
  expect(response.status).toBe(200);
  return { response, image: /<meta property="og:image" content="([^"]*)"/.exec(await response.text())?.[1] ?? '' };
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
  const page = await fetch(`${product.url}${path}/s1?at=2026-07-01T12:00:00.000Z&ll=42.69771,23.32193`);
  const html = await page.text();
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
