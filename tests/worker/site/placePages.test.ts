import { HtmlValidate } from 'html-validate';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#shared/languages.ts';
import { elements } from '#tests/site/builtSite.ts';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { FAST, historyProduct } from '#tests/support/historyProduct.ts';
import { BUILT_SITE } from '#tests/support/startProduct.ts';
import { placePageTexts } from '#texts/placePageTexts.ts';

const MINUTE_MS = 60_000;
const NOW_MS = Date.now();
/** 11 km north of Plovdiv, four minutes ago. */
const STRIKE = { id: 'near', latitude: 42.25, longitude: 24.75, atMs: NOW_MS - 4 * MINUTE_MS };

const product = fileProduct(() => historyProduct([STRIKE], { ...BUILT_SITE, vars: FAST }));

async function page(path: string, init?: RequestInit) {
  const response = await fetch(product.url + path, { redirect: 'manual', ...init });
  return { response, html: await response.text() };
}
const asOf = (html: string) => /<time datetime="([^"]*)"/.exec(html)?.[1];

describe.each(LANGUAGES)('in %s', (language) => {
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

test('simulated data says so, and asks not to be indexed', async () => {
  const { response, html } = await page('/en/place/sofia');
  expect(html).toContain('Simulated data.');
  expect(response.headers.get('x-robots-tag')).toBe('noindex');
  expect(elements(html, 'meta').find(({ name }) => name === 'robots')?.content).toBe('noindex');
});

test('all pages read in one go are made from one snapshot of home', async () => {
  const first = asOf((await page('/en/place/varna')).html);
  const slugs = ['burgas', 'ruse', 'pleven', 'athens', 'bucharest', 'musala', 'patras'];
  const others = await Promise.all(slugs.map((slug) => page(`/bg/place/${slug}`)));
  const ages = others.map(({ html }) => Date.parse(asOf(html) ?? '') - Date.parse(first ?? ''));
  // The next one comes after 15 s.
  expect(ages.every((ms) => ms === 0 || ms >= 14_000)).toBe(true);
});

test('the shell itself is no page: it leads to the list of places, as a slash too many leads to the page', async () => {
  for (const [path, to] of [
    ['/bg/place', '/bg/places'],
    ['/bg/place/plovdiv/', '/bg/place/plovdiv'],
  ] as const) {
    const { response } = await page(path);
    expect([response.status, response.headers.get('location')]).toEqual([301, to]);
  }
});
