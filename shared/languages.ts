/** Languages of the site, the default first. `wrangler.toml` names them too: a test compares. */
export const LANGUAGES = ['en', 'ru', 'bg'] as const;
export type Language = (typeof LANGUAGES)[number];
