import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { NAMED_PLACES } from '#shared/geo/NamedPlaces.ts';
import { pushTexts } from '#shared/i18n/serviceWorkerTexts.ts';
import { LANGUAGES } from '#shared/languages.ts';
import { PLANS } from '#shared/plans.ts';
import { forgiving } from '#web/kit/browser/browserStore.ts';
import { LOCALES, type Locale, loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { PUBLIC_PAGES } from '#web/kit/routing/routes.ts';
import { countRaised, isOvertaken, parsePushMessage, visibleBody } from '#web/serviceWorker/PushMessage.ts';
import { offlinePage, respondTo } from '#web/serviceWorker/respondTo.ts';
import { Behind } from '#web/site/about/Behind.tsx';
import { setUp } from '#web/site/app/setUp.ts';
import {
  builtFor,
  type Dictionary,
  otherSourceTexts,
  type SpokenSource,
  sourceTextsPlugin,
  spokenTexts,
} from '#web/site/build/sourcePlugins.ts';
import {
  type ContactDraft,
  clearDraft,
  firstSubject,
  isFull,
  messageId,
  readDraft,
  refusedFields,
  submitContact,
  writeDraft,
} from '#web/site/contact/contact.ts';
import { alternates, headHtml, pageHead } from '#web/site/head/pageHead.ts';
import { localesOf } from '#web/site/head/pageTitle.ts';
import { Partners } from '#web/site/landing/businessSections.tsx';
import { countryLists } from '#web/site/places/PlaceLists.tsx';
import { planTiers } from '#web/site/plans/PlanTiers.tsx';
import { textAreas, textEntries, textsRoot, writtenTexts } from './kit/writtenTexts.ts';

describe('country lists', () => {
  beforeAll(() => Promise.all(LOCALES.map((locale) => loadTexts(locale, ['places']))));

  const listsIn = (locale: Locale) =>
    countryLists(NAMED_PLACES, locale, (country) => textsFor(locale).places.country[country]());

  test('each town and peak stands once in the list of its country, in every language', () => {
    for (const locale of LOCALES) {
      const listed = listsIn(locale).flatMap(({ country, towns, peaks }) => {
        for (const place of [...towns, ...peaks]) expect(place.country).toBe(country);
        return [...towns, ...peaks].map(({ slug }) => slug);
      });
      expect(listed.toSorted()).toEqual(NAMED_PLACES.map(({ slug }) => slug).toSorted());
    }
  });

  test('countries and places follow the alphabet of the language', () => {
    const countries = (locale: Locale) => listsIn(locale).map(({ country }) => country);
    expect(countries('en').slice(0, 4)).toEqual(['AL', 'AT', 'BA', 'BG']);
    expect(countries('ru').slice(0, 4)).toEqual(['AT', 'AL', 'BG', 'BA']);
    const romania = listsIn('en').find(({ country }) => country === 'RO');
    const names = romania?.towns.map(({ names: { en } }) => en) ?? [];
    // A letter with a mark stands beside the one without.
    expect(names.indexOf('Șimleu Silvaniei')).toBeLessThan(names.indexOf('Slatina'));
    const bulgaria = listsIn('bg').find(({ country }) => country === 'BG');
    expect(bulgaria?.towns.at(0)?.names.bg).toBe('Айтос');
    expect(bulgaria?.towns.at(-1)?.names.bg).toBe('Ямбол');
  });
});

describe('named parties', () => {
  const NOBODY = { name: '', url: '' };
  const HOST = { name: 'Host Ltd', url: 'https://host.example' };
  const BRIGADE = { name: 'Brigade of Samokov', url: '' };

  beforeAll(() => loadTexts('en', ['about', 'landing']));

  test('partners who are not named stand by their roles, and nobody is said to stand behind the site', () => {
    const parties = { hosting: NOBODY, fire: NOBODY, source: NOBODY };
    const html = renderToStaticMarkup(<Partners parties={parties} />);
    expect(html).toContain('<b>A hosting provider</b>');
    expect(html).toContain('<b>A fire brigade</b>');
    expect(renderToStaticMarkup(<Behind operator="" parties={parties} />)).toBe('');
  });

  test('partners are named, with a link if their address is known', () => {
    const html = renderToStaticMarkup(<Partners parties={{ hosting: HOST, fire: BRIGADE, source: NOBODY }} />);
    expect(html).toContain('<a href="https://host.example">Host Ltd</a>');
    expect(html).toContain('<b>Brigade of Samokov</b>');
  });

  test('the about page says who runs the site and whose data it shows', () => {
    const parties = { hosting: NOBODY, fire: NOBODY, source: HOST };
    const html = renderToStaticMarkup(<Behind operator="Lightning Ltd" parties={parties} />);
    expect(html).toContain('<dt>Operator</dt><dd>Lightning Ltd</dd>');
    expect(html).toContain('<dt>Lightning data</dt><dd><a href="https://host.example">Host Ltd</a></dd>');
    expect(html).not.toContain('Fire brigade');
  });
});

describe('page head', () => {
  const site = { origin: 'https://lightning.example', name: 'Balkan Lightning' };
  const head = (page: (typeof PUBLIC_PAGES)[number], locale: (typeof LOCALES)[number]) =>
    pageHead({ page, locale }, locale, textsFor(locale), site);

  beforeAll(() => Promise.all(LOCALES.map((locale) => loadTexts(locale, ['descriptions']))));

  describe.each(PUBLIC_PAGES)('%s', (page) => {
    test('says its own address in its own language, or in English where it exists in English only, with a picture', () => {
      for (const locale of LOCALES) {
        const expected = localesOf(page).includes(locale) ? locale : 'en';
        expect(head(page, locale).canonical).toMatch(new RegExp(`^https://lightning\\.example/${expected}(/|$)`));
        expect(head(page, locale).image).toBe(`https://lightning.example/og/${locale}.png`);
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
  });

  test('texts cannot break out of the head, nor structured data close its own script element', () => {
    const hostile = { ...head('contact', 'en'), title: '</title><script>alert(1)</script>', description: '"><img>' };
    const html = headHtml(hostile, site.name);
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('<img>');
    const named = { origin: site.origin, name: '</script><b>' };
    const { jsonLd } = pageHead({ page: 'about', locale: 'en' }, 'en', textsFor('en'), named);
    expect(jsonLd).not.toContain('</script>');
    expect(JSON.parse(jsonLd ?? '')['@graph'][0].name).toBe('</script><b>');
  });
});

describe('plan tiers', () => {
  beforeAll(() => loadTexts('en', ['plans']));

  test('the three tiers hold exactly what the specification lists, and Professional is the popular one', () => {
    const contained = {
      Basic: ['Real-time monitoring', 'Basic alerts', 'Standard reports', 'Email support'],
      Professional: ['Advanced analytics', 'Custom alerts', 'API access', 'Priority support'],
      Enterprise: ['Custom integrations', 'Dedicated account manager', 'SLA guarantees', 'On-site training'],
    };
    const tiers = planTiers(textsFor('en').plans);
    expect(tiers.map(({ name, contains }) => [name, contains])).toEqual(Object.entries(contained));
    expect(tiers.map(({ plan, api }) => [plan, api])).toEqual(
      (['basic', 'professional', 'enterprise'] as const).map((plan) => [plan, PLANS[plan].api]),
    );
    expect(tiers.map(({ builtOn }) => builtOn)).toEqual([undefined, 'Basic', 'Professional']);
    expect(tiers.map(({ popular }) => popular)).toEqual([false, true, false]);
  });
});

/** A store of the browser with these entries. */
function memory(entries: Record<string, string> = {}) {
  const map = new Map(Object.entries(entries));
  return {
    map,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  };
}

describe('set up', () => {
  test.each([
    ['dark and no language', { theme: 'dark' }, 'en'],
    ['nothing', {}, 'en'],
    ['Bulgarian', { language: 'bg' }, 'bg'],
    ['a language that does not exist', { language: 'xx' }, 'en'],
  ])('the theme is light and stored, the language that which is stored, else English: %s', (_, stored, language) => {
    const store = memory(stored as Record<string, string>);
    expect(setUp(store, { page: 'contact' })).toBe(language);
    expect(Object.fromEntries(store.map)).toEqual({ theme: 'light', language });
  });

  test('an address that names a language decides, and is remembered unless somebody chose another', () => {
    const store = memory({ language: 'bg' });
    expect(setUp(store, { page: 'landing', locale: 'ru' })).toBe('ru');
    expect(store.map.get('language')).toBe('ru');
    const chosen = memory({ language: 'bg', 'language.chosen': '1' });
    expect(setUp(chosen, { page: 'landing', locale: 'ru' })).toBe('ru');
    expect(chosen.map.get('language')).toBe('bg');
  });

  test('a browser that refuses storage costs the memory of the choice, not the page', () => {
    const refused = forgiving(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(setUp(refused, { page: 'contact' })).toBe('en');
  });
});

describe('source texts plugin', () => {
  const SATELLITE: SpokenSource = { kind: 'optical-flash', supportsAlerts: false };
  const USUAL: SpokenSource = { kind: 'cg-stroke', supportsAlerts: true };

  const entriesOf = async (locale: Locale, textOf: (texts: Dictionary, area: string) => Dictionary) =>
    (
      await Promise.all(
        textAreas.map(async (area) => textEntries(textOf(await writtenTexts(area, locale), area), area)),
      )
    ).flat();
  const spoken = (locale: Locale, source: SpokenSource) =>
    entriesOf(locale, (texts, area) => spokenTexts(texts, area, locale, source));

  const argumentNames = (text: string) =>
    [...new Set([...text.matchAll(/(?<!\{)\{(\w+)/g)].map(([, name]) => name))].sort().join();

  test.each(LOCALES)('the usual source says every text as it is written, in %s', async (locale) =>
    expect(await spoken(locale, USUAL)).toEqual(await entriesOf(locale, (texts) => texts)),
  );

  test.each(LOCALES)(
    'what is said instead replaces a text that there is, with its arguments, in %s',
    async (locale) => {
      const usual = new Map(await spoken(locale, USUAL));
      const instead = Object.values(otherSourceTexts[locale]).flatMap((byArea) =>
        Object.entries(byArea as Dictionary).flatMap(([area, texts]) => textEntries(texts as Dictionary, area)),
      );
      expect(instead.length).toBeGreaterThan(100);
      const strange = instead.filter(
        ([path, text]) => argumentNames(usual.get(path) ?? '{none}') !== argumentNames(text),
      );
      expect(strange).toEqual([]);
      if (locale !== 'en') expect(instead.filter(([, text]) => !/\p{Script=Cyrillic}/u.test(text))).toEqual([]);
    },
  );

  /** Areas of what a source that may not guard never shows, or whose subject is another: own sensors, research, watchlists. */
  const ELSEWHERE = /^(sensors|verdict\.(?!fireProof)|lookUp\.research|watch\.(?!lead)|api\.recipes)/;
  const PROMISES: Readonly<Record<Locale, RegExp>> = {
    en: /cloud[- ]to[- ]ground|hits the ground|struck the ground|strikes the ground|seconds after|real-time|as it happens|within seconds|Get alerts/i,
    ru: /наземны[ех] молни[ий]|(удары|ударов) молний в землю|ударившие в землю|достигла земли|через несколько секунд|в реальном времени|Бесплатные оповещения/i,
    bg: /между облак и земя|мълниите към земята|удрят земята|удари\S* в земята|за секунди|в реално време|Безплатни известия/i,
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
    const plugin = sourceTextsPlugin(builtFor({ PUBLIC_SOURCE_KIND: 'total-flash', PUBLIC_SOURCE_ALERTS: '' }));
    const load = plugin.load as { handler(id: string): Promise<string | undefined> };
    const map = await load.handler(join(textsRoot, 'en/map/index.ts'));
    expect(map).toContain('{{flash|flashes}} in view');
    expect(map).not.toMatch(/strikes? (in|to|ago)/i);
    expect(map).toContain('Live lightning map');
    const usual = sourceTextsPlugin(builtFor({})).load as typeof load;
    expect(await usual.handler(join(textsRoot, 'en/map/index.ts'))).toBeUndefined();
    expect(() => builtFor({ PUBLIC_SOURCE_KIND: 'thunder' })).toThrow();
  });
});

describe('contact', () => {
  const values = { name: 'Ana', email: 'a@b.c', company: '', phone: '', subject: 'Hi', message: 'Hello' };
  const id = '7b1c0f7e-3d55-4c5e-9a0e-2f6d8f5f3a11';

  test('what was typed survives a reload, with the key it was sent under, until it is cleared', () => {
    const store = memory();
    const draft: ContactDraft = { values, sent: { id, values } };
    writeDraft(store, draft);
    expect(readDraft(store)).toEqual(draft);
    clearDraft(store);
    expect(readDraft(store)).toBeNull();
  });

  test.each(['', 'null', '{', '{"values":{}}', '[]'])('a spoiled draft (%s) is no draft', (stored) =>
    expect(readDraft(memory({ 'contact-draft': stored }))).toBeNull(),
  );

  test('the same words keep their key through every retry; changed words, or words never sent, get another', () => {
    const newId = () => 'new';
    expect(messageId({ values, sent: { id, values } }, newId)).toBe(id);
    expect(messageId({ values: { ...values, message: 'Hello!' }, sent: { id, values } }, newId)).toBe('new');
    expect(messageId({ values }, newId)).toBe('new');
  });

  test.each([
    ['?plan=basic', '', 'Plan basic'],
    ['?plan=basic', 'Plan enterprise', 'Plan basic'],
    ['?plan=basic', 'A question', 'A question'],
    ['?plan=gold', '', ''],
    ['', 'Plan basic', 'Plan basic'],
  ])(
    'the plan that was chosen last is the subject, unless another was typed: %s, “%s” → “%s”',
    (query, typed, subject) => expect(firstSubject(query, typed, (plan) => `Plan ${plan}`)).toBe(subject),
  );

  const request = { id, name: 'Ana', email: 'a@b.c', subject: 'Hi', message: 'Hello' };
  let requestCount = 0;
  const submitTo = (result: () => Response) => {
    requestCount = 0;
    const fetch = async () => {
      requestCount += 1;
      return result();
    };
    return submitContact(request, { fetch, wait: async () => undefined });
  };

  test('a 202 is success', async () =>
    expect(await submitTo(() => Response.json({ id, status: 'queued' }, { status: 202 }))).toMatchObject({ ok: true }));

  test('faults the server found are tied to their fields; what is no field or no code is left out', async () => {
    const errors = { email: 'emailInvalid', name: 'nonsense', hasOwnProperty: 'tooLong', subject: 'tooLong' };
    const sent = await submitTo(() => Response.json({ errors }, { status: 400 }));
    expect(!sent.ok && refusedFields(sent)).toEqual({ email: 'emailInvalid', subject: 'tooLong' });
    const noJson = await submitTo(() => new Response('<html>', { status: 429 }));
    expect(!noJson.ok && refusedFields(noJson)).toEqual({});
  });

  test('a day that is full is told from other failures, and asked about once', async () => {
    const result = (code: string, wait: string) => () =>
      Response.json({ code }, { status: 503, headers: { 'retry-after': wait } });
    const sent = await submitTo(result('too-many', '43200'));
    expect([!sent.ok && isFull(sent), requestCount]).toEqual([true, 1]);
    const lost = await submitTo(result('delivery-failed', '30'));
    expect([!lost.ok && isFull(lost), requestCount]).toEqual([false, 4]);
  });

  test('a server that keeps failing, and none at all, are told apart', async () => {
    expect(await submitTo(() => new Response(null, { status: 503 }))).toEqual({ ok: false, errorKind: 'busy' });
    const none = submitTo(() => {
      throw new TypeError('Failed to fetch');
    });
    expect(await none).toEqual({ ok: false, errorKind: 'offline' });
  });
});

describe('push message', () => {
  const NOON = Date.UTC(2026, 6, 4, 12);
  const MINUTE = 60_000;
  const message = {
    id: 'm1',
    tag: 't1',
    title: 'STOP',
    body: 'Lightning.',
    change: 7,
    level: 'stop',
    decidedAtMs: NOON,
  };

  test('only what has an id, a tag, a title, a body and a number of its change is a message; the body may be empty', () => {
    const wrong = [{ title: '' }, { tag: 4 }, { id: undefined }, { body: undefined }, { change: '7' }];
    for (const json of [undefined, null, 'text', ...wrong.map((part) => ({ ...message, ...part }))])
      expect(parsePushMessage(json), JSON.stringify(json)).toBeUndefined();
    expect(parsePushMessage({ ...message, body: '' })).toEqual({ ...message, body: '' });
  });

  test.each([
    ['nothing came before', undefined, false],
    ['it is the next change', { ...message, change: 6 }, false],
    ['it is the same change again', message, false],
    ['a later change came first', { ...message, change: 8, decidedAtMs: NOON + MINUTE }, true],
    ['the area was made anew, and counts from the start', { ...message, change: 90, decidedAtMs: NOON - 1 }, false],
  ])('%s: overtaken is decided by the change, and by when it was decided', (_, newest, overtaken) =>
    expect(isOvertaken(message, newest)).toBe(overtaken),
  );

  test('a late message says how late; a time that is not told says nothing', () => {
    const print = (ageMs: number) => visibleBody(message, pushTexts.en, NOON + ageMs);
    expect(print(MINUTE)).toBe('Lightning.');
    expect(print(MINUTE + 1)).toBe('Lightning.\nArrived 1 min late.');
    expect(print(119 * MINUTE)).toBe('Lightning.\nArrived 119 min late.');
    expect(print(120 * MINUTE)).toBe('Lightning.\nArrived 2 h late.');
    expect(visibleBody({ body: 'Lightning.' }, pushTexts.en, NOON)).toBe('Lightning.');
    for (const language of LANGUAGES)
      expect(visibleBody(message, pushTexts[language], NOON + 3 * MINUTE)).toMatch(/^Lightning\.\n.*3 (min|мин)/);
  });

  test('the badge counts places at warning or stop whose level was changed within twelve hours', () => {
    const at = (level: string, ageMs: number) => ({ ...message, level, decidedAtMs: NOON - ageMs });
    const hours = 60 * MINUTE;
    const raised = [at('stop', 0), at('warning', 11 * hours)];
    const retained = ['ru', ...raised, at('watch', 0), at('clear', 0), at('stop', 12 * hours)];
    expect(countRaised(retained, NOON)).toBe(2);
    expect(countRaised(['ru', { ...message, decidedAtMs: undefined }], NOON)).toBe(0);
  });
});

describe('answer to', () => {
  const ORIGIN = 'https://site.example';
  const request = (path: string, more: { mode?: string; method?: string; partial?: boolean } = {}) =>
    respondTo({ method: 'GET', url: new URL(path, ORIGIN).href, mode: 'cors', partial: false, ...more }, ORIGIN);
  const visit = (path: string) => request(path, { mode: 'navigate' });

  test('what is live, of others, no page or only a part is left to the browser', () => {
    const files = ['/api/v1/live?tiles=4/9/5', '/api/v1/tiles/6/36/23/2026070112/planes', '/api/v1/status'];
    for (const path of [...files, 'https://tiles.example/planet/1/2/3.pbf', '/site.webmanifest', '/sw.js'])
      expect(request(path), path).toEqual({ kind: 'browser' });
    expect(request('/basemap/map.pmtiles', { partial: true })).toEqual({ kind: 'browser' });
    expect(request('/assets/index-12345678.js', { method: 'POST' })).toEqual({ kind: 'browser' });
    const pages = ['/embed', '/en/embed?view=42,23,6z', '/api/v1/openapi.json', '/licences.txt', '/en/no-such-page'];
    for (const path of pages) expect(visit(path), path).toEqual({ kind: 'browser' });
  });

  test('files whose name changes with their content come from what is kept; the ground does too, and is renewed', () => {
    expect(request('/assets/StrikeMap-12345678.js')).toEqual({ kind: 'asset' });
    expect(request('/basemap/land/6/35/23.pbf')).toEqual({ kind: 'ground' });
  });

  test.each([
    ['/map?view=42.5,22,5z', '/map', undefined],
    ['/bg/map', '/bg/map', 'bg'],
    ['/ru/map/some-strike', '/ru/map', 'ru'],
    ['/en/watch/0123456789abcdef0123456789abcdef/01234567-89ab-cdef-0123-456789abcdef', '/en/watch', 'en'],
    ['/', '/', undefined],
    ['/en', '/en', 'en'],
    ['/en/privacy', '/en/privacy', 'en'],
  ])('the page %s is kept as %s', (path, shell, locale) =>
    expect(visit(path)).toMatchObject({ kind: 'page', shell, locale }),
  );

  test('a page waits less than a second for the network, on a wall, which reloads for the newest build, much longer', () => {
    expect(visit('/map')).toMatchObject({ timeoutMs: 800 });
    expect(visit('/en/watch?wall=1')).toMatchObject({ timeoutMs: 15_000 });
  });

  test.each(LOCALES)(
    'the page of last resort is in the language of the address and leads to its map (%s)',
    (locale) => {
      expect(offlinePage(locale)).toContain(`<html lang="${locale}">`);
      expect(offlinePage(locale)).toContain(`href="/${locale}/map"`);
    },
  );
});
