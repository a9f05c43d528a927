import { createContext, use } from 'react';
import { DEFAULT_LOCALE, type Locale } from './locales.ts';
import { type Texts, textsFor } from './texts.ts';

interface Language {
  locale: Locale;
  /** Stores the choice and shows the page in it; on a page whose address names a language the address follows. */
  chooseLanguage: (locale: Locale) => void;
}

export const LanguageContext = createContext<Language>({ locale: DEFAULT_LOCALE, chooseLanguage: () => undefined });

/** Texts of the language shown: `LL.nav.main()`. Areas are loaded by the router before their page renders. */
export function useTexts(): Language & { LL: Texts } {
  const language = use(LanguageContext);
  return { ...language, LL: textsFor(language.locale) };
}
