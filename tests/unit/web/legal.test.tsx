import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { LOCALES, type Locale } from '#web/kit/i18n/index.ts';
import { type PublicPage, pathOf } from '#web/kit/routing/routes.ts';
import { App } from '#web/site/app/App.tsx';
import { loadPage } from '#web/site/app/pages.ts';
import { Authority, Controller } from '#web/site/legal/PrivacyPage.tsx';
import { GoverningLaw } from '#web/site/legal/TermsPage.tsx';

async function htmlOf(page: PublicPage, locale: Locale): Promise<string> {
  await loadPage(page, locale);
  return renderToStaticMarkup(<App initial={{ route: { page, locale }, locale }} ssrPath={pathOf(page, locale)} />);
}

const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

describe('the privacy policy and the terms', () => {
  test('are dated June 1, 2023, with ten sections and with twelve, and mark nothing as newer', async () => {
    for (const [page, sections] of [
      ['privacy', 10],
      ['terms', 12],
    ] as const) {
      const html = await htmlOf(page, 'en');
      expect(html).toContain('<time dateTime="2023-06-01">June 1, 2023</time>');
      expect(html.match(/<h2[^>]*>\d+\. /g)).toHaveLength(sections);
      expect(html).not.toContain('2026]');
    }
  });

  test('leave out the sentence of a fact that no setting states, and show no placeholder', async () => {
    for (const page of ['privacy', 'terms', 'dataNotice', 'accessibility'] as const) {
      const html = await htmlOf(page, 'en');
      expect(html).not.toMatch(/<mark|\[[A-Z2][^\]]*\]/);
    }
    const privacy = textOf(await htmlOf('privacy', 'en'));
    expect(privacy).not.toContain('The controller of your personal data');
    expect(privacy).not.toContain('Ours is');
    expect(privacy).toContain('lodge a complaint with a data protection authority. You can withdraw');
  });

  test('name what the settings state', () => {
    const controller = { controller: 'Lightning Ltd', controllerAddress: '1 Storm Street, Sofia' };
    expect(renderToStaticMarkup(<Controller {...controller} />)).toContain('is Lightning Ltd, 1 Storm Street, Sofia.');
    const authority = { authority: 'Commission', authorityUrl: 'https://authority.example' };
    expect(renderToStaticMarkup(<Authority {...authority} />)).toBe(
      'Ours is <a href="https://authority.example">Commission</a>.',
    );
    expect(renderToStaticMarkup(<GoverningLaw state="Bulgaria" />)).toContain('the laws of Bulgaria, without regard');
  });

  test('lead to the data notice, and it to them', async () => {
    for (const page of ['privacy', 'terms'] as const)
      expect(await htmlOf(page, 'en')).toContain('href="/en/privacy/data"');
    for (const locale of LOCALES) {
      const notice = await htmlOf('dataNotice', locale);
      expect(notice).toContain(`href="/${locale}/privacy"`);
      expect(notice).toContain(`href="/${locale}/terms"`);
    }
  });
});

describe('the data notice', () => {
  test.each(LOCALES)('is written and dated in the language of the page (%s)', async (locale) => {
    const html = await htmlOf('dataNotice', locale);
    expect(html).toContain(`<article lang="${locale}">`);
    expect(html).toMatch(/<time dateTime="2026-\d\d-\d\d">[^<]*2026/);
  });

  test('says how long each thing is stored, in every language', async () => {
    for (const locale of LOCALES) {
      const text = textOf(await htmlOf('dataNotice', locale));
      for (const days of [7, 14, 30, 90, 400]) expect(text).toMatch(new RegExp(`\\b${days} (?:days|дн)`));
    }
  });
});

test.each(LOCALES)(
  'the accessibility statement names its limits, an address to write to and its date (%s)',
  async (locale) => {
    const html = await htmlOf('accessibility', locale);
    expect(html).toContain('id="limits"');
    expect(html).toContain('href="mailto:');
    expect(html).toContain(`href="/${locale}/contact"`);
    expect(html).toMatch(/<time dateTime="2026-\d\d-\d\d">/);
  },
);
