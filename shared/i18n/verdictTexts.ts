import type { Language } from '#shared/languages.ts';
import type { VerdictTexts } from '#shared/sky/verdictText.ts';
import type { SourceKind } from '#shared/wire/FeedEvent.ts';
import bg from './bg/sky/index.ts';
import en from './en/sky/index.ts';
import ru from './ru/sky/index.ts';

/** How a verdict is said, for whoever says it without the site's program. */
export const verdictTexts: Readonly<Record<Language, VerdictTexts>> = { en, ru, bg };

type FlashTexts = Partial<Pick<VerdictTexts, 'near' | 'last' | 'lastMovedOff' | 'lastKnown' | 'counted'>>;

/** What a verdict says instead of strikes, if the source tells flashes of every kind. */
export const flashVerdictTexts = {
  en: {
    last: 'Last flash {where}{when}.',
    lastMovedOff: 'Last flash {where}{when}, moving off.',
    counted: 'Hourly counts only.',
  },
  ru: {
    near: 'Вспышка молнии {where}{when}.',
    last: 'Последняя вспышка {where}{when}.',
    lastKnown: 'Последнее известное: вспышка молнии {where}{when}.',
    lastMovedOff: 'Последняя вспышка {where}{when}, гроза удаляется.',
    counted: 'Только число вспышек по часам.',
  },
  bg: {
    near: 'Светкавица {where}{when}.',
    last: 'Последна светкавица {where}{when}.',
    lastKnown: 'Последно известно: светкавица {where}{when}.',
    lastMovedOff: 'Последна светкавица {where}{when}, бурята се отдалечава.',
    counted: 'Само брой светкавици по часове.',
  },
} as const satisfies Readonly<Record<Language, FlashTexts>>;

/** The same of a source that tells this kind: of a flash nobody says that it struck. */
export function verdictTextsFor(language: Language, kind: SourceKind | undefined): VerdictTexts {
  const texts = verdictTexts[language];
  return kind === undefined || kind === 'cg-stroke' ? texts : { ...texts, ...flashVerdictTexts[language] };
}
