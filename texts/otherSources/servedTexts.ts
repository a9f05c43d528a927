import type { Language } from '#shared/languages.ts';
import type { PictureTexts } from '#texts/mapImageTexts.ts';
import type { PlacePageTexts } from '#texts/placePageTexts.ts';

type Plots = Pick<PlacePageTexts['plots'], 'count' | 'known' | 'area'>;

/** What plots on the page of a place count, if the source tells flashes of every kind. */
export const flashPlotTexts: Readonly<Record<Language, Plots>> = {
  en: {
    count: 'Flashes: {n}',
    known: 'At least {n}; data incomplete.',
    area: 'Counted: flashes, in clouds and to the ground, in an area of {width} by {height}\u00a0km around {of}.',
  },
  ru: {
    count: 'Вспышек: {n}',
    known: 'Не меньше {n}; данные неполные.',
    area: 'Учтены вспышки, наземные и облачные, на участке {width} на {height}\u00a0км вокруг {of}.',
  },
  bg: {
    count: 'Светкавици: {n}',
    known: 'Поне {n}; данните не са пълни.',
    area: 'Преброени са светкавиците, в облаците и към земята, в участък {width} на {height}\u00a0км около {of}.',
  },
};

/** What the page of a place promises to who has not opened it, if the source may guard nothing. */
export const latePlaceTexts: Readonly<Record<Language, Pick<PlacePageTexts, 'title' | 'description'>>> = {
  en: {
    title: 'Lightning near {of}: map and statistics',
    description: {
      town: 'Where there was lightning near {of}, some minutes after it was seen; the last hour, day and two weeks.',
      peak: 'Where there was lightning near {of}, some minutes after it was seen: look before you climb, and listen on the way. The last hour, day and two weeks.',
    },
  },
  ru: {
    title: 'Молнии около {of}: карта и статистика',
    description: {
      town: 'Где были молнии около {of}, с задержкой в несколько минут; последний час, сутки и две недели.',
      peak: 'Где были молнии около {of}, с задержкой в несколько минут: посмотрите перед восхождением, а в пути прислушивайтесь. Последний час, сутки и две недели.',
    },
  },
  bg: {
    title: 'Мълнии над {of}: карта и статистика',
    description: {
      town: 'Къде е имало мълнии близо до {of}, с няколко минути закъснение; последният час, денонощие и две седмици.',
      peak: 'Къде е имало мълнии близо до {of}, с няколко минути закъснение: погледнете, преди да тръгнете нагоре, и се ослушвайте по пътя. Последният час, денонощие и две седмици.',
    },
  },
};

/** What the picture of the last hour counts, if the source tells flashes of every kind. */
export const flashPictureTexts: Readonly<Record<Language, Pick<PictureTexts, 'count' | 'lastKnown'>>> = {
  en: {
    count: (count) => `Flashes in the last hour: ${count}`,
    lastKnown: (count) => `Flashes last known: ${count}`,
  },
  ru: {
    count: (count) => `Вспышек за последний час: ${count}`,
    lastKnown: (count) => `Последнее, что известно: ${count}`,
  },
  bg: {
    count: (count) => `Светкавици за последния час: ${count}`,
    lastKnown: (count) => `Последно известни светкавици: ${count}`,
  },
};
