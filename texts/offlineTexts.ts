import type { Language } from '#shared/languages.ts';

/** The service worker's answer to a visit when neither the network nor the device has the page. */
export const offlineTexts: Readonly<
  Record<Language, { readonly title: string; readonly text: string; readonly map: string }>
> = {
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
