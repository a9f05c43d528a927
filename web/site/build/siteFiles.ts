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
