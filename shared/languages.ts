/** The default first. `wrangler.toml` names them too: a test compares. */
export const LANGUAGES = ['en', 'ru', 'bg'] as const;
export type Language = (typeof LANGUAGES)[number];

/** English if the language is unknown or was removed. */
export function languageOf(named: unknown): Language {
  return LANGUAGES.find((language) => language === named) ?? 'en';
}
