import type { Language } from '#shared/languages.ts';

/** The service worker's answer to a visit when neither the network nor the device has the page. */
export const offlineTexts: Readonly<
  Record<Language, { readonly title: string; readonly text: string; readonly map: string }>
> = {
  en: {
    title: 'No connection',
    text: 'This page is not saved on this device. If you opened the map here before, it is, with the last known strikes.',
    map: 'Open the map',
  },
  ru: {
    title: 'Нет соединения',
    text: 'Эта страница не сохранена на устройстве. Карта есть, если вы её здесь уже открывали, с последними известными молниями.',
    map: 'Открыть карту',
  },
  bg: {
    title: 'Няма връзка',
    text: 'Тази страница не е запазена на устройството. Картата е запазена, ако вече сте я отваряли тук, с последните известни мълнии.',
    map: 'Отвори картата',
  },
};
