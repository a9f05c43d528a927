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

type Notice = readonly [title: string, body: string];

interface PushTexts {
  readonly unreadable: Notice;
  readonly ended: Notice;
  readonly late: (age: string) => string;
  readonly units: readonly [minutes: string, hours: string];
}

/** The device's own words beside push messages. */
export const pushTexts: Readonly<Record<Language, PushTexts>> = {
  en: {
    unreadable: ['Alert about a watched place', 'The message cannot be read. Open the page for the current state.'],
    ended: [
      'Alerts may have stopped here',
      'The browser changed this device’s push subscription. Open the page to renew it.',
    ],
    late: (age) => `Arrived ${age} late.`,
    units: ['min', 'h'],
  },
  ru: {
    unreadable: [
      'Оповещение о месте',
      'Прочитать сообщение не удалось. Откройте страницу, чтобы узнать, что там сейчас.',
    ],
    ended: [
      'Оповещения могли прекратиться',
      'Браузер сменил подписку этого устройства. Откройте страницу, чтобы её обновить.',
    ],
    late: (age) => `Доставлено с опозданием: ${age}.`,
    units: ['мин', 'ч'],
  },
  bg: {
    unreadable: [
      'Известие за наблюдавано място',
      'Съобщението не може да се прочете. Отворете страницата, за да видите какво е сега.',
    ],
    ended: [
      'Известията може да са спрели',
      'Браузърът смени абонамента на това устройство. Отворете страницата, за да го подновите.',
    ],
    late: (age) => `Получено със закъснение: ${age}.`,
    units: ['мин', 'ч'],
  },
};
