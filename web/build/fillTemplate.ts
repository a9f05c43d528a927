import type { PrerenderedPage } from './PrerenderedPage.ts';

/** Files a page needs in addition to the entry's: style sheets for its layout, modules to hydrate it. */
export interface PageAssets {
  readonly styles: readonly string[];
  readonly modules: readonly string[];
}

/** Returns the client's `index.html` with the page filled in. */
export function fillTemplate(template: string, page: PrerenderedPage, assets: PageAssets): string {
  const styles = assets.styles.map((href) => `<link rel="stylesheet" crossorigin href="/${href}" />`);
  // The map's frame has nothing to read, so its code loads at once. On any other page it waits for the first paint.
  const preloads = assets.modules.map((href) => `<link rel="modulepreload" crossorigin href="/${href}" />`);
  const links = [...styles, ...(page.page === 'map' ? preloads : [])];
  const modules = page.page === 'map' ? '' : ` data-modules="${assets.modules.map((href) => `/${href}`).join(' ')}"`;
  const priority = page.page === 'map' ? '' : ' fetchpriority="low"';
  return replaceOnce(template, [
    [/<html lang="[^"]*"/, `<html lang="${page.locale}"`],
    ['<!--head-->', page.head],
    ['</head>', `  ${links.join('\n    ')}\n  </head>`],
    ['<script type="module"', `<script type="module"${priority}`],
    [/<div id="app">[\s\S]*<!--\/app--><\/div>/, `<div id="app" data-view="${page.view}"${modules}>${page.body}</div>`],
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
