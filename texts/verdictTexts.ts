import type { Language } from '#shared/languages.ts';
import type { VerdictWords } from '#shared/verdict/sayVerdict.ts';
import type { SourceKind } from '#shared/wire/FeedEvent.ts';
import { flashVerdictWords } from './otherSources/flashVerdictWords.ts';
import bg from './sky/bg.ts';
import en from './sky/en.ts';
import ru from './sky/ru.ts';

/** How a verdict is said, for whoever says it without the site's program. */
export const verdictTexts: Readonly<Record<Language, VerdictWords>> = { en, ru, bg };

/** The same of a source that tells this kind: of a flash nobody says that it struck. */
export function verdictWordsFor(language: Language, kind: SourceKind | undefined): VerdictWords {
  const words = verdictTexts[language];
  return kind === undefined || kind === 'cg-stroke' ? words : { ...words, ...flashVerdictWords[language] };
}
