import type { Language } from '#shared/languages.ts';

/** Texts of the fallback screen, for when those of the site have failed to load. */
export interface ErrorTexts {
  readonly title: string;
  readonly reason: string;
  readonly retry: string;
  readonly home: string;
  /** Precedes the address to write to. */
  readonly write: string;
}

export const errorTexts: Readonly<Record<Language, ErrorTexts>> = {
  en: {
    title: 'Unexpected Application Error!',
    reason: 'A part of this page failed to load (chunk load error).',
    retry: 'Try again',
    home: 'Go to the home page',
    write: 'You can also write to us:',
  },
  ru: {
    title: 'Непредвиденная ошибка приложения!',
    reason: 'Часть страницы не загрузилась (chunk load error).',
    retry: 'Попробовать ещё раз',
    home: 'На главную',
    write: 'Вы также можете написать нам:',
  },
  bg: {
    title: 'Неочаквана грешка в приложението!',
    reason: 'Част от страницата не се зареди (chunk load error).',
    retry: 'Опитайте отново',
    home: 'Към началната страница',
    write: 'Можете и да ни пишете:',
  },
};
