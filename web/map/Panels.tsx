import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './MapScreen.module.css';
import * as mapPanels from './mapPanels.ts';
import { inOrder, type PanelPart, type PanelProps } from './parts/MapPart.ts';
import { Part } from './parts/Part.tsx';
import { StatusDetails } from './readouts/FeedBar.tsx';
import { NearestStrike } from './readouts/NearestStrike.tsx';
import { RateBars } from './readouts/RateBars.tsx';

const panels = inOrder<PanelPart>(mapPanels);

interface PanelsProps extends PanelProps {
  readonly place: PanelPart['place'];
}

export function Panels({ place, sky, screen }: PanelsProps) {
  return panels
    .filter((panel) => panel.place === place && (panel.onWall || !screen.query.wall))
    .map(({ name, Panel }) => (
      <Part key={name}>
        <Panel sky={sky} screen={screen} />
      </Part>
    ));
}

/** Everything the map knows about now, opened on request: the whole verdict, counts, and lists. */
export function NowPanel({ sky, screen }: PanelProps) {
  const { query, change, visitorAt, locate } = screen;
  const { LL } = useTexts();
  return (
    <div className={styles.nowPanel}>
      {sky.quiet && <p data-line="empty">{LL.map.empty()}</p>}
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
      <StatusDetails sky={sky} />
      <RateBars sky={sky} picked={screen.picked} onPick={screen.pick} />
      <Panels place="now" sky={sky} screen={screen} />
    </div>
  );
}
