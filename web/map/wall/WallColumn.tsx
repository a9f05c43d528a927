import { lazy, type ReactNode, type RefObject, Suspense } from 'react';
import { dateTimeFormat, useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import type { DrawnState } from '#web/map/drawn/drawnState.ts';
import type { PanelProps } from '#web/map/parts/MapPart.ts';
import { Part } from '#web/map/parts/Part.tsx';
import { FeedBar } from '#web/map/readouts/FeedBar.tsx';
import { MostActive } from '#web/map/readouts/MostActive.tsx';
import { NearestStrike } from '#web/map/readouts/NearestStrike.tsx';
import { RateBars } from '#web/map/readouts/RateBars.tsx';
import { SoundSwitch, type TickPlayer } from '#web/map/readouts/SoundSwitch.tsx';
import type { LiveFeed } from '#web/sky/feed/LiveFeed.ts';
import type { Wall } from './useWall.ts';
import styles from './WallColumn.module.css';

const WallLevel = lazy(() => import('./WallLevel.tsx'));
const WallFires = lazy(() => import('./WallFires.tsx'));
const AREAS = ['wallSetup'] as const;

interface WallColumnProps extends PanelProps {
  readonly feed: LiveFeed;
  readonly display: Wall;
  readonly drawn: DrawnState;
  readonly player: RefObject<TickPlayer | undefined>;
}

/**
 * What a wall display says beside its map, to be read from across a room. It has the colour of the level if its area
 * has one: `:has([data-level])`. While the feed is down all of it says so.
 */
export function WallColumn({ feed, display, sky, screen, drawn, player }: WallColumnProps) {
  const { query, change, visitorAt, locate } = screen;
  const { title, outlined, guarded, level } = display;
  const heading = title && <h2 className={styles.title}>{title}</h2>;
  return (
    <div className={styles.column} data-wall-column data-tone={sky.truth.kind === 'down' ? 'down' : 'known'}>
      <WallClock nowMs={sky.presentMs} />
      {heading}
      {outlined.kind === 'unknown' && <UnknownArea />}
      {guarded && level && (
        <Part>
          <Suspense>
            <WallLevel feed={feed} area={guarded.area} onHeld={display.onHeld} />
          </Suspense>
        </Part>
      )}
      <div className={styles.truth}>
        <FeedBar sky={sky} moment={screen.moment} drawn={drawn} />
      </div>
      <Part>
        <Suspense>
          <WallFires
            polygons={outlined.kind === 'known' ? outlined.polygons : undefined}
            box={sky.box}
            nowMs={sky.presentMs}
          />
        </Suspense>
      </Part>
      <div className={styles.facts}>
        {query.point ? (
          <NearestStrike
            sky={sky}
            chosen
            onMeasureFromCentre={() => change({ point: screen.centreOf() }, 'push')}
            onMeasureFromVisitor={() => {
              change({ point: undefined }, 'push');
              if (!visitorAt) locate();
            }}
            onShow={screen.show}
          />
        ) : (
          <MostActive sky={sky} />
        )}
      </div>
      <div className={styles.rate}>
        <RateBars sky={sky} picked={screen.picked} onPick={screen.pick} />
      </div>
      <SoundSwitch player={player} wanted={display.sound} />
    </div>
  );
}

/** An address whose region is none still shows a map, and says so. */
function UnknownArea(): ReactNode {
  const { LL } = useTexts();
  return useTextAreas(AREAS) && <p className={styles.unknown}>{LL.wallSetup.unknownArea()}</p>;
}

interface WallClockProps {
  /** The server's time. */
  readonly nowMs: number;
}

/** With seconds: a display whose clock stands still is not to be trusted. */
function WallClock({ nowMs }: WallClockProps) {
  const { locale } = useTexts();
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const date = dateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'long' });
  const utc = dateTimeFormat(locale, { ...time, timeZone: 'UTC' });
  return (
    <time className={styles.clock} dateTime={new Date(nowMs).toISOString()}>
      <strong>{dateTimeFormat(locale, { ...time, second: '2-digit' }).format(nowMs)}</strong>
      <span>{`${date.format(nowMs)} · ${utc.format(nowMs)} UTC`}</span>
    </time>
  );
}
