import type { Language } from '#shared/languages.ts';
import type { VerdictWords } from '#shared/verdict/VerdictWords.ts';

type Words = Partial<Pick<VerdictWords, 'near' | 'last' | 'lastMovedOff' | 'lastKnown' | 'counted'>>;

/** What a verdict says instead of strikes, if the source tells flashes of every kind. */
export const flashVerdictWords = {
  en: {
    last: 'Last flash {where}{when}.',
    lastMovedOff: 'Last flash {where}{when}, moving off.',
    counted: 'Shown by the hour, without single flashes.',
  },
  ru: {
    near: 'Вспышка молнии {where}{when}.',
    last: 'Последняя вспышка {where}{when}.',
    lastKnown: 'Последнее известное: вспышка молнии {where}{when}.',
    lastMovedOff: 'Последняя вспышка {where}{when}, гроза удаляется.',
    counted: 'Показано по часам, без отдельных вспышек.',
  },
  bg: {
    near: 'Светкавица {where}{when}.',
    last: 'Последна светкавица {where}{when}.',
    lastKnown: 'Последно известно: светкавица {where}{when}.',
    lastMovedOff: 'Последна светкавица {where}{when}, бурята се отдалечава.',
    counted: 'Показано по часове, без отделни светкавици.',
  },
} as const satisfies Readonly<Record<Language, Words>>;
