import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { API_ROOT, apiPaths } from '#shared/wire/apiPaths.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { LOCALES, type Locale } from '#web/kit/i18n/index.ts';
import { pagePaths } from '#web/kit/routing/routes.ts';
import { type SpokenSource, spokenTexts } from '#web/site/build/sourceTextsPlugin.ts';
import { brokenPromises, PLANNED_WORDS } from './promises.ts';
import { textAreas, textEntries, textsRoot, writtenTexts } from './writtenTexts.ts';

const source = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

async function textsOf(locale: Locale, source: SpokenSource): Promise<ReadonlyMap<string, string>> {
  const own = await Promise.all(
    textAreas.map(async (area) =>
      textEntries(
        spokenTexts(await writtenTexts(area, locale), area, locale, source),
        area === 'everyPage' ? '' : area,
      ),
    ),
  );
  return new Map(own.flat());
}

async function allTexts(source: SpokenSource) {
  const [en, ru, bg] = await Promise.all((['en', 'ru', 'bg'] as const).map((locale) => textsOf(locale, source)));
  return { en: en ?? new Map(), ru: ru ?? new Map(), bg: bg ?? new Map() };
}

/** Said without the site's program: by the Worker, the service worker, and when texts do not load. */
const plain = readdirSync(textsRoot).filter((name) => name.endsWith('.ts') && name !== 'formatters.ts');

const texts = await allTexts({ kind: 'cg-stroke', guards: true });
const hasStores = /apps\.apple\.com|play\.google\.com/.test(source('web/site/landing/MobileApp.tsx'));
const existing = new Set([
  ...Object.keys(pagePaths).map((page) => `page:${page}`),
  ...Object.values(apiPaths).map((path) => `api:${path.slice(API_ROOT.length)}`),
  ...(hasStores ? ['stores'] : []),
]);

test('no language calls planned what exists, or offers what does not', () => {
  expect(texts.en.size).toBeGreaterThan(500);
  expect(brokenPromises(texts, existing)).toEqual([]);
});

test('nor do the texts of a satellite’s site', async () => {
  expect(brokenPromises(await allTexts({ kind: 'optical-flash', guards: false }), existing)).toEqual([]);
});

test('the legal texts and those of the Worker promise nothing as planned', () => {
  expect(plain.length).toBeGreaterThan(8);
  for (const path of [
    'web/site/legal/privacySections.tsx',
    'web/site/legal/collectedSection.tsx',
    'web/site/legal/termsSections.tsx',
    ...plain.map((file) => `texts/${file}`),
  ])
    for (const locale of LOCALES) expect(source(path), path).not.toMatch(PLANNED_WORDS[locale]);
});

test.each([
  ['en', 'Personalised reports (planned)'],
  ['en', 'Analytics and reports are being built.'],
  ['ru', 'Отчёты ещё разрабатываются; мы сообщим, когда они будут готовы.'],
  ['ru', 'Персональные отчёты (скоро)'],
  ['bg', 'Отчетите още се разработват.'],
] as const)('%s: “%s” is found, wherever it stands', (locale, text) => {
  const changed = { ...texts, [locale]: new Map([...texts[locale], ['landing.integration.reports', text]]) };
  expect(brokenPromises(changed, existing)).toEqual([
    `${locale} landing.integration.reports: called planned, but in no list`,
  ]);
});

test('a planned thing that has come, and an offered one that is gone, are found', () => {
  expect(brokenPromises(texts, new Set([...existing, 'stores']))).toEqual(['landing.app.soon: stores exists']);
  const without = new Set([...existing].filter((feature) => feature !== 'api:/live'));
  expect(brokenPromises(texts, without)).toEqual(['api.stream.lead: api:/live does not exist']);
});
