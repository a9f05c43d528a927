import { expect, test } from 'vitest';
import { LOCALES, type Locale } from '#web/kit/i18n/index.ts';
import { textAreas, textEntries, writtenTexts } from './writtenTexts.ts';

const entries = async (locale: Locale, area: string) => textEntries(await writtenTexts(area, locale), area);

const argumentNames = (text: string) =>
  [...new Set([...text.matchAll(/(?<!\{)\{(\w+)/g)].map(([, name]) => name))].sort().join();

test.each(textAreas)('area %s has the same texts in every language, none empty', async (area) => {
  const english = await entries('en', area);
  expect(english.length).toBeGreaterThan(0);
  for (const locale of LOCALES) {
    const own = await entries(locale, area);
    expect(own.map(([path]) => path)).toEqual(english.map(([path]) => path));
    expect(own.filter(([, text]) => text.trim() === '')).toEqual([]);
  }
});

test.each(textAreas)('texts of area %s ask for the same arguments in every language', async (area) => {
  const english = await entries('en', area);
  for (const locale of ['ru', 'bg'] as const) {
    const own = new Map(await entries(locale, area));
    for (const [path, text] of english)
      expect(`${path}: ${argumentNames(own.get(path) ?? '')}`).toBe(`${path}: ${argumentNames(text)}`);
  }
});

/** Words that are the same in Latin letters everywhere: names of products, plans and units. */
const LATIN =
  /Balkan Lightning|Basic|Professional|Enterprise|iOS|Android|API|SLA|CG|UTC|GMT|GPS|cloud-to-ground|chunk load error|24\/7/g;

test.each(textAreas)('area %s is translated: what is not a name is written in Cyrillic', async (area) => {
  for (const locale of ['ru', 'bg'] as const) {
    const untranslated = (await entries(locale, area)).filter(([, text]) => {
      const words = text.replace(LATIN, '').replace(/\{+[^}]*\}+/g, '');
      return /\p{Script=Latin}{3,}/u.test(words) && !/\p{Script=Cyrillic}/u.test(words);
    });
    expect(untranslated).toEqual([]);
  }
});
