import { type ComponentType, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { type LiveFeed, useFeedView } from '#web/sky/LiveFeed.ts';
import './kit/mapTokens.css';
import { isNight } from '#web/kit/browser/isNight.ts';
import { useRenewal, useWallDisplay } from '#web/kit/browser/useWallDisplay.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useCachedSky, useSky } from '#web/sky/useSky.ts';
import { MapPanel } from './MapPanel.tsx';
import styles from './MapScreen.module.css';
import { NowPanel } from './Panels.tsx';
import type { TickPlayer } from './readouts/SoundSwitch.tsx';
import { SpokenVerdict } from './readouts/VerdictText.tsx';
import { useScreen, useWeatherInView } from './useScreen.ts';
import type { WallLineProps } from './wall/WallRotation.tsx';
import { useWall } from './wall/wall.ts';

/** A wall's picture moves around a square of two pixels in twenty minutes. */
const SHIFT_EVERY_MS = 5 * 60_000;

interface MapScreenProps {
  readonly feed: LiveFeed;
  readonly eventId: string | undefined;
  /** Where the map's own panel renders; null for other tools. */
  readonly now: HTMLElement | null;
  /** Where options for this screen render. */
  readonly choices: HTMLElement | null;
  /** What a wall says below its sentence. */
  readonly WallLine: ComponentType<WallLineProps>;
}

/** The map and everything around it. The feed starts before the map's code has loaded. */
export function MapScreen({ feed, eventId, now, choices, WallLine }: MapScreenProps) {
  const { LL } = useTexts();
  const frame = useRef<HTMLDivElement>(null);
  const player = useRef<TickPlayer | undefined>(undefined);
  const { screen, view, visitor, focused, touch } = useScreen(feed, eventId, frame);
  const { windowMs, theme, wall, point } = screen.query;
  const { idle, awake } = useWallDisplay(wall);
  const display = useWall(screen.query, idle, view);
  const sky = useSky(feed, {
    box: view.box,
    windowMs,
    moment: screen.moment,
    point,
    visitorAt: screen.visitorAt,
    wall,
    alertsSupported: display.alertsSupported?.needed,
    held: display.held,
    outline: display.alertsSupported?.reported,
  });
  // Other tools set the view for their results.
  useWeatherInView(sky, screen, view, now !== null && !wall && eventId === undefined);
  const { build, outdated, failing } = useFeedView(feed);
  const { viewStatus } = sky;
  useCachedSky(feed, viewStatus);
  const present = (viewStatus.kind === 'past' ? viewStatus.live : viewStatus).kind;
  useRenewal({ wall, idle, build, healthy: present === 'live', outdated });
  // Shown late, because its lines would shift while data loads.
  const [known, setKnown] = useState(false);
  if (!known && (sky.complete || failing || viewStatus.kind === 'down')) setKnown(true);

  // By the device's clock, which no event of the stream sets.
  const deviceMs = sky.presentMs - sky.clockOffsetMs;
  const [beganAtMs] = useState(deviceMs);
  return (
    <section
      className={styles.mapScreen}
      data-wall={wall}
      data-idle={idle}
      data-theme={theme}
      data-shift={wall ? Math.floor(Math.abs(deviceMs - beganAtMs) / SHIFT_EVERY_MS) % 4 : undefined}
      data-night={isNight(deviceMs, screen.query.night)}
    >
      {wall && <h1 className="visually-hidden">{LL.map.title()}</h1>}
      <div className={styles.mapScreenPanel}>
        <MapPanel
          sky={sky}
          screen={screen}
          view={view}
          visitor={visitor}
          troubles={{ failing, feed: present, focused }}
          onRetry={() => feed.retry()}
          feed={feed}
          display={display}
          sleepy={wall && !awake && !idle}
          frame={frame}
          onTouch={touch}
          player={player}
          choices={choices}
          WallLine={WallLine}
        />
      </div>
      {now &&
        !wall &&
        createPortal(
          <div className={styles.mapScreenNow} data-known={known}>
            <NowPanel sky={sky} screen={screen} />
          </div>,
          now,
        )}
      <SpokenVerdict sky={sky} />
    </section>
  );
}
