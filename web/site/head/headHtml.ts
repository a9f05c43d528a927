import { escapeHtml } from '#web/kit/browser/escapeHtml.ts';
import { otherOgLocales, type PageHead } from './pageHead.ts';

/** Returns the head's elements as HTML, for prerendered pages. */
export function headHtml(head: PageHead, siteName: string): string {
  const link = (rel: string, href: string, more = '') => `<link rel="${rel}"${more} href="${escapeHtml(href)}" />`;
  const meta = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}" />`;
  const property = (name: string, content: string) => `<meta property="${name}" content="${escapeHtml(content)}" />`;
  return [
    `<title>${escapeHtml(head.title)}</title>`,
    meta('description', head.description),
    meta('robots', head.robots),
    ...(head.canonical ? [link('canonical', head.canonical), property('og:url', head.canonical)] : []),
    ...head.alternates.map(({ hreflang, href }) => link('alternate', href, ` hreflang="${hreflang}"`)),
    property('og:type', 'website'),
    property('og:site_name', siteName),
    property('og:title', head.title),
    property('og:description', head.description),
    property('og:image', head.image),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    property('og:image:alt', head.imageAlt),
    property('og:locale', head.ogLocale),
    ...otherOgLocales(head.ogLocale).map((other) => property('og:locale:alternate', other)),
    meta('twitter:card', 'summary_large_image'),
    ...(head.jsonLd ? [`<script type="application/ld+json">${head.jsonLd}</script>`] : []),
  ].join('\n    ');
}
