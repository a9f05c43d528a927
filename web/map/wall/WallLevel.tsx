import { useEffect, useMemo } from 'react';
import type { HeldFact } from '#shared/sky/verdictOf.ts';
import type { Area } from '#shared/watch/Area.ts';
import { STEADY_MS } from '#shared/watch/watchArea.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import type { LiveFeed } from '#web/sky/LiveFeed.ts';
import { causeText, waitsOf } from '#web/tools/watch/StateBanner.tsx';
import { useEvaluatedArea } from '#web/tools/watch/useWatchedArea.ts';
import { dataLossCause } from '#web/tools/watch/watchedArea.ts';
import { displayedLevelOf, leftText, secondsText } from '#web/tools/watch/watchTexts.ts';
import type { ReportedLevel } from './wallText.ts';

const AREAS = ['watch'] as const;

interface WallLevelProps {
  readonly feed: LiveFeed;
  readonly area: Area;
  readonly onHeld: (held: HeldFact | undefined) => void;
  /** Undefined when the level is no longer available. */
  readonly onReported: (reportedLevel: ReportedLevel | undefined) => void;
}

/** Determines the level of a wall's area on this page, as the watch tool does, and reports it. Renders nothing. */
export default function WallLevel({ feed, area, onHeld, onReported }: WallLevelProps) {
  const { LL, locale } = useTexts();
  const { state, view, sighting } = useEvaluatedArea(feed, area);
  const { level } = state;
  const ready = useTextAreas(AREAS);
  // The countdown is shown next to it; the verdict only must not sound reassuring.
  useEffect(() => onHeld(level === 'clear' ? undefined : { level }), [level, onHeld]);
  const displayedLevel = displayedLevelOf(state);
  const cause = dataLossCause(area, view, sighting);
  const { nowMs } = sighting;
  const { steadySinceMs } = state;
  const returningMs = cause === 'settling' && steadySinceMs !== null ? steadySinceMs + STEADY_MS - nowMs : undefined;
  const [first] = waitsOf(area, state, view.feed?.providerOffsetMs ?? 0);
  const countdown = first && LL.watch.countdown;
  const left = first && first.atMs > nowMs ? leftText(first.atMs - nowMs) : undefined;
  const wait =
    ready && first && countdown
      ? `${countdown[first.of]({ time: secondsText(first.atMs, locale) })} · ${left ? countdown.left({ time: left }) : countdown.waiting()}`
      : undefined;
  const reportedLevel = useMemo<ReportedLevel | undefined>(() => {
    if (!ready) return undefined;
    const texts = LL.watch;
    const word = cause === 'loading' ? undefined : texts.unknown();
    const unknown = { word, notClear: texts.notClear(), cause: causeText(cause, area, LL) };
    return { visible: displayedLevel, wait, returningMs, ...(displayedLevel === 'unknown' ? { unknown } : {}) };
  }, [ready, displayedLevel, wait, returningMs, cause, area, LL]);
  useEffect(() => onReported(reportedLevel), [reportedLevel, onReported]);
  useEffect(() => () => onReported(undefined), [onReported]);
  return null;
}
