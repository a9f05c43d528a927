import {
  formatVerdict,
  headlineText,
  levelWord,
  type Sentence,
  type VerdictFormatter,
} from '#shared/sky/verdictText.ts';
import { textsOf, useTexts } from '#web/kit/i18n/index.ts';
import { useNearestPlaces } from '#web/kit/places/NearestPlaces.ts';
import { placeInSentence } from './placeText.ts';
import type { Sky } from './Sky.ts';
import { clockText } from './timeText.ts';

type Reported = Pick<Sky, 'verdict' | 'nowMs' | 'presentMs'>;

/**
 * The verdict in the visitor's language, on the visitor's clock. `later`: it is read out some time later. The page must
 * load the texts of `sky` (`pages.ts`).
 */
export function useVerdict(sky: Reported, isRead?: VerdictFormatter['isRead']): Sentence[] {
  const formatter = useVerdictFormatter(sky);
  return formatter ? formatVerdict(sky.verdict, isRead ? { ...formatter, isRead } : formatter) : [];
}

/** The verdict in short: one or two short sentences, and the name of the active level. */
export function useHeadline(sky: Reported): { readonly text: string; readonly level: string | undefined } {
  const formatter = useVerdictFormatter(sky);
  if (!formatter) return { text: '', level: undefined };
  return { text: headlineText(sky.verdict, formatter), level: levelWord(sky.verdict, formatter) };
}

/** How whoever shows a verdict formats it; undefined until the texts of `sky` have loaded. */
export function useVerdictFormatter({ nowMs, presentMs }: Omit<Reported, 'verdict'>): VerdictFormatter | undefined {
  const { LL, locale } = useTexts();
  const places = useNearestPlaces();
  const texts = textsOf(locale, 'sky');
  if (!texts) return undefined;
  return {
    texts,
    language: locale,
    timeOf: (atMs, precision) => clockText(atMs, precision === 'day' ? presentMs : nowMs, locale),
    nameOf: ({ at }) => {
      const near = at && places?.locate(at);
      return near ? placeInSentence(near, LL, locale) : undefined;
    },
  };
}
