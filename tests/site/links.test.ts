import { gzipSync } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { beforeAll, describe, expect, test } from 'vitest';
import { NAMED_PLACES, placeOfSlug } from '#shared/geo/NamedPlaces.ts';
import { placePath } from '#shared/http.ts';
import { API_ROOT, apiPaths } from '#shared/wire/apiPaths.ts';
import { LOCALES, loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { PUBLIC_PAGES, parsePath, pathOf } from '#web/kit/routing/routes.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import { pageHead } from '#web/site/head/pageHead.ts';
import { localesOf } from '#web/site/head/pageTitle.ts';
import { addressOf, elements, fileAt, fileExists, htmlFiles, readBytes, readText, textOf } from './builtSite.ts';

describe('pages', () => {
  const { origin } = siteConfig;
  const places = htmlFiles.map((file) => {
    const place = parsePath(addressOf(file));
    return { file, place, locale: place.locale ?? ('en' as const), html: readText(file) };
  });
  const UNLISTED: readonly string[] = ['notFound', 'embed', 'place'];
  const indexed = places.filter(({ place }) => !UNLISTED.includes(place.page));
  const metaContent = (html: string, key: string) =>
    elements(html, 'meta')
      .filter(({ name, property }) => name === key || property === key)
      .map(({ content }) => content);

  beforeAll(async () => {
    for (const locale of LOCALES) await loadTexts(locale, ['descriptions']);
  });

  test('every public page stands as a file, with and without a language, and so does a 404 page', () => {
    const expected = [
      '/',
      ...PUBLIC_PAGES.filter((page) => page !== 'landing').map((page) => pathOf(page)),
      ...LOCALES.flatMap((locale) => PUBLIC_PAGES.map((page) => pathOf(page, locale))),
      pathOf('embed'),
      ...LOCALES.map((locale) => pathOf('embed', locale)),
      ...LOCALES.map((locale) => pathOf('place', locale)),
      '/404',
      ...LOCALES.map((locale) => `/${locale}/404`),
    ];
    expect(htmlFiles.map(addressOf).sort()).toEqual(expected.sort());
  });

  describe.each(places)('$file', ({ place, locale, html }) => {
    const expected = () => pageHead(place, locale, textsFor(locale), siteConfig);

    test('is in its language, with one main heading and a title', () => {
      expect(html).toMatch(new RegExp(`^<!doctype html>\\s*<html lang="${locale}"`));
      expect(elements(html, 'h1')).toHaveLength(1);
      expect(elements(html, 'title')).toHaveLength(1);
      expect(html).toContain(`<title>${expected().title}</title>`);
    });

    test('shows no placeholder of a setting, and no word that undercuts the offer', () => {
      expect(textOf(html)).not.toMatch(/\[(2026|Controller|Postal address|Supervisory authority|State)\]/);
      expect(elements(html, 'mark')).toEqual([]);
      expect(textOf(html)).not.toMatch(/is our goal|without an account|без регистрации|без профил/i);
    });

    test('carries its text without any script', () => {
      expect(textOf(html).length).toBeGreaterThan(['root', 'map', 'embed'].includes(place.page) ? 150 : 300);
      expect(elements(html, 'main')).toHaveLength(1);
      // Only data and modules from our own host: no inline program, no inline style.
      for (const { type, src } of elements(html, 'script')) {
        expect(type === 'application/ld+json' || src?.startsWith('/assets/')).toBe(true);
      }
      expect(html).not.toMatch(/<style|\sstyle="|\son\w+="/);
    });

    test('describes itself and has a preview picture of 1200 × 630', () => {
      expect(metaContent(html, 'description')).toEqual([expected().description]);
      expect(metaContent(html, 'og:title')).toEqual([expected().title]);
      expect(metaContent(html, 'og:locale')).toEqual([expected().ogLocale]);
      expect(metaContent(html, 'og:locale:alternate')).toHaveLength(2);
      const [image = ''] = metaContent(html, 'og:image');
      expect(image).toBe(expected().image);
      const picture = readBytes(image.slice(origin.length + 1));
      expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1_200, 630]);
    });
  });

  describe.each(indexed)('$file', ({ place, html }) => {
    test('has one canonical address, which is a page, and names its sisters', () => {
      const links = elements(html, 'link');
      const canonicals = links.filter(({ rel }) => rel === 'canonical');
      expect(canonicals).toHaveLength(1);
      expect(fileAt(canonicals[0]?.href?.slice(origin.length) ?? 'none')).not.toBeNull();
      const languages = links.filter(({ rel }) => rel === 'alternate').map(({ hreflang }) => hreflang);
      const page = place.page === 'root' ? 'landing' : place.page;
      expect(languages).toEqual([...localesOf(page as (typeof PUBLIC_PAGES)[number]), 'x-default']);
    });

    test('has structured data that names the same address', () => {
      const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
      const graph: { '@type': string; url?: string }[] = JSON.parse(json)['@graph'];
      const canonical = elements(html, 'link').find(({ rel }) => rel === 'canonical')?.href;
      expect(graph.map((node) => node['@type'])).toContain('Organization');
      expect(graph.map((node) => node.url)).toContain(canonical);
    });
  });

  test('a 404 page and the map for pages of others ask not to be indexed', () => {
    for (const { html } of places.filter(({ place }) => place.page === 'notFound' || place.page === 'embed')) {
      expect(metaContent(html, 'robots')).toEqual(['noindex']);
      expect(elements(html, 'link').filter(({ rel }) => rel === 'canonical')).toEqual([]);
    }
  });

  test('the sitemaps list every indexed canonical address once, with the same sisters as the page', () => {
    const urls = LOCALES.map((locale) => readText(`sitemap-${locale}.xml`))
      .flatMap((sitemap) => [...sitemap.matchAll(/<loc>(.*?)<\/loc>([\s\S]*?)<\/url>/g)])
      .filter(([, href = '']) => !href.includes('/place/'));
    const listed = urls.map(([, href]) => href);
    const canonicals = indexed
      .filter(({ place }) => place.page !== 'root')
      .map(({ html }) => elements(html, 'link').find(({ rel }) => rel === 'canonical')?.href);
    expect([...listed].sort()).toEqual([...new Set(canonicals)].sort());
    for (const [, href = '', body = ''] of urls) {
      const html = readText(fileAt(href.slice(origin.length)) ?? '');
      const sisters = (text: string, tag: string) =>
        elements(text, tag)
          .filter(({ rel }) => rel === 'alternate')
          .map((link) => [link.hreflang, link.href]);
      expect(sisters(body.replaceAll('/>', '>'), 'xhtml:link')).toEqual(sisters(html, 'link'));
    }
  });

  test('robots may read everything but the API, and are told of the sitemap', () => {
    expect(readText('robots.txt')).toBe(`User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`);
  });

  test('the manifest names icons that exist and a pages that exist', () => {
    const manifest: {
      start_url: string;
      icons: { src: string }[];
      shortcuts: { url: string }[];
      share_target: { action: string };
    } = JSON.parse(readText('site.webmanifest'));
    const { start_url, shortcuts, share_target } = manifest;
    for (const address of [start_url, share_target.action, ...shortcuts.map(({ url }) => url)])
      expect(fileAt(address.replace(/\?.*/, ''))).not.toBeNull();
    for (const { src } of manifest.icons) expect(fileExists(src.slice(1))).toBe(true);
  });
});

describe('links', () => {
  /** Everything a page points at: links, pictures, style sheets, programs, forms. */
  function targets(html: string): string[] {
    const attribute = (tag: string, name: string) => elements(html, tag).flatMap((element) => element[name] ?? []);
    return [
      ...attribute('a', 'href'),
      ...attribute('img', 'src'),
      ...[...attribute('img', 'srcset'), ...attribute('source', 'srcset')].flatMap((set) =>
        set.split(',').map((part) => part.trim().split(' ')[0] ?? ''),
      ),
      ...attribute('script', 'src'),
      ...attribute('form', 'action'),
      ...elements(html, 'link')
        .filter(({ rel }) => rel !== 'canonical' && rel !== 'alternate')
        .flatMap(({ href }) => href ?? []),
      ...attribute('div', 'data-modules').flatMap((list) => list.split(' ')),
    ];
  }

  const ANSWERED_BY_THE_API: readonly string[] = [
    apiPaths.contact,
    apiPaths.openapi,
    apiPaths.picture,
    `${API_ROOT}/ogc/lightning.qlr`,
    `${API_ROOT}/ogc/collections/days/items`,
  ];

  /** The Worker fills it. */
  const isPlace = (path: string) => placeOfSlug(/^\/(?:en|ru|bg)\/place\/([^/]+)$/.exec(path)?.[1] ?? '') !== undefined;

  const hasId = (html: string, id: string) => html.includes(` id="${id}"`);

  describe.each(htmlFiles)('%s', (file) => {
    const html = readText(file);
    const local = targets(html).filter((target) => !target.startsWith('mailto:'));

    test('points at nothing outside', () => {
      // An empty one loads the page again.
      expect(local.filter((target) => !/^(\/|#|$)/.test(target))).toEqual([]);
    });

    test('has no dead link and no dead anchor', () => {
      expect(local.length).toBeGreaterThan(5);
      const dead = local.filter((target) => {
        const [address = '', anchor] = target.split('#');
        const [path = ''] = address.split('?');
        if (ANSWERED_BY_THE_API.includes(path) || isPlace(path)) return false;
        const found = path === '' ? file : fileAt(path);
        return found === null || (anchor !== undefined && !hasId(readText(found), decodeURIComponent(anchor)));
      });
      expect(dead).toEqual([]);
    });

    test('has no id twice and no label without its field', () => {
      const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
      expect(ids).toEqual([...new Set(ids)]);
      for (const { for: target } of elements(html, 'label')) if (target !== undefined) expect(ids).toContain(target);
    });
  });

  test('style sheets point at files that exist', () => {
    const sheets = new Set(
      htmlFiles.flatMap((file) =>
        elements(readText(file), 'link').flatMap(({ rel, href }) => (rel === 'stylesheet' ? (href ?? []) : [])),
      ),
    );
    expect(sheets.size).toBeGreaterThan(0);
    for (const sheet of sheets) {
      const urls = [...readText(sheet.slice(1)).matchAll(/url\(["']?([^"')]+)["']?\)/g)].map(([, url = '']) => url);
      for (const url of urls.filter((target) => !target.startsWith('data:')))
        expect(`${url}: ${fileAt(url)}`).not.toContain('null');
    }
  });

  test('every page is reached by links from the landing page of its language', () => {
    for (const locale of ['en', 'ru', 'bg']) {
      const seen = new Set<string>();
      const visit = (address: string): void => {
        const found = fileAt(address.split('#')[0] ?? '');
        if (found === null || !found.endsWith('.html') || seen.has(found)) return;
        seen.add(found);
        for (const { href = '' } of elements(readText(found), 'a')) if (href.startsWith(`/${locale}`)) visit(href);
      };
      visit(`/${locale}`);
      const all = htmlFiles.filter(
        (file) =>
          (file === `${locale}.html` || file.startsWith(`${locale}/`)) && !/(404|embed|\/place)\.html$/.test(file),
      );
      expect([...seen].sort()).toEqual(all.sort());
    }
  });

  test('on every page the menu of tools, the drawer and the footer lead to each tool, so that none is more than two clicks away', () => {
    const tools = ['/watch', '/analytics', '/fires', '/look-up', '/report', '/proof', '/api'];
    for (const file of htmlFiles.filter((name) => !/embed\.html$/.test(name))) {
      const html = readText(file);
      const [menu, drawer] = [/<div[^>]* popover="auto"[\s\S]*?<\/div>/, /<dialog[\s\S]*?<\/dialog>/];
      for (const part of [menu, drawer, /<footer[\s\S]*?<\/footer>/]) {
        const links = elements(part.exec(html)?.[0] ?? '', 'a');
        const paths = links.map(({ href }) => href?.replace(/^\/(en|ru|bg)\//, '/'));
        expect(paths, `${file}: ${part}`).toEqual(expect.arrayContaining(tools));
      }
    }
  });

  test('forms work without JavaScript: they are posted to the API, named field by field', () => {
    for (const file of htmlFiles.filter((name) => /contact\.html|sensor-infrastructure\.html/.test(name))) {
      const html = readText(file);
      const [form] = elements(html, 'form');
      expect(form).toMatchObject({ action: `${API_ROOT}/contact`, method: 'post' });
      const names = [...elements(html, 'input'), ...elements(html, 'textarea')].map(({ name }) => name);
      expect(names.sort()).toEqual(['company', 'email', 'language', 'message', 'name', 'phone', 'subject', 'website']);
      expect(elements(html, 'textarea')).toMatchObject([{ rows: '4' }]);
    }
  });

  test('a language always leads to the same page in the other languages', () => {
    for (const file of htmlFiles.filter((name) => !/(404|embed)\.html$/.test(name) && name !== 'index.html')) {
      const links = elements(readText(file), 'a').filter(({ hreflang }) => hreflang !== undefined);
      expect(links.map(({ hreflang }) => hreflang)).toEqual(['en', 'ru', 'bg']);
      const rest = addressOf(file).replace(/^\/(en|ru|bg)(?=\/|$)/, '');
      expect(links.map(({ href }) => href)).toEqual(['en', 'ru', 'bg'].map((locale) => `/${locale}${rest}`));
    }
  });
});

describe('places', () => {
  const { origin } = siteConfig;
  /** Of the sitemaps' protocol. */
  const MOST_ADDRESSES = 50_000;
  const MOST_BYTES = 50_000_000;

  const hrefsIn = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, href = '']) => href);
  const isWellFormed = (xml: string) => expect(() => new SaxesParser({ xmlns: true }).write(xml).close()).not.toThrow();

  test('the sitemap names one for each language, within the limits of sitemaps', () => {
    const names = LOCALES.map((locale) => `sitemap-${locale}.xml`);
    isWellFormed(readText('sitemap.xml'));
    expect(hrefsIn(readText('sitemap.xml'))).toEqual(names.map((name) => `${origin}/${name}`));
    for (const name of names) {
      isWellFormed(readText(name));
      expect(hrefsIn(readText(name)).length).toBeLessThan(MOST_ADDRESSES);
      expect(readBytes(name).length).toBeLessThan(MOST_BYTES);
    }
  });

  test.each(LOCALES)('the sitemap in %s has every place once, with its sisters', (locale) => {
    const urls = [...readText(`sitemap-${locale}.xml`).matchAll(/<loc>(.*?)<\/loc>([\s\S]*?)<\/url>/g)];
    const places = urls.filter(([, href = '']) => href.includes('/place/'));
    expect(places.map(([, href]) => href)).toEqual(NAMED_PLACES.map(({ slug }) => origin + placePath(slug, locale)));
    const [, , body = ''] = places[0] ?? [];
    const sisters = elements(body.replaceAll('/>', '>'), 'xhtml:link').map(({ hreflang, href }) => [hreflang, href]);
    const { slug = '' } = NAMED_PLACES[0] ?? {};
    const expected = LOCALES.map((language) => [language, origin + placePath(slug, language)]);
    expect(sisters).toEqual([...expected, ['x-default', origin + placePath(slug, 'en')]]);
  });

  test.each(LOCALES)('the list in %s leads to the page of every place, without a script', (locale) => {
    const html = readText(`${locale}/places.html`);
    const linked = elements(html, 'a').flatMap(({ href = '' }) => (href.includes('/place/') ? href : []));
    expect(linked.toSorted()).toEqual(NAMED_PLACES.map(({ slug }) => placePath(slug, locale)).toSorted());
    process.stdout.write(`${locale}/places: ${(gzipSync(html).length / 1_000).toFixed(1)} kB\n`);
  });
});
