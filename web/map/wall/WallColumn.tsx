import type { RefObject } from 'react';
import { dateTimeFormat, useTexts } from '#web/kit/i18n/index.ts';
import type { DrawnState } from '#web/map/drawn/drawnState.ts';
import type { PanelProps } from '#web/map/parts/MapPart.ts';
import { FeedBar } from '#web/map/readouts/FeedBar.tsx';
import { MostActive } from '#web/map/readouts/MostActive.tsx';
import { NearestStrike } from '#web/map/readouts/NearestStrike.tsx';
import { RateBars } from '#web/map/readouts/RateBars.tsx';
import { SoundSwitch, type TickPlayer } from '#web/map/readouts/SoundSwitch.tsx';
import styles from './WallColumn.module.css';

interface WallColumnProps extends PanelProps {
  readonly drawn: DrawnState;
  readonly player: RefObject<TickPlayer | undefined>;
}

/** What a wall display says beside its map, to be read from across a room. While the feed is down all of it says so. */
export function WallColumn({ sky, screen, drawn, player }: WallColumnProps) {
  const { query, change, visitorAt, locate } = screen;
  return (
    <div className={styles.column} data-wall-column data-tone={sky.truth.kind === 'down' ? 'down' : 'neutral'}>
      <WallClock nowMs={sky.presentMs} />
      <div className={styles.truth}>
        <FeedBar sky={sky} drawn={drawn} />
      </div>
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
      <SoundSwitch player={player} />
    </div>
  );
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
