import {
  levelWord,
  type Sentence,
  sayHeadline,
  sayVerdict,
  type VerdictFormatter,
} from '#shared/verdict/sayVerdict.ts';
import { useTexts, wordsOf } from '#web/kit/i18n/index.ts';
import { useNearestPlaces } from '#web/kit/places/NearestPlaces.ts';
import type { Sky } from '#web/sky/shown/Sky.ts';
import { placeInSentence } from './placeText.ts';
import { clockText } from './timeText.ts';

type Told = Pick<Sky, 'verdict' | 'nowMs' | 'presentMs'>;

/**
 * The verdict in the visitor's language, on the visitor's clock. `later`: it is read out some time later. The page must
 * load the texts of `sky` (`pages.ts`).
 */
export function useVerdict(sky: Told, isRead?: VerdictFormatter['isRead']): Sentence[] {
  const saying = useSaying(sky);
  return saying ? sayVerdict(sky.verdict, isRead ? { ...saying, isRead } : saying) : [];
}

/** The verdict in short: one or two short sentences, and the name of the active level. */
export function useHeadline(sky: Told): { readonly text: string; readonly level: string | undefined } {
  const saying = useSaying(sky);
  if (!saying) return { text: '', level: undefined };
  return { text: sayHeadline(sky.verdict, saying), level: levelWord(sky.verdict, saying) };
}

function useSaying({ nowMs, presentMs }: Told): VerdictFormatter | undefined {
  const { LL, locale } = useTexts();
  const places = useNearestPlaces();
  const words = wordsOf(locale, 'sky');
  if (!words) return undefined;
  return {
    words,
    language: locale,
    timeOf: (atMs, precision) => clockText(atMs, precision === 'day' ? presentMs : nowMs, locale),
    nameOf: ({ at }) => {
      const near = at && places?.near(at);
      return near ? placeInSentence(near, LL, locale) : undefined;
    },
  };
}
