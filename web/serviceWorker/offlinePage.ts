import { offlineTexts } from '#texts/offlineTexts.ts';
import type { Locale } from '#web/kit/i18n/locales.ts';

const STYLE =
  'body{margin:0 auto;max-width:32rem;padding:3rem 1rem;font:1.1rem/1.5 system-ui,sans-serif;color:#14202b;background:#fff}' +
  'a{color:#0e58a0}';

/** The last resort of a page that neither the network nor this device has. */
export function offlinePage(locale: Locale): string {
  const { title, text, map } = offlineTexts[locale];
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${STYLE}</style></head>
<body><h1>${title}</h1><p>${text}</p><p><a href="/${locale}/map">${map}</a></p></body></html>`;
}
