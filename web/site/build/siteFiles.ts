import type { Rolldown } from 'vite';
import { embedHeaders, NOT_EMBEDDED, type PageHosts, pageHeaders } from '#shared/securityHeaders.ts';
import { LOCALES } from '#web/kit/i18n/locales.ts';
import { pathOf } from '#web/kit/routing/routes.ts';

const YEAR_S = 31_536_000;
const DAY_S = 86_400;

export interface SitemapEntry {
  readonly href: string;
  readonly alternates: readonly { readonly hreflang: string; readonly href: string }[];
}

export function sitemapXml(entries: readonly SitemapEntry[]): string {
  const urls = entries.map(({ href, alternates }) => {
    const links = alternates.map(
      (other) => `\n    <xhtml:link rel="alternate" hreflang="${other.hreflang}" href="${other.href}"/>`,
    );
    return `  <url>\n    <loc>${href}</loc>${links.join('')}\n  </url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`;
}

export function sitemapIndexXml(hrefs: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${hrefs.map((href) => `  <sitemap>\n    <loc>${href}</loc>\n  </sitemap>`).join('\n')}
</sitemapindex>
`;
}

export function robotsTxt(origin: string): string {
  return `User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`;
}

const EMBED_PATHS = [pathOf('embed'), ...LOCALES.map((locale) => pathOf('embed', locale))];

/** The host joins the headers of several rules, so a header of an earlier rule must be removed by name. */
function embedLines(hosts: PageHosts): string[] {
  const own = Object.entries(embedHeaders(hosts));
  return [
    ...[...NOT_EMBEDDED, ...own.map(([name]) => name)].map((name) => `  ! ${name}`),
    ...own.map(([name, value]) => `  ${name}: ${value}`),
  ];
}

export function headersFile(hosts: PageHosts = {}): string {
  const lines = Object.entries(pageHeaders(hosts)).map(([name, value]) => `  ${name}: ${value}`);
  return [
    '/*',
    ...lines,
    ...EMBED_PATHS.flatMap((path) => [path, ...embedLines(hosts)]),
    '/assets/*',
    `  Cache-Control: public, max-age=${YEAR_S}, immutable`,
    // The host knows no type for tiles, and compresses only files with a type.
    ...['land', 'lines', 'names', 'landmarks', 'rivers', 'towns'].flatMap((set) => [
      `/basemap/${set}/*`,
      '  Content-Type: application/x-protobuf',
      `  Cache-Control: public, max-age=${DAY_S}`,
    ]),
    // A fixed service worker must reach devices at once, so no cache may hold the old one.
    '/sw.js',
    '  Cache-Control: no-cache',
    '/og/*',
    `  Cache-Control: public, max-age=${DAY_S}`,
    '/icons/*',
    `  Cache-Control: public, max-age=${DAY_S}`,
    '',
  ].join('\n');
}

type Chunk = Rolldown.OutputChunk & {
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string>; readonly importedAssets: ReadonlySet<string> };
};

interface CachedFiles {
  /** Name of the entry script, whose hash changes with everything that it can load. */
  readonly build: string;
  /** Addresses, including pages. */
  readonly files: readonly string[];
}

/** Modules whose chunks the map loads on demand, with their own lazy imports. Its frame leads to every tool. */
const OF_THE_MAP =
  /\/web\/(site\/pages\/MapPage\.tsx|map\/(?!tools\/)|sky\/(kept|past|shown|words)\/|kit\/(places|offline)\/)|\/node_modules\/(@deck\.gl|@luma\.gl|maplibre-gl)\//;
const TEXTS = new RegExp(`/shared/i18n/(${LOCALES.join('|')})/(index|(map|mapMore|mapTools|sky|watch)/index)\\.ts$`);
/** Outlines and tables of districts: an offline wall has no level to show for them. */
const DISTRICTS = /^assets\/(outlines|regions)-/;
/** The ground of wide views; closer tiles are cached when they are first used. */
const GROUND = /^basemap\/((world|ranges)\.geojson|(land|rivers)\/[56]\/|landmarks\/6\/|lines\/6\/|names\/[14]\/)/;
const WORKERS = /^assets\/map-worker-/;

/** Returns what the map needs at once and later. `publicFiles`: static files, relative to the site. */
export function cachedFiles(
  output: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[],
  firstScript: string,
  publicFiles: readonly string[],
): CachedFiles {
  const chunks = new Map<string, Chunk>();
  for (const item of output) if (item.type === 'chunk') chunks.set(item.fileName, item);
  const entry = [...chunks.values()].find(({ isEntry, name }) => isEntry && name === 'index');
  if (!entry) throw new Error('The site has an entry');
  const reached = new Set<Chunk>();
  const visit = (name: string): void => {
    const chunk = chunks.get(name);
    if (!chunk || reached.has(chunk)) return;
    reached.add(chunk);
    chunk.imports.forEach(visit);
    if (Object.keys(chunk.modules).some((module) => OF_THE_MAP.test(module))) chunk.dynamicImports.forEach(visit);
  };
  visit(entry.fileName);
  for (const chunk of chunks.values()) {
    const module = chunk.facadeModuleId ?? '';
    if (
      /\/web\/(site\/(app\/(start|MapRoute)|pages\/MapPage)\.tsx|kit\/offline\/sharedAddress\.ts)$/.test(module) ||
      TEXTS.test(module)
    )
      visit(chunk.fileName);
  }
  const styles = [...reached].flatMap(({ viteMetadata }) => [
    ...(viteMetadata?.importedCss ?? []),
    ...(viteMetadata?.importedAssets ?? []),
  ]);
  const names = new Set(output.map(({ fileName }) => fileName));
  const workers = [...names].filter((name) => WORKERS.test(name));
  const files = [...reached].map(({ fileName }) => fileName);
  const retained = new Set([
    firstScript,
    ...files,
    // Vite lists a worker here before its file has its final name.
    ...styles.filter((name) => names.has(name) && !DISTRICTS.test(name)),
    ...workers,
    ...publicFiles.filter((name) => GROUND.test(name)),
  ]);
  const pages = ['/map', ...LOCALES.map((locale) => `/${locale}/map`)];
  const build = /(index-[\w-]+)\.js$/.exec(entry.fileName)?.[1];
  if (build === undefined) throw new Error(`The entry is called index, not ${entry.fileName}`);
  return { build, files: [...pages, ...[...retained].map((name) => `/${name}`)] };
}
