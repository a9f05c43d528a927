import type { Language } from '#shared/languages.ts';

export interface PictureTexts {
  readonly title: string;
  readonly live: string;
  readonly delayed: string;
  readonly down: string;
  /** `at` is a time with its zone. */
  readonly readTo: (at: string) => string;
  readonly never: string;
  readonly count: (count: string) => string;
  readonly lastKnown: (count: string) => string;
  readonly simulated: string;
  readonly gaps: (spans: string) => string;
  readonly gapsInAll: (minutes: number) => string;
  readonly outside: string;
  readonly since: (at: string) => string;
  /** Up to so many minutes old. */
  readonly ages: (minutes: number) => string;
  readonly land: string;
}

export const mapImageTexts: Readonly<Record<Language, PictureTexts>> = {
  en: {
    title: 'Lightning of the last hour',
    live: 'Up to date',
    delayed: 'Delayed',
    down: 'NO DATA',
    readTo: (at) => `data to ${at}`,
    never: 'no data',
    count: (count) => `Strikes in the last hour: ${count}`,
    lastKnown: (count) => `Strikes last known: ${count}`,
    simulated: 'Simulated data: no real lightning',
    gaps: (spans) => `No data: ${spans}`,
    gapsInAll: (minutes) => `No data: ${minutes} min of this hour`,
    outside: 'Hatched: incomplete data',
    since: (at) => `Too many: showing only those since ${at}`,
    ages: (minutes) => `≤ ${minutes} min`,
    land: 'Land: Natural Earth',
  },
  ru: {
    title: 'Молнии за последний час',
    live: 'Данные свежие',
    delayed: 'С задержкой',
    down: 'НЕТ ДАННЫХ',
    readTo: (at) => `данные до ${at}`,
    never: 'нет данных',
    count: (count) => `Молний за последний час: ${count}`,
    lastKnown: (count) => `Последнее, что известно: ${count}`,
    simulated: 'Данные симулятора: не настоящие молнии',
    gaps: (spans) => `Нет данных: ${spans}`,
    gapsInAll: (minutes) => `Нет данных: ${minutes} мин этого часа`,
    outside: 'Штриховка: данные неполные',
    since: (at) => `Слишком много: показаны только с ${at}`,
    ages: (minutes) => `≤ ${minutes} мин`,
    land: 'Суша: Natural Earth',
  },
  bg: {
    title: 'Мълнии за последния час',
    live: 'Данните са актуални',
    delayed: 'Със закъснение',
    down: 'НЯМА ДАННИ',
    readTo: (at) => `данни до ${at}`,
    never: 'няма данни',
    count: (count) => `Мълнии за последния час: ${count}`,
    lastKnown: (count) => `Последно известни мълнии: ${count}`,
    simulated: 'Симулирани данни: не са истински мълнии',
    gaps: (spans) => `Няма данни: ${spans}`,
    gapsInAll: (minutes) => `Няма данни: ${minutes} мин от този час`,
    outside: 'Щриховано: непълни данни',
    since: (at) => `Твърде много: показани са само след ${at}`,
    ages: (minutes) => `≤ ${minutes} мин`,
    land: 'Суша: Natural Earth',
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
