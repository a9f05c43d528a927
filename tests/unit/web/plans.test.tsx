import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Locale } from '#web/kit/i18n/index.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** A page's words as built with the setting; it is read when the modules load. */
async function textsOf(page: 'landing' | 'api', locale: Locale, access = 'plans'): Promise<string> {
  vi.resetModules();
  vi.stubEnv('PUBLIC_API_ACCESS', access);
  const { App } = await import('#web/site/app/App.tsx');
  const { loadPage } = await import('#web/site/app/pages.ts');
  const { pathOf } = await import('#web/kit/routing/routes.ts');
  await loadPage(page, locale);
  const html = renderToStaticMarkup(
    <App initial={{ route: { page, locale }, locale }} ssrPath={pathOf(page, locale)} />,
  );
  return html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
}

describe('the cards of the plans', () => {
  test('show what API access Professional and Enterprise have, and none for Basic', async () => {
    const text = await textsOf('landing', 'en');
    const cards = text.slice(text.indexOf('Basic Price on request'));
    expect(cards).toMatch(/^Basic Price on request Real-time monitoring/);
    expect(cards).toContain('Price on request. API: 1,200 units a minute, 50 streams, 400 days of history');
    expect(cards).toContain('Price on request. API: 3,000 units a minute, 500 streams, 400 days of history');
  });

  test.each([
    ['en', 'Free for everyone: the live map, alerts for your own places, the last 14 days.'],
    ['ru', 'Бесплатно для всех: карта в реальном времени, оповещения для ваших мест, последние 14 дней.'],
    ['bg', 'Безплатно за всички: картата на живо, известия за вашите места, последните 14 дни.'],
  ] as const)('say once what is free (%s)', async (locale, sentence) =>
    expect((await textsOf('landing', locale)).split(sentence)).toHaveLength(2),
  );
});

test.each([
  [
    'en',
    'Without a key 30 1 the last hour Basic no API access Professional 1,200 50 400 days',
    'This site is a demonstration.',
  ],
  ['ru', 'Без ключа 30 1 последний час Basic без доступа к API', 'Это демонстрационный сайт.'],
  ['bg', 'Без ключ 30 1 последният час Basic без достъп до API', 'Този сайт е демонстрационен.'],
] as const)(
  'the API page says what each plan has, and that a demonstration is open only where it is (%s)',
  async (locale, row, demo) => {
    const texts = await textsOf('api', locale);
    expect(texts).toContain(row);
    expect(texts).not.toContain(demo);
    expect(await textsOf('api', locale, 'open')).toContain(demo);
  },
);
