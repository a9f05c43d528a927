import { useEffect } from 'react';
import type { HeldFact } from '#shared/verdict/SkyFacts.ts';
import type { Area } from '#shared/watch/Area.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import type { LiveFeed } from '#web/sky/feed/LiveFeed.ts';
import '#web/tools/watch/watchTokens.css';
import { StateBanner } from '#web/tools/watch/StateBanner.tsx';
import { useJudgedArea } from '#web/tools/watch/useWatchedArea.ts';
import { blindCause } from '#web/tools/watch/watchedArea.ts';
import { shownOf } from '#web/tools/watch/words.ts';
import styles from './WallLevel.module.css';

const AREAS = ['watch'] as const;

interface WallLevelProps {
  readonly feed: LiveFeed;
  readonly area: Area;
  readonly onHeld: (held: HeldFact | undefined) => void;
}

/** The level of a wall's area with its countdown, judged on this page as the watch tool does. */
export default function WallLevel({ feed, area, onHeld }: WallLevelProps) {
  const watched = useJudgedArea(feed, area);
  const { state, view, sighting } = watched;
  const { level } = state;
  // The banner counts down; the verdict only must not comfort.
  useEffect(() => onHeld(level === 'clear' ? undefined : { level }), [level, onHeld]);
  if (!useTextAreas(AREAS)) return null;
  return (
    <div className={styles.level} data-level={shownOf(state)}>
      <StateBanner
        area={area}
        watched={watched}
        cause={blindCause(area, view, sighting)}
        offsetMs={view.feed?.providerOffsetMs ?? 0}
      />
    </div>
  );
}
