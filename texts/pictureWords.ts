import type { Language } from '#shared/languages.ts';

export interface PictureWords {
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
  readonly unread: (spans: string) => string;
  readonly unreadInAll: (minutes: number) => string;
  readonly outside: string;
  readonly since: (at: string) => string;
  /** Up to so many minutes old. */
  readonly ages: (minutes: number) => string;
  readonly land: string;
}

export const pictureWords: Readonly<Record<Language, PictureWords>> = {
  en: {
    title: 'Lightning of the last hour',
    live: 'Up to date',
    delayed: 'Delayed',
    down: 'NO DATA',
    readTo: (at) => `read up to ${at}`,
    never: 'nothing was read',
    count: (count) => `Strikes in the last hour: ${count}`,
    lastKnown: (count) => `Strikes last known: ${count}`,
    simulated: 'Simulated data: no real lightning',
    unread: (spans) => `Not read: ${spans}`,
    unreadInAll: (minutes) => `Not read: ${minutes} min of this hour`,
    outside: 'Hatched: not read all the time',
    since: (at) => `Too many to draw: only those since ${at}`,
    ages: (minutes) => `≤ ${minutes} min`,
    land: 'Land: Natural Earth',
  },
  ru: {
    title: 'Молнии за последний час',
    live: 'Данные свежие',
    delayed: 'С задержкой',
    down: 'НЕТ ДАННЫХ',
    readTo: (at) => `прочитано до ${at}`,
    never: 'ничего не прочитано',
    count: (count) => `Молний за последний час: ${count}`,
    lastKnown: (count) => `Последнее, что известно: ${count}`,
    simulated: 'Данные симулятора: не настоящие молнии',
    unread: (spans) => `Не прочитано: ${spans}`,
    unreadInAll: (minutes) => `Не прочитано: ${minutes} мин этого часа`,
    outside: 'Штриховка: здесь данные читаются не всегда',
    since: (at) => `Слишком много: показаны только с ${at}`,
    ages: (minutes) => `≤ ${minutes} мин`,
    land: 'Суша: Natural Earth',
  },
  bg: {
    title: 'Мълнии за последния час',
    live: 'Данните са актуални',
    delayed: 'Със закъснение',
    down: 'НЯМА ДАННИ',
    readTo: (at) => `прочетено до ${at}`,
    never: 'нищо не е прочетено',
    count: (count) => `Мълнии за последния час: ${count}`,
    lastKnown: (count) => `Последно известни мълнии: ${count}`,
    simulated: 'Симулирани данни: не са истински мълнии',
    unread: (spans) => `Не е прочетено: ${spans}`,
    unreadInAll: (minutes) => `Не са прочетени: ${minutes} мин от този час`,
    outside: 'Защриховано: тук данните не се четат постоянно',
    since: (at) => `Твърде много: показани са само след ${at}`,
    ages: (minutes) => `≤ ${minutes} мин`,
    land: 'Суша: Natural Earth',
  },
};
