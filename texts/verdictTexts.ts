import type { Language } from '#shared/languages.ts';
import type { VerdictTexts } from '#shared/verdict/verdictText.ts';
import type { SourceKind } from '#shared/wire/FeedEvent.ts';
import { flashVerdictTexts } from './otherSources/flashVerdictTexts.ts';
import bg from './sky/bg.ts';
import en from './sky/en.ts';
import ru from './sky/ru.ts';

/** How a verdict is said, for whoever says it without the site's program. */
export const verdictTexts: Readonly<Record<Language, VerdictTexts>> = { en, ru, bg };

/** The same of a source that tells this kind: of a flash nobody says that it struck. */
export function verdictTextsFor(language: Language, kind: SourceKind | undefined): VerdictTexts {
  const texts = verdictTexts[language];
  return kind === undefined || kind === 'cg-stroke' ? texts : { ...texts, ...flashVerdictTexts[language] };
}
