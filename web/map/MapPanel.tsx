import { type ComponentType, lazy, type RefObject, Suspense, useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { navigate } from 'wouter/use-browser-location';
import { reportDrawable } from '#web/ground/picture/visiblePicture.ts';
import { useMediaQuery } from '#web/kit/browser/browserState.ts';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { fillScreen } from '#web/kit/browser/useWallDisplay.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useMapChoice } from '#web/kit/places/mapChoice.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import { CLOCK_WARNING_MS, type LiveFeed } from '#web/sky/LiveFeed.ts';
import { spanText } from '#web/sky/timeText.ts';
import { useRenderedSky } from '#web/sky/useSky.ts';
import { Legend } from './controls/Legend.tsx';
import { MapControls, paths } from './controls/MapControls.tsx';
import { FilterDialog, TimeFilter } from './controls/TimeFilter.tsx';
import { ActionButton, LineButton, SwitchButton } from './kit/buttons.tsx';
import kit from './kit/cards.module.css';
import styles from './MapScreen.module.css';
import { Notice, type NoticeCauses, useMapNotices } from './notices/Notice.tsx';
import { LoadFailed, NoDataBand, NotRendered } from './notices/overMap.tsx';
import { Panels } from './Panels.tsx';
import type { PanelProps } from './parts/MapPart.ts';
import { Part } from './parts/Part.tsx';
import type { LookingMap } from './parts/useMapView.ts';
import { AgeBars } from './readouts/AgeBars.tsx';
import { FeedBar } from './readouts/FeedBar.tsx';
import { SoundSwitch, type TickPlayer } from './readouts/SoundSwitch.tsx';
import { useRendered } from './renderWatchdog/RenderWatchdog.ts';
import type { StrikeMapProps } from './StrikeMap.tsx';
import type { FollowedVisitor } from './useScreen.ts';
import type { WallLineProps } from './wall/WallRotation.tsx';
import { parseWallLink, type Wall } from './wall/wall.ts';
import { WatchPlace } from './watchPlace/watchPlace.tsx';

const WallThird = lazy(() => withinChunkTimeout(import('./wall/WallThird.tsx')));
const WallSetupDialog = lazy(() => withinChunkTimeout(import('./wall/WallSetupDialog.tsx')));
const importStrikeMap = () => withinChunkTimeout(import('./StrikeMap.tsx'));
const StrikeMap = lazy(importStrikeMap);
// Most of this route's code: loads while the rest starts. A failure surfaces when it is rendered.
importStrikeMap().catch(() => undefined);

export interface MapPanelProps extends PanelProps {
  readonly feed: LiveFeed;
  readonly display: Wall;
  readonly view: LookingMap;
  readonly visitor: FollowedVisitor;
  readonly troubles: Omit<NoticeCauses, 'visitor' | 'emptyMs'>;
  readonly onRetry: () => void;
  /** True if this display may go to sleep because the browser does not keep it awake. */
  readonly sleepy: boolean;
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly onTouch: StrikeMapProps['onTouch'];
  readonly player: RefObject<TickPlayer | undefined>;
  /** The element in the list of tools for this screen's options. */
  readonly choices: HTMLElement | null;
  readonly WallLine: ComponentType<WallLineProps>;
}

export function MapPanel(props: MapPanelProps) {
  const {
    feed,
    display,
    sky,
    screen,
    view,
    visitor,
    troubles,
    onRetry,
    sleepy,
    frame,
    onTouch,
    player,
    choices,
    WallLine,
  } = props;
  const { LL, locale } = useTexts();
  const { change, pick, open } = screen;
  const { windowMs, theme, wall } = screen.query;
  const renderedSky = useRenderedSky(sky);
  const { viewStatus } = sky;
  const past = viewStatus.kind === 'past';
  const restored = 'restoredToMs' in viewStatus || (viewStatus.kind === 'down' && viewStatus.restored);
  const known = renderedSky.greyed ? 'then' : viewStatus.kind === 'connecting' ? 'nothing' : 'now';
  const { rendered: picture, onMap, cannotDraw } = useRendered(view);
  useEffect(() => reportDrawable(picture !== 'undrawable'), [picture]);
  const [legendOpen, setLegendOpen] = useState(false);
  const [filterOpen, setFilterOpen] = useState(false);
  // The edit link of a saved wall opens the setup at once.
  const [setupOpen, setSetupOpen] = useState(() => parseWallLink(window.location.hash)?.editKey !== undefined);
  const { notices, hide } = useMapNotices({
    ...troubles,
    visitor: visitor.state,
    emptyMs: sky.quiet && sky.viewStatus.kind === 'live' && !wall ? windowMs : undefined,
  });
  const onUpdate = useCallback((awayKm: readonly number[]) => player.current?.play(awayKm), [player]);
  // A phone is too small for a wall display.
  const roomy = useMediaQuery('(min-width: 48rem) and (min-height: 30rem)');
  const choosing = useMapChoice() !== undefined;
  const clockOffMs = Math.abs(sky.clockOffsetMs);
  const chooseWindow = (chosenMs: number) => {
    pick(undefined);
    change({ windowMs: chosenMs }, 'push');
  };
  const toggleWall = () => {
    if (!wall) return setSetupOpen(true);
    fillScreen(false);
    change({ wall: false, theme: 'light' }, 'push');
  };

  return (
    <>
      {!wall && (
        <FeedBar sky={sky} moment={screen.moment} rendered={picture}>
          <NextStep sky={sky} screen={screen} visitor={visitor} />
        </FeedBar>
      )}
      <div
        ref={frame}
        className={`${styles.frameMap} ${styles.mapPanelMap}`}
        data-map-frame="screen"
        data-strikes-in-view={sky.counts.total}
        data-complete={sky.complete}
        data-known={known}
        data-sheet={open !== undefined}
      >
        <Suspense fallback={<p className={styles.frameLoading}>{LL.map.loading()}</p>}>
          <StrikeMap
            sky={renderedSky}
            screen={screen}
            initialView={view.initialView}
            onMap={onMap}
            onView={view.onView}
            onTouch={onTouch}
            onUpdate={onUpdate}
            onCannotDraw={cannotDraw}
          />
        </Suspense>
        <NotRendered rendered={picture} />
        <NoDataBand sky={sky} />
        {troubles.failing && !sky.complete && !restored && <LoadFailed onRetry={choosing ? undefined : onRetry} />}
        <MapControls
          theme={theme}
          wall={wall}
          drawable={picture !== 'undrawable'}
          legendOpen={legendOpen}
          locating={visitor.state === 'asking'}
          onZoomIn={view.zoomIn}
          onZoomOut={view.zoomOut}
          onLocate={visitor.locate}
          onLegend={() => setLegendOpen((isVisible) => !isVisible)}
          onTheme={() => change({ theme: theme === 'light' ? 'dark' : 'light' }, 'push')}
          onWall={toggleWall}
          onFilter={() => setFilterOpen(true)}
        />
        {legendOpen && <Legend theme={theme} crossCheck={sky.crossCheck} onClose={() => setLegendOpen(false)} />}
        <Panels place="over" sky={sky} screen={screen} />
        <div className={styles.dock}>
          {clockOffMs > CLOCK_WARNING_MS && (
            <p className={styles.warning}>{LL.map.clockOff({ span: spanText(clockOffMs, locale) })}</p>
          )}
          {sleepy && <p className={styles.warning}>{LL.map.wall.awake()}</p>}
          {notices.map((notice) => (
            <Notice key={notice.number} notice={notice} onHide={hide} />
          ))}
        </div>
        {visitor.state === 'asking' && (
          <p className={`${kit.card} ${styles.privacy}`} role="note">
            {siteConfig.ownTiles ? LL.map.locate.whyOwnTiles() : LL.map.locate.why()}
          </p>
        )}
        {!wall && !past && <TimeFilter windowMs={windowMs} onChoose={chooseWindow} />}
        {wall && <Panels place="foot" sky={sky} screen={screen} />}
        {wall && (
          <div className={styles.wallChoices} data-map-controls>
            <Panels place="choices" sky={sky} screen={screen} />
          </div>
        )}
      </div>
      {wall ? (
        <Part>
          <WallThird
            feed={feed}
            display={display}
            sky={sky}
            screen={screen}
            rendered={picture}
            player={player}
            WallLine={WallLine}
          />
        </Part>
      ) : (
        <div className={styles.mapPanelFoot} data-map-foot>
          <Panels place="foot" sky={sky} screen={screen} />
          <div className={styles.ages}>
            <AgeBars sky={sky} theme={theme} />
          </div>
        </div>
      )}
      {choices &&
        !wall &&
        createPortal(
          <>
            <SwitchButton
              on={theme === 'dark'}
              onChange={(night) => change({ theme: night ? 'dark' : 'light' }, 'push')}
            >
              {LL.map.theme.night()}
            </SwitchButton>
            <Panels place="choices" sky={sky} screen={screen} />
            <SoundSwitch player={player} />
            {roomy && <LineButton onClick={toggleWall}>{LL.map.wall.enter()}</LineButton>}
          </>,
          choices,
        )}
      {setupOpen && (
        <Part>
          <Suspense>
            <WallSetupDialog
              box={sky.box}
              drawable={picture !== 'undrawable'}
              onClose={() => setSetupOpen(false)}
              onOpen={(address) => {
                setSetupOpen(false);
                fillScreen(true);
                navigate(address);
              }}
            />
          </Suspense>
        </Part>
      )}
      {filterOpen && <FilterDialog windowMs={windowMs} onChoose={chooseWindow} onClose={() => setFilterOpen(false)} />}
    </>
  );
}

/** Alerts for lightning at a place, or first the choice of the place. */
function NextStep({ sky, screen, visitor }: PanelProps & { readonly visitor: FollowedVisitor }) {
  const { LL } = useTexts();
  const knowsPlace = screen.visitorAt !== undefined || screen.query.point !== undefined;
  const requestsPlace = !knowsPlace && visitor.state !== 'failed' && sky.viewStatus.kind !== 'past';
  return (
    <>
      <WatchPlace screen={screen} offered={!requestsPlace} />
      {requestsPlace && (
        <ActionButton
          name={LL.map.locate.ask()}
          path={paths.locate}
          aria-busy={visitor.state === 'asking'}
          onClick={visitor.locate}
        />
      )}
    </>
  );
}
