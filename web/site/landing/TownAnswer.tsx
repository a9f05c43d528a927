import { useEffect, useState } from 'react';
import { systemClock } from '#shared/Clock.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { pointAt } from '#shared/geo/Shape.ts';
import { placeFacts } from '#shared/verdict/placeFacts.ts';
import { type Sentence, sayVerdict } from '#shared/verdict/sayVerdict.ts';
import { type HeldLevel, verdictOf } from '#shared/verdict/verdictOf.ts';
import { DEFAULT_RINGS_KM } from '#shared/watch/Area.ts';
import { DEFAULT_DWELL_MIN, formatSetupAddress } from '#web/kit/addresses/watchAddress.ts';
import { Icon } from '#web/kit/components/Icon.tsx';
import { type Locale, loadTexts, useTexts, wordsOf } from '#web/kit/i18n/index.ts';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import { clockText } from '#web/sky/words/timeText.ts';
import { askNearby } from './sky/nearbySky.ts';
import styles from './TownField.module.css';

/** Counts up every `everyMs` while the page is visible, and when it becomes visible again, to refetch live data. */
export function useTurns(everyMs = 60_000): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const next = () => document.visibilityState === 'visible' && setTurn((last) => last + 1);
    const timer = setInterval(next, everyMs);
    document.addEventListener('visibilitychange', next);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', next);
    };
  }, [everyMs]);
  return turn;
}

export interface AskedPlace {
  readonly position: Position;
  /** Empty if it has no name. */
  readonly name: string;
  readonly isOwn: boolean;
}

interface Told {
  readonly level: HeldLevel | undefined;
  readonly said: readonly Sentence[];
  /** True if a place can be watched. */
  readonly supportsAlerts: boolean;
}

/** What the lightning data means for a place, updated every minute. The server receives it in whole degrees only. */
export default function TownAnswer({ place }: { readonly place: AskedPlace }) {
  const { LL, locale } = useTexts();
  const texts = LL.landing.hero;
  const told = useTold(place, locale);
  if (!told) return <p>{texts.looking()}</p>;
  const { level, said, supportsAlerts } = told;
  const held = level && said.find(({ part }) => part === 'held')?.text;
  const rest = said.filter(({ text }) => text !== held).map(({ text }) => text);
  return (
    <>
      <p data-level={level}>
        {held && (
          <strong className={styles.level} data-level={level}>
            <Icon name="alert" size={18} />
            {held.replace(/\.$/, '')}
          </strong>
        )}
        {rest.join(' ')}
      </p>
      {supportsAlerts && (
        <PageLink page="watch" detail={watchDetail(place)}>
          <Icon name="bell" size={18} />
          {texts.tellMe()}
        </PageLink>
      )}
    </>
  );
}

function watchDetail({ position, name }: AskedPlace): string {
  const shape = pointAt(position);
  return formatSetupAddress({ shape, name, ringsKm: DEFAULT_RINGS_KM, dwellMin: DEFAULT_DWELL_MIN });
}

function useTold(place: AskedPlace, locale: Locale): Told | undefined {
  const [told, setTold] = useState<Told>();
  const turn = useTurns();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn asks anew
  useEffect(() => {
    const leaving = new AbortController();
    tell(place, locale, leaving.signal).then(
      (next) => leaving.signal.aborted || setTold(next),
      () => undefined,
    );
    return () => leaving.abort();
  }, [place, locale, turn]);
  return told;
}

/** Uses clock times instead of ages, because it may be read later. */
async function tell({ position, isOwn }: AskedPlace, locale: Locale, signal: AbortSignal): Promise<Told> {
  const [sky] = await Promise.all([askNearby(position, signal), loadTexts(locale, ['sky'])]);
  const words = wordsOf(locale, 'sky');
  if (!words) throw new Error('loaded texts are there');
  const facts = placeFacts(position, sky, isOwn ? 'visitor' : 'place', { kind: 'none' }, systemClock.now());
  const timeOf = (atMs: number) => clockText(atMs, facts.nowMs, locale);
  const verdict = verdictOf(facts);
  return {
    // A level that is only the last known one is shown in the text alone.
    level: verdict.lead.kind === 'blind' ? undefined : verdict.held?.level,
    said: sayVerdict(verdict, { words, language: locale, timeOf, isRead: 'later' }),
    supportsAlerts: facts.supportsAlerts,
  };
}
