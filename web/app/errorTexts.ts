import type { Locale } from '#web/i18n/locales.ts';

/** What the fallback screen says. */
export interface ErrorTexts {
  readonly title: () => string;
  readonly fault: () => string;
  readonly chunk: () => string;
  readonly retry: () => string;
  readonly home: () => string;
}

const said = (title: string, fault: string, chunk: string, retry: string, home: string): ErrorTexts => ({
  title: () => title,
  fault: () => fault,
  chunk: () => chunk,
  retry: () => retry,
  home: () => home,
});

/** For the fallback screen if the texts themselves have failed to load. */
export const errorTexts: Record<Locale, ErrorTexts> = {
  en: said(
    'Unexpected Application Error!',
    'Something on our side went wrong while showing this page.',
    'A part of this page failed to load (chunk load error).',
    'Try again',
    'Go to the home page',
  ),
  ru: said(
    'Непредвиденная ошибка приложения!',
    'При показе страницы что-то пошло не так на нашей стороне.',
    'Часть страницы не загрузилась (chunk load error).',
    'Попробовать ещё раз',
    'На главную',
  ),
  bg: said(
    'Неочаквана грешка в приложението!',
    'При показването на страницата нещо при нас се обърка.',
    'Част от страницата не се зареди (chunk load error).',
    'Опитайте отново',
    'Към началната страница',
  ),
};
