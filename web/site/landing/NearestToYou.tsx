import { useEffect, useState } from 'react';
import type { Position } from '#shared/geo/geodesy.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { placeFacts } from '#shared/verdict/placeFacts.ts';
import { sayVerdict } from '#shared/verdict/sayVerdict.ts';
import { verdictOf } from '#shared/verdict/verdictOf.ts';
import { useVisitorPosition } from '#web/kit/browser/useVisitorPosition.ts';
import { type Locale, loadTexts, useTexts, wordsOf } from '#web/kit/i18n/index.ts';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import { clockText } from '#web/sky/words/timeText.ts';
import { askNearby } from './nearbySky.ts';
import { useTurns } from './useTurns.ts';

/** Asks the device where it is as soon as it is shown, so only after a click. The position stays here. */
export default function NearestToYou() {
  const { LL, locale } = useTexts();
  const texts = LL.landing.hero;
  const { visitor, locate } = useVisitorPosition();
  useEffect(() => locate(), [locate]);
  const told = useTold(visitor.state === 'known' ? visitor.position : undefined, locale);
  if (visitor.state === 'failed')
    return (
      <span>
        {texts.notLocated()} <PageLink page="places">{LL.head.places.title()}</PageLink>
      </span>
    );
  return told ?? texts.locating();
}

function useTold(at: Position | undefined, locale: Locale): string | undefined {
  const [told, setTold] = useState<string>();
  const turn = useTurns();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn asks anew
  useEffect(() => {
    if (!at) return;
    const leaving = new AbortController();
    tell(at, locale, leaving.signal).then(
      (text) => leaving.signal.aborted || setTold(text),
      () => undefined,
    );
    return () => leaving.abort();
  }, [at, locale, turn]);
  return told;
}

/** The one verdict, with times of day: nobody knows when it will be read. */
async function tell(at: Position, locale: Locale, signal: AbortSignal): Promise<string> {
  const [sky] = await Promise.all([askNearby(at, signal), loadTexts(locale, ['sky'])]);
  const words = wordsOf(locale, 'sky');
  if (!words) throw new Error('loaded texts are there');
  const facts = placeFacts(at, sky, 'visitor', { kind: 'none' }, systemClock.now());
  const timeOf = (atMs: number) => clockText(atMs, facts.nowMs, locale);
  const said = sayVerdict(verdictOf(facts), { words, language: locale, timeOf, isRead: 'later' });
  return said.map(({ text }) => text).join(' ');
}
