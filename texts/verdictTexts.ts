import type { Language } from '#shared/languages.ts';
import type { VerdictWords } from '#shared/verdict/VerdictWords.ts';
import bg from './sky/bg.ts';
import en from './sky/en.ts';
import ru from './sky/ru.ts';

/** How a verdict is said, for whoever says it without the site's program. */
export const verdictTexts: Readonly<Record<Language, VerdictWords>> = { en, ru, bg };
