import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '#shared/languages.ts';
import { API_ROOT, apiPaths } from '#shared/wire/apiPaths.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { dateTimeFormat } from '#web/kit/i18n/dateTimeFormat.ts';
import { LOCALES, type Locale, loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { preferredLocale } from '#web/kit/i18n/locales.ts';
import { pagePaths } from '#web/kit/routing/routes.ts';
import { type SpokenSource, spokenTexts } from '#web/site/build/sourcePlugins.ts';
import { areasOfDanger, workerTexts } from './textsOfDanger.ts';
import { textAreas, textEntries, textsRoot, writtenTexts } from './writtenTexts.ts';

/** How each language says that something does not exist yet. "We will answer soon" is not meant. */
const PLANNED_TEXT: Readonly<Record<Locale, RegExp>> = {
  en: /\(planned\)|\bas planned\b|coming soon|being built|in development|under construction|\bapps? .*on (?:its|their) way\b|will be (?:ready|available)|are ready\b/iu,
  ru: /^скоро$|\(скоро\)|«скоро»|планиру[ею]тся|разрабатыва[ею]тся|в разработке|уже в пути|будут? готов|появ[ия]тся позже|мы готовим приложение/iu,
  bg: /очаквайте|\(скоро\)|„скоро“|планира(?:т)? се|се планира|разработва(?:т)? се|се разработва|в разработка|приложени.* на път(?!\p{L})|когато са готови|подготвяме приложение/iu,
};

/** A feature: a page of the site (`page:report`), a call of the API (`api:/picture.svg`) or `stores`, an app in them. */
type Feature = `page:${string}` | `api:/${string}` | 'stores';

/** What the site may call planned, by the path of its text; wrong as soon as the feature is there. */
const PLANNED: Readonly<Record<string, Feature>> = { 'landing.app.soon': 'stores', 'landing.app.lead': 'stores' };

/** What texts offer as present; wrong as soon as one of the features is gone. */
const OFFERED: Readonly<Record<string, readonly Feature[]>> = {
  'landing.integration.notifications': ['page:watch'],
  'landing.integration.analytics': ['page:analytics', 'api:/counts'],
  'landing.integration.reports': ['page:report', 'api:/strikes'],
  'landing.integration.areas': ['page:watch'],
  'landing.integration.api': ['page:api', 'api:/openapi.json'],
  'landing.benefits.measured': ['page:proof', 'api:/verification'],
  'landing.watchNow.text': ['page:watch'],
  'plans.free': ['page:map', 'page:watch'],
  'about.what.text': ['page:map', 'page:api', 'page:watch', 'page:analytics', 'page:report', 'page:lookUp'],
  'api.stream.lead': ['api:/live'],
};

/** Where the texts, the tables and what exists contradict each other; `texts` by language and path. */
function brokenPromises(
  texts: Readonly<Record<Locale, ReadonlyMap<string, string>>>,
  existing: ReadonlySet<string>,
): string[] {
  const errors: string[] = [];
  for (const [locale, pattern] of Object.entries(PLANNED_TEXT) as [Locale, RegExp][]) {
    for (const [path, text] of texts[locale])
      if (pattern.test(text) && !(path in PLANNED)) errors.push(`${locale} ${path}: called planned, but in no list`);
    for (const path of Object.keys(PLANNED))
      if (!pattern.test(texts[locale].get(path) ?? ''))
        errors.push(`${locale} ${path}: does not say that it is planned`);
    for (const path of Object.keys(OFFERED))
      if (!texts[locale].has(path)) errors.push(`${locale} ${path}: no such text`);
  }
  for (const [path, feature] of Object.entries(PLANNED))
    if (existing.has(feature)) errors.push(`${path}: ${feature} exists`);
  for (const [path, features] of Object.entries(OFFERED))
    for (const feature of features) if (!existing.has(feature)) errors.push(`${path}: ${feature} does not exist`);
  return errors;
}

describe('date time format', () => {
  const AFTERNOON = Date.UTC(2026, 6, 4, 14, 43, 5);

  test.each(LANGUAGES)('the clock has 24 hours (%s)', (language) => {
    const clock = dateTimeFormat(language, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
    expect(clock.format(AFTERNOON)).toMatch(/^14:43/);
  });

  test('English dates put the day before the month', () => {
    const date = dateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });
    expect(date.format(AFTERNOON)).toBe('4 Jul 2026, 14:43:05');
  });

  test('dates and times are formatted in one place of the site', () => {
    const web = join(projectRoot, 'web');
    const formats = /Intl\.DateTimeFormat\(|toLocale(Date|Time)?String\(/;
    const elsewhere = readdirSync(web, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('i18n/dateTimeFormat.ts'))
      .filter((file) => formats.test(readFileSync(join(web, file), 'utf8')));
    expect(elsewhere).toEqual([]);
  });
});

describe('dictionaries', () => {
  const entries = async (locale: Locale, area: string) => textEntries(await writtenTexts(area, locale), area);

  const argumentNames = (text: string) =>
    [...new Set([...text.matchAll(/(?<!\{)\{(\w+)/g)].map(([, name]) => name))].sort().join();

  test.each(textAreas)(
    'area %s has the same texts in every language, none empty, that ask for the same arguments',
    async (area) => {
      const english = await entries('en', area);
      expect(english.length).toBeGreaterThan(0);
      const request = (texts: typeof english) => texts.map(([path, text]) => `${path}: ${argumentNames(text)}`);
      for (const locale of LOCALES) {
        const own = await entries(locale, area);
        expect(request(own)).toEqual(request(english));
        expect(own.filter(([, text]) => text.trim() === '')).toEqual([]);
      }
    },
  );

  /** Words that are the same in Latin letters everywhere: names of products, plans and units. */
  const LATIN =
    /Balkan Lightning|Basic|Professional|Enterprise|iOS|Android|API|SLA|CG|UTC|GMT|GPS|cloud-to-ground|chunk load error|24\/7/g;

  test.each(textAreas)('area %s is translated: what is not a name is written in Cyrillic', async (area) => {
    for (const locale of ['ru', 'bg'] as const) {
      const untranslated = (await entries(locale, area)).filter(([, text]) => {
        const latinText = text.replace(LATIN, '').replace(/\{+[^}]*\}+/g, '');
        return /\p{Script=Latin}{3,}/u.test(latinText) && !/\p{Script=Cyrillic}/u.test(latinText);
      });
      expect(untranslated).toEqual([]);
    }
  });
});

describe('length', () => {
  const MOST_IN_SENTENCE = 20;
  const SOURCES: readonly SpokenSource[] = [
    { kind: 'cg-stroke', supportsAlerts: true },
    { kind: 'total-flash', supportsAlerts: true },
    { kind: 'optical-flash', supportsAlerts: false },
  ];

  /** Words of a sentence: a placeholder with its number or plural is one, marks between words are none. */
  const wordCount = (sentence: string) =>
    sentence.replace(/\{+[^}]*\}+/g, 'n').match(/[\p{L}\p{N}%±№][^\s—–]*/gu)?.length ?? 0;

  const longSentences = (entries: readonly [path: string, text: string][], locale: Locale) =>
    entries.flatMap(([path, text]) =>
      text
        .replaceAll('\u00a0', '')
        .split(/(?<=[.!?…])\s+/)
        .filter((sentence) => wordCount(sentence) > MOST_IN_SENTENCE)
        .map((sentence) => `${locale} ${path}: ${sentence}`),
    );

  test('no sentence on the map, the wall or in alerts has more than 20 words, in three languages', async () => {
    const long: string[] = [];
    for (const locale of LOCALES) {
      for (const area of areasOfDanger) {
        const written = await writtenTexts(area, locale);
        for (const source of SOURCES)
          long.push(...longSentences(textEntries(spokenTexts(written, area, locale, source), area), locale));
      }
      long.push(...longSentences(workerTexts(locale), locale));
    }
    expect([...new Set(long)]).toEqual([]);
  });
});

describe('plurals', () => {
  beforeAll(() => Promise.all(LOCALES.map((locale) => loadTexts(locale, ['map']))));

  const count = (locale: Locale, n: number) => textsFor(locale).map.count({ count: n }).replaceAll('\u00a0', ' ');

  test.each([
    ['en', 'strikes in view', { 1: 'strike in view', 2: '', 21: '' }],
    ['ru', 'молний на экране', { 1: 'молния на экране', 2: 'молнии на экране', 5: '', 11: '' }],
    ['ru', 'молнии на экране', { 21: 'молния на экране', 22: '' }],
    ['bg', 'мълнии на картата', { 1: 'мълния на картата', 2: '', 21: '' }],
  ] as const)('strikes are counted as people speak: %s, %s', (locale, usual, counts) => {
    for (const [n, text] of Object.entries(counts)) expect(count(locale, Number(n))).toBe(`${n} ${text || usual}`);
  });

  test('large numbers are grouped as each language writes them', () => {
    expect(count('en', 12_345)).toMatch(/^12,345 strikes/);
    expect(count('ru', 12_345)).toMatch(/^12 345 молний/);
    expect(count('bg', 12_345)).toMatch(/^12 345 мълнии/);
  });
});

test.each([
  { languages: ['bg-BG', 'bg', 'en'], preferred: 'bg' },
  { languages: ['ru'], preferred: 'ru' },
  { languages: ['en-US', 'bg'], preferred: 'en' },
  { languages: ['de-DE', 'BG'], preferred: 'bg' },
  { languages: ['de'], preferred: undefined },
  { languages: [], preferred: undefined },
])('a browser set to $languages prefers $preferred of what the site speaks', ({ languages, preferred }) =>
  expect(preferredLocale(languages)).toBe(preferred),
);

describe('promises', async () => {
  const source = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

  const entriesOf = async (locale: Locale, area: string, source: SpokenSource) =>
    textEntries(spokenTexts(await writtenTexts(area, locale), area, locale, source), area === 'everyPage' ? '' : area);
  async function allTexts(source: SpokenSource) {
    const textsOf = async (locale: Locale): Promise<ReadonlyMap<string, string>> =>
      new Map((await Promise.all(textAreas.map((area) => entriesOf(locale, area, source)))).flat());
    const all = await Promise.all(LOCALES.map(async (locale) => [locale, await textsOf(locale)] as const));
    return Object.fromEntries(all) as Readonly<Record<Locale, ReadonlyMap<string, string>>>;
  }

  /** Said without the site's program: by the Worker, the service worker, and when texts do not load. */
  const plain = [
    ...readdirSync(textsRoot).filter((name) => name.endsWith('Texts.ts')),
    ...LOCALES.flatMap((locale) => [`${locale}/server.ts`, `${locale}/serviceWorker.ts`]),
  ];

  const texts = await allTexts({ kind: 'cg-stroke', supportsAlerts: true });
  const hasStores = /apps\.apple\.com|play\.google\.com/.test(source('web/site/landing/productSections.tsx'));
  const existing = new Set([
    ...Object.keys(pagePaths).map((page) => `page:${page}`),
    ...Object.values(apiPaths).map((path) => `api:${path.slice(API_ROOT.length)}`),
    ...(hasStores ? ['stores'] : []),
  ]);

  test('no language calls planned what exists, or offers what does not', () => {
    expect(texts.en.size).toBeGreaterThan(500);
    expect(brokenPromises(texts, existing)).toEqual([]);
  });

  test('nor do the texts of a satellite’s site', async () =>
    expect(brokenPromises(await allTexts({ kind: 'optical-flash', supportsAlerts: false }), existing)).toEqual([]));

  test('the legal texts and those of the Worker promise nothing as planned', () => {
    expect(plain.length).toBeGreaterThan(8);
    const legal = ['PrivacyPage', 'TermsPage'].map((name) => `web/site/legal/${name}.tsx`);
    for (const path of [...legal, ...plain.map((file) => `shared/i18n/${file}`)])
      for (const locale of LOCALES) expect(source(path), path).not.toMatch(PLANNED_TEXT[locale]);
  });
});
