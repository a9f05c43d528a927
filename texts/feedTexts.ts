import type { Language } from '#shared/languages.ts';

interface FeedTexts {
  readonly feed: string;
  readonly lightning: string;
  readonly noData: string;
  readonly restriction: string;
}

export const feedTexts: Readonly<Record<Language, FeedTexts>> = {
  en: {
    feed: 'Lightning near the watched areas',
    lightning: 'Lightning',
    noData: 'No lightning data',
    restriction: 'For whoever was given this address. Information, not an official warning.',
  },
  ru: {
    feed: 'Молнии вблизи участков под наблюдением',
    lightning: 'Молнии',
    noData: 'Нет данных о молниях',
    restriction: 'Для тех, кому дан этот адрес. Это информация, а не официальное предупреждение.',
  },
  bg: {
    feed: 'Мълнии близо до наблюдаваните райони',
    lightning: 'Мълнии',
    noData: 'Няма данни за мълнии',
    restriction: 'За тези, на които е даден този адрес. Това е информация, а не официално предупреждение.',
  },
};
