/** The default first. `wrangler.toml` names them too: a test compares. */
export const LANGUAGES = ['en', 'ru', 'bg'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language's own name. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', ru: 'Русский', bg: 'Български' };

/** In Open Graph's spelling. */
export const ogLocales: Readonly<Record<Language, string>> = { en: 'en_GB', ru: 'ru_RU', bg: 'bg_BG' };

/** English if the language is unknown or was removed. */
export function languageOf(named: unknown): Language {
  return LANGUAGES.find((language) => language === named) ?? 'en';
}
