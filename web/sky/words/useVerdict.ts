import { type Saying, type Sentence, sayVerdict } from '#shared/verdict/sayVerdict.ts';
import { useTexts, wordsOf } from '#web/kit/i18n/index.ts';
import { useNearestPlaces } from '#web/kit/places/useNearestPlaces.ts';
import type { Sky } from '#web/sky/shown/Sky.ts';
import { placeInSentence } from './placeText.ts';
import { clockText } from './timeText.ts';

/**
 * The verdict on the sky in the visitor's language, on the visitor's clock. `later`: it is read out some time later. The page
 * must load the texts of `sky` (`pages.ts`).
 */
export function useVerdict(
  { verdict, nowMs, presentMs }: Pick<Sky, 'verdict' | 'nowMs' | 'presentMs'>,
  isRead?: Saying['isRead'],
): Sentence[] {
  const { LL, locale } = useTexts();
  const places = useNearestPlaces();
  const words = wordsOf(locale, 'sky');
  if (!words) return [];
  return sayVerdict(verdict, {
    words,
    language: locale,
    timeOf: (atMs, precision) => clockText(atMs, precision === 'day' ? presentMs : nowMs, locale),
    nameOf: ({ at }) => {
      const near = at && places?.near(at);
      return near ? placeInSentence(near, LL, locale) : undefined;
    },
    ...(isRead ? { isRead } : {}),
  });
}
