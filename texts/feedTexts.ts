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
    restriction: 'For holders of this link only. Information, not an official warning.',
  },
  ru: {
    feed: 'Молнии вблизи участков под наблюдением',
    lightning: 'Молнии',
    noData: 'Нет данных о молниях',
    restriction: 'Только для тех, у кого есть эта ссылка. Это информация, а не официальное предупреждение.',
  },
  bg: {
    feed: 'Мълнии близо до наблюдаваните райони',
    lightning: 'Мълнии',
    noData: 'Няма данни за мълнии',
    restriction: 'Само за хора с тази връзка. Това е информация, а не официално предупреждение.',
  },
};
