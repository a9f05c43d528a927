import type { RefObject } from 'react';
import styles from './MapFoot.module.css';
import { Panels } from './Panels.tsx';
import type { PanelProps } from './parts/MapPart.ts';
import { NearestStrike } from './readouts/NearestStrike.tsx';
import { RateBars } from './readouts/RateBars.tsx';
import { SoundSwitch, type TickPlayer } from './readouts/SoundSwitch.tsx';

export interface MapFootProps extends PanelProps {
  readonly player: RefObject<TickPlayer | undefined>;
}

export function MapFoot({ sky, screen, player }: MapFootProps) {
  const { query, change, visitorAt, locate } = screen;
  return (
    <div className={styles.foot}>
      <NearestStrike
        sky={sky}
        chosen={query.point !== undefined}
        onMeasureFromCentre={() => change({ point: screen.centreOf() }, 'push')}
        onMeasureFromVisitor={() => {
          change({ point: undefined }, 'push');
          if (!visitorAt) locate();
        }}
        onShow={screen.show}
      />
      <RateBars sky={sky} picked={screen.picked} onPick={screen.pick} />
      <SoundSwitch player={player} />
      <Panels place="foot" sky={sky} screen={screen} />
    </div>
  );
}
