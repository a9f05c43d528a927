import { useEffect, useState } from 'react';
import { systemClock } from '#shared/Clock.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { pointAt } from '#shared/geo/Shape.ts';
import { placeFacts } from '#shared/sky/placeFacts.ts';
import { type HeldLevel, verdictOf } from '#shared/sky/verdictOf.ts';
import { formatVerdict, type Sentence } from '#shared/sky/verdictText.ts';
import { DEFAULT_RINGS_KM } from '#shared/watch/Area.ts';
import { Icon } from '#web/kit/components/Icon.tsx';
import { type Locale, loadTexts, textsOf, useTexts } from '#web/kit/i18n/index.ts';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import { DEFAULT_DWELL_MIN, formatSetupAddress } from '#web/kit/routing/watchAddress.ts';
import { clockText } from '#web/sky/timeText.ts';
import styles from './Hero.module.css';
import { fetchNearby } from './sky/nearbySky.ts';

/** Counts up every `everyMs` while the page is visible, and when it becomes visible again, to refetch live data. */
export function useMinuteTick(everyMs = 60_000): number {
  const [tick, setTick] = useState(0);
  useEffect(() => {
    const next = () => document.visibilityState === 'visible' && setTick((last) => last + 1);
    const timer = setInterval(next, everyMs);
    document.addEventListener('visibilitychange', next);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', next);
    };
  }, [everyMs]);
  return tick;
}

export interface RequestedPlace {
  readonly position: Position;
  /** Empty if it has no name. */
  readonly name: string;
  readonly isOwn: boolean;
}

interface Reported {
  readonly level: HeldLevel | undefined;
  readonly text: readonly Sentence[];
  /** True if a place can be watched. */
  readonly supportsAlerts: boolean;
}

/** What the lightning data means for a place, updated every minute. The server receives it in whole degrees only. */
export default function TownResult({ place }: { readonly place: RequestedPlace }) {
  const { LL, locale } = useTexts();
  const texts = LL.landing.hero;
  const reported = useReported(place, locale);
  if (!reported) return <p>{texts.looking()}</p>;
  const { level, text: sentences, supportsAlerts } = reported;
  const held = level && sentences.find(({ part }) => part === 'held')?.text;
  const rest = sentences.filter(({ text }) => text !== held).map(({ text }) => text);
  return (
    <>
      <p data-level={level}>
        {held && (
          <strong className={styles.townLevel} data-level={level}>
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

function watchDetail({ position, name }: RequestedPlace): string {
  const shape = pointAt(position);
  return formatSetupAddress({ shape, name, ringsKm: DEFAULT_RINGS_KM, dwellMin: DEFAULT_DWELL_MIN });
}

function useReported(place: RequestedPlace, locale: Locale): Reported | undefined {
  const [reported, setReported] = useState<Reported>();
  const tick = useMinuteTick();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each tick fetches again
  useEffect(() => {
    const leaving = new AbortController();
    notify(place, locale, leaving.signal).then(
      (next) => leaving.signal.aborted || setReported(next),
      () => undefined,
    );
    return () => leaving.abort();
  }, [place, locale, tick]);
  return reported;
}

/** Uses clock times instead of ages, because it may be read later. */
async function notify({ position, isOwn }: RequestedPlace, locale: Locale, signal: AbortSignal): Promise<Reported> {
  const [sky] = await Promise.all([fetchNearby(position, signal), loadTexts(locale, ['sky'])]);
  const texts = textsOf(locale, 'sky');
  if (!texts) throw new Error('loaded texts are there');
  const facts = placeFacts(position, sky, isOwn ? 'visitor' : 'place', { kind: 'none' }, systemClock.now());
  const timeOf = (atMs: number) => clockText(atMs, facts.nowMs, locale);
  const verdict = verdictOf(facts);
  return {
    // A level that is only the last known one is shown in the text alone.
    level: verdict.lead.kind === 'blind' ? undefined : verdict.held?.level,
    text: formatVerdict(verdict, { texts, language: locale, timeOf, isRead: 'later' }),
    supportsAlerts: facts.supportsAlerts,
  };
}
