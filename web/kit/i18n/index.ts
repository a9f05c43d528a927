/** The only access to texts: nothing else imports typesafe-i18n or the files it generates. */
export { dateTimeFormat, ownTimeZone } from './dateTimeFormat.ts';
export { LanguageContext, useTexts } from './LanguageContext.tsx';
export { DEFAULT_LOCALE, LOCALES, type Locale, preferredLocale } from './locales.ts';
export { hasTexts, loadTexts, type Namespace, type Texts, textsFor, textsOf, useTextEdition } from './texts.ts';
