import type { PublicPage } from '#web/routing/routes.ts';
import { securityHeaders, turnstileHeaders } from '../../shared/http/securityHeaders.ts';
import type { Locale } from '../i18n/locales.ts';

const YEAR_S = 31_536_000;
const DAY_S = 86_400;

/** One page in one language, with its translations. */
export interface SitemapEntry {
  readonly page: PublicPage;
  readonly locale: Locale;
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

export function robotsTxt(origin: string): string {
  return `User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`;
}

/** Returns Cloudflare's `_headers` file; the Worker sends the same headers itself. `turnstile`: the form uses it. */
export function headersFile(turnstile = false): string {
  const lines = Object.entries(turnstile ? turnstileHeaders : securityHeaders).map(
    ([name, value]) => `  ${name}: ${value}`,
  );
  return [
    '/*',
    ...lines,
    '/assets/*',
    `  Cache-Control: public, max-age=${YEAR_S}, immutable`,
    '/og/*',
    `  Cache-Control: public, max-age=${DAY_S}`,
    '/icons/*',
    `  Cache-Control: public, max-age=${DAY_S}`,
    '',
  ].join('\n');
}
