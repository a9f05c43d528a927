import type { Locale } from '#web/kit/i18n/locales.ts';
import type { Route } from '#web/kit/routing/routes.ts';

/** Files that a page needs besides the entry's: style sheets for its layout, modules to hydrate it. */
export interface PageAssets {
  readonly styles: readonly string[];
  readonly modules: readonly string[];
  /** Fetched in parallel with the style sheet that names them; empty if they load later. */
  readonly fonts: readonly string[];
  readonly firstScript?: string;
}

export function fillTemplate(template: string, page: PrerenderedPage, assets: PageAssets): string {
  const { firstScript } = assets;
  const styles = assets.styles.map((href) => `<link rel="stylesheet" crossorigin href="/${href}" />`);
  const fonts = (firstScript ? [] : assets.fonts).map(
    (href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${href}" />`,
  );
  // Named, but not fetched: nothing may delay what the page shows first.
  const modules = assets.modules.map((href) => `/${href}`).join(' ');
  const first = firstScript
    ? `<script type="module" crossorigin fetchpriority="high" src="/${firstScript}"></script>\n    `
    : '';
  return replaceOnce(template, [
    [/<html lang="[^"]*"/, `<html lang="${page.locale}"${firstScript ? ' data-letters="later"' : ''}`],
    ['<!--head-->', page.head],
    ['</head>', `  ${[...fonts, ...styles].join('\n    ')}\n  </head>`],
    ['<script type="module"', `${first}<script type="module" fetchpriority="low"`],
    [
      /<div id="app">[\s\S]*<!--\/app--><\/div>/,
      `<div id="app" data-view="${page.view}" data-modules="${modules}">${page.body}</div>${page.beside}`,
    ],
  ]);
}

function replaceOnce(text: string, replacements: readonly [string | RegExp, string][]): string {
  return replacements.reduce((filled, [place, content]) => {
    // A function, because `$` in a replacement string is a pattern.
    const next = filled.replace(place, () => content);
    if (next === filled && !filled.includes(content)) throw new Error(`The template has no ${place}`);
    return next;
  }, text);
}

/** The client hydrates it only if `view` matches what it would render itself. */
export interface PrerenderedPage {
  readonly fileName: string;
  readonly page: Route['page'];
  readonly file: string;
  readonly locale: Locale;
  readonly view: string;
  readonly textAreas: readonly string[];
  readonly head: string;
  readonly body: string;
  /** HTML of the map's preview, next to the application; empty on other pages. */
  readonly beside: string;
}
