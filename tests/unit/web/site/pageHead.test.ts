import { beforeAll, describe, expect, test } from 'vitest';
import { LOCALES, loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { PUBLIC_PAGES } from '#web/kit/routing/routes.ts';
import { localesOf } from '#web/site/head/pageAddress.ts';
import { alternates, headHtml, pageHead } from '#web/site/head/pageHead.ts';

const site = { origin: 'https://lightning.example', name: 'Balkan Lightning' };
const head = (page: (typeof PUBLIC_PAGES)[number], locale: (typeof LOCALES)[number]) =>
  pageHead({ page, locale }, locale, textsFor(locale), site);

beforeAll(async () => {
  for (const locale of LOCALES) await loadTexts(locale, ['descriptions']);
});

describe.each(PUBLIC_PAGES)('%s', (page) => {
  test('says its own address in its own language, or in English where it exists in English only', () => {
    for (const locale of LOCALES) {
      const expected = localesOf(page).includes(locale) ? locale : 'en';
      expect(head(page, locale).canonical).toMatch(new RegExp(`^https://lightning\\.example/${expected}(/|$)`));
    }
  });

  test('names its sisters reciprocally, itself among them, and a default', () => {
    const expected = alternates(page, site.origin);
    for (const locale of localesOf(page)) {
      const { canonical, alternates: own } = head(page, locale);
      expect(own).toEqual(expected);
      expect(own).toContainEqual({ hreflang: locale, href: canonical });
    }
    expect(expected.filter(({ hreflang }) => hreflang === 'x-default')).toHaveLength(1);
  });

  test('has a title and a description that fit a search result, different in each language', () => {
    const heads = LOCALES.map((locale) => head(page, locale));
    for (const { title, description } of heads) {
      expect(title.length).toBeGreaterThan(5);
      expect(title.length).toBeLessThanOrEqual(70);
      expect(description.length).toBeGreaterThan(40);
      expect(description.length).toBeLessThanOrEqual(170);
    }
    expect(new Set(heads.map(({ title }) => title)).size).toBe(LOCALES.length);
  });

  test('has a preview picture per language', () => {
    for (const locale of LOCALES) expect(head(page, locale).image).toBe(`https://lightning.example/og/${locale}.png`);
  });
});

test('texts cannot break out of the head', () => {
  const hostile = { ...head('contact', 'en'), title: '</title><script>alert(1)</script>', description: '"><img>' };
  const html = headHtml(hostile, site.name);
  expect(html).not.toContain('<script>alert');
  expect(html).not.toContain('<img>');
});

test('structured data cannot close its own script element', () => {
  const LL = textsFor('en');
  const { jsonLd } = pageHead({ page: 'about', locale: 'en' }, 'en', LL, { origin: site.origin, name: '</script><b>' });
  expect(jsonLd).not.toContain('</script>');
  expect(JSON.parse(jsonLd ?? '')['@graph'][0].name).toBe('</script><b>');
});
