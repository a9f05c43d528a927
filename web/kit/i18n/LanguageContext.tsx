import { createContext, use } from 'react';
import { DEFAULT_LOCALE, type Locale } from './locales.ts';
import { type Texts, textsFor } from './texts.ts';

interface VisibleLanguage {
  readonly locale: Locale;
  /** Stores the choice and changes the page's language; also the address, if it contains one. */
  readonly chooseLanguage: (locale: Locale) => void;
}

export const LanguageContext = createContext<VisibleLanguage>({
  locale: DEFAULT_LOCALE,
  chooseLanguage: () => undefined,
});

/** Texts of the current language: `LL.nav.main()`. `loadPage` loads their areas before a page renders. */
export function useTexts(): VisibleLanguage & { readonly LL: Texts } {
  const language = use(LanguageContext);
  return { ...language, LL: textsFor(language.locale) };
}
