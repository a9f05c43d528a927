import { useCallback, useMemo } from 'react';
import type { AreaChange } from '#shared/watch/AreaState.ts';
import type { LiveFeed } from '#web/feed/LiveFeed.ts';
import { useTexts } from '#web/i18n/index.ts';
import { useRenewal } from '#web/map/wall/useRenewal.ts';
import { useWakeLock } from '#web/map/wall/useWakeLock.ts';
import { fillScreen, useWallDisplay } from '#web/map/wall/useWallDisplay.ts';
import type { WatchedPlace } from '#web/routing/watchAddress.ts';
import { Actions, Arming } from './Actions.tsx';
import { areaOf } from './areaOf.ts';
import { Changes } from './Changes.tsx';
import { changeText } from './changeText.ts';
import { Facts } from './Facts.tsx';
import styles from './Panel.module.css';
import { Scope } from './Scope.tsx';
import { StateBanner } from './StateBanner.tsx';
import { useAlarm } from './useAlarm.ts';
import { useWatchedArea } from './useWatchedArea.ts';
import { shownOf, shownText } from './words.ts';

const DRAWN_STEP_MS = 5_000;

interface PanelProps {
  readonly feed: LiveFeed;
  readonly place: WatchedPlace;
  readonly wall: boolean;
  readonly onWall: (wanted: boolean) => void;
  readonly onAnother: () => void;
}

/** The safety panel of one place: it needs nothing of the server but the stream. */
export function Panel({ feed, place, wall, onWall, onAnother }: PanelProps) {
  const { LL, locale } = useTexts();
  const area = useMemo(() => areaOf(place), [place]);
  const watched = useWatchedArea(feed, area);
  const { state, changes, sighting, view } = watched;
  const shown = shownOf(state);
  const offsetMs = view.feed?.providerOffsetMs ?? 0;
  const name = place.name || `${place.at.latitude.toFixed(4)}, ${place.at.longitude.toFixed(4)}`;
  const sentenceOf = useCallback(
    (change: AreaChange) => changeText(change, { LL, locale, ringsKm: place.ringsKm, offsetMs }),
    [LL, locale, place, offsetMs],
  );
  const title = `${shownText(shown, LL)} · ${name}`;
  const alarm = useAlarm({ shown, changes, title, sentenceOf });
  const armed = alarm.sound !== 'off' && alarm.sound !== 'failed';
  const { idle, awake: wallAwake } = useWallDisplay(wall);
  const armedAwake = useWakeLock(armed && !wall);
  useRenewal({
    wall,
    idle,
    build: view.build,
    // A new page is silent, and knows nothing for a moment.
    healthy: !armed && state.sight === 'seen' && state.level === 'clear',
    outdated: view.outdated,
  });
  const arming = <Arming alarm={alarm} awake={wall ? wallAwake : armedAwake} />;
  const { service, outdoors } = LL.watch.notice;
  return (
    <div className={styles.panel} data-watch={shown} data-wall={wall} data-idle={idle}>
      <StateBanner name={name} area={area} watched={watched} offsetMs={offsetMs} />
      {!wall && arming}
      <div className={styles.parts}>
        <Facts area={area} watched={watched} offsetMs={offsetMs} />
        <Scope
          ringsKm={place.ringsKm}
          strikes={sighting.strikes}
          nowMs={Math.ceil((sighting.nowMs + offsetMs) / DRAWN_STEP_MS) * DRAWN_STEP_MS}
        />
        <Changes changes={changes} sentenceOf={sentenceOf} />
      </div>
      <div className={styles.foot}>
        {view.source === 'simulated' && <p className={styles.simulated}>{LL.watch.simulated()}</p>}
        {wall && arming}
        <Actions
          alarm={alarm}
          wall={wall}
          onWall={(wanted) => {
            fillScreen(wanted);
            onWall(wanted);
          }}
          onAnother={onAnother}
        />
        <p className={styles.notice}>
          {service()} {outdoors()}
        </p>
      </div>
    </div>
  );
}
