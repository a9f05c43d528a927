import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textAreas, textEntries, textsRoot, writtenTexts } from '#tests/unit/web/kit/i18n/writtenTexts.ts';
import { LOCALES, type Locale } from '#web/kit/i18n/index.ts';
import {
  builtFor,
  type Dictionary,
  insteadOf,
  type SpokenSource,
  sourceTextsPlugin,
  spokenTexts,
} from '#web/site/build/sourceTextsPlugin.ts';

const SATELLITE: SpokenSource = { kind: 'optical-flash', guards: false };
const USUAL: SpokenSource = { kind: 'cg-stroke', guards: true };

const entriesOf = async (locale: Locale, said: (texts: Dictionary, area: string) => Dictionary) =>
  (
    await Promise.all(textAreas.map(async (area) => textEntries(said(await writtenTexts(area, locale), area), area)))
  ).flat();
const spoken = (locale: Locale, source: SpokenSource) =>
  entriesOf(locale, (texts, area) => spokenTexts(texts, area, locale, source));

const argumentNames = (text: string) =>
  [...new Set([...text.matchAll(/(?<!\{)\{(\w+)/g)].map(([, name]) => name))].sort().join();

test.each(LOCALES)('the usual source says every text as it is written, in %s', async (locale) => {
  expect(await spoken(locale, USUAL)).toEqual(await entriesOf(locale, (texts) => texts));
});

test.each(LOCALES)('what is said instead replaces a text that there is, with its arguments, in %s', async (locale) => {
  const usual = new Map(await spoken(locale, USUAL));
  const instead = Object.values(insteadOf).flatMap((byLocale) =>
    Object.entries(byLocale[locale] as Dictionary).flatMap(([area, texts]) => textEntries(texts as Dictionary, area)),
  );
  expect(instead.length).toBeGreaterThan(100);
  const strange = instead.filter(([path, text]) => argumentNames(usual.get(path) ?? '{none}') !== argumentNames(text));
  expect(strange).toEqual([]);
  if (locale !== 'en') expect(instead.filter(([, text]) => !/\p{Script=Cyrillic}/u.test(text))).toEqual([]);
});

/** Areas of what a source that may not guard never shows, or whose subject is another: own sensors, research, books. */
const ELSEWHERE = /^(sensors|book|recipients|verdict|witness|ownerKeys|lookUp\.research|watch\.(?!lead)|api\.recipes)/;
const PROMISES: Readonly<Record<Locale, RegExp>> = {
  en: /cloud[- ]to[- ]ground|hits the ground|struck the ground|strikes the ground|seconds after|real-time|as it happens|Alerts (for a place|are for)/i,
  ru: /(удары|ударов) молний в землю|ударившие в землю|достигла земли|через несколько секунд|в реальном времени|Оповещения (для выбранного|открыты)/i,
  bg: /между облак и земя|удрят земята|удари\S* в земята|няколко секунди|в реално време|Известията (за избрано|са за)/i,
};

test.each(LOCALES)(
  'of a satellite nothing promises strokes to the ground, seconds or warnings, in %s',
  async (locale) => {
    const promising = (texts: readonly [string, string][]) =>
      texts.filter(([path, text]) => !ELSEWHERE.test(path) && PROMISES[locale].test(text)).map(([path]) => path);
    expect(promising(await spoken(locale, USUAL))).toContain('landing.hero.lead');
    expect(promising(await spoken(locale, SATELLITE))).toEqual([]);
  },
);

test('what the map counts and opens is a flash where the source tells flashes, and the same words are built in', async () => {
  const plugin = sourceTextsPlugin(builtFor({ PUBLIC_SOURCE_KIND: 'total-flash', PUBLIC_SOURCE_GUARDS: '' }));
  const load = plugin.load as { handler(id: string): Promise<string | undefined> };
  const map = await load.handler(join(textsRoot, 'map/en.ts'));
  expect(map).toContain('{{flash|flashes}} in view');
  expect(map).not.toMatch(/strikes? (in|to|ago)/i);
  expect(map).toContain('Live lightning map');
  const usual = sourceTextsPlugin(builtFor({})).load as typeof load;
  expect(await usual.handler(join(textsRoot, 'map/en.ts'))).toBeUndefined();
  expect(() => builtFor({ PUBLIC_SOURCE_KIND: 'thunder' })).toThrow();
});
