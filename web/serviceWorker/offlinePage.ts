import type { Locale } from '#web/kit/i18n/locales.ts';

/** Not among the site's texts: the worker answers with this when it has nothing else. */
const WORDS: Record<Locale, { readonly title: string; readonly text: string; readonly map: string }> = {
  en: {
    title: 'No connection',
    text: 'This page is not kept on this device. The map is, if it was opened here before: with the last known strikes and their age.',
    map: 'Open the map',
  },
  ru: {
    title: 'Нет соединения',
    text: 'Эта страница не сохранена на устройстве. Карта сохранена, если её здесь уже открывали: с последними известными молниями и их давностью.',
    map: 'Открыть карту',
  },
  bg: {
    title: 'Няма връзка',
    text: 'Тази страница не е запазена на устройството. Картата е, ако вече е отваряна тук: с последните известни мълнии и отпреди колко време са.',
    map: 'Отвори картата',
  },
};

const STYLE =
  'body{margin:0 auto;max-width:32rem;padding:3rem 1rem;font:1.1rem/1.5 system-ui,sans-serif;color:#14202b;background:#fff}' +
  'a{color:#0e58a0}';

/** The last resort of a page that neither the network nor this device has. */
export function offlinePage(locale: Locale): string {
  const { title, text, map } = WORDS[locale];
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${STYLE}</style></head>
<body><h1>${title}</h1><p>${text}</p><p><a href="/${locale}/map">${map}</a></p></body></html>`;
}
