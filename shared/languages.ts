/** The default first. `wrangler.toml` names them too: a test compares. */
export const LANGUAGES = ['en', 'ru', 'bg'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language's own name. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', ru: 'Русский', bg: 'Български' };

/** In Open Graph's spelling. */
export const ogLocales: Readonly<Record<Language, string>> = { en: 'en_GB', ru: 'ru_RU', bg: 'bg_BG' };

/** A value for each language. */
export function inEachLanguage<Value>(ofLanguage: (language: Language) => Value): Readonly<Record<Language, Value>> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, ofLanguage(language)])) as Record<Language, Value>;
}

/** What something is called, by language. */
export type Names = Readonly<Record<Language, string>>;

/** Cells of a table, in the order of `LANGUAGES`: empty where the name equals the one before. */
export function writeNames(names: Names): string[] {
  return LANGUAGES.map((language, index) => {
    const before = LANGUAGES[index - 1];
    return before && names[before] === names[language] ? '' : names[language];
  });
}

/** Reads the cells of `writeNames`. A table that is older than a language gives it the English name. */
export function readNames(cells: readonly (string | undefined)[]): Names {
  const english = cells[0] ?? '';
  let name = english;
  const names: Record<string, string> = {};
  for (const [index, language] of LANGUAGES.entries()) {
    const cell = cells[index];
    name = cell === undefined ? english : cell || name;
    names[language] = name;
  }
  return names as Names;
}

/** English if the language is unknown or was removed. */
export function languageOf(named: unknown): Language {
  return LANGUAGES.find((language) => language === named) ?? 'en';
}
