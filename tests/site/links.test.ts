import { describe, expect, test } from 'vitest';
import { placeOfSlug } from '#shared/places/NamedPlaces.ts';
import { API_ROOT, apiPaths } from '#shared/wire/apiPaths.ts';
import { addressOf, elements, fileAt, htmlFiles, readText } from './builtSite.ts';

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
    const parts = [/<div[^>]* popover="auto"[\s\S]*?<\/div>/, /<dialog[\s\S]*?<\/dialog>/, /<footer[\s\S]*?<\/footer>/];
    for (const part of parts) {
      const paths = elements(part.exec(html)?.[0] ?? '', 'a').map(({ href }) => href?.replace(/^\/(en|ru|bg)\//, '/'));
      expect(
        tools.filter((tool) => !paths.includes(tool)),
        `${file}: ${part}`,
      ).toEqual([]);
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
