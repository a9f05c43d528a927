/** Languages of the site, the default first. `wrangler.toml` names them too: a test compares. */
export const LANGUAGES = ['en', 'ru', 'bg'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language that is meant; English if it is none of the site's, or none any more. */
export function languageOf(named: unknown): Language {
  return LANGUAGES.find((language) => language === named) ?? 'en';
}
