import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { systemClock } from '#shared/time/Clock.ts';
import { useNow } from '#web/browser/useNow.ts';
import { feedTruth } from '#web/feed/feedTruth.ts';
import type { LiveFeed } from '#web/feed/LiveFeed.ts';
import { CLOCK_WARNING_MS } from '#web/feed/serverClock.ts';
import { useFeedStatus } from '#web/feed/useLiveFeed.ts';
import { useTexts } from '#web/i18n/index.ts';
import { nearBox, nearestKnown } from '#web/strikes/nearestKnown.ts';
import { FilterDialog } from './controls/FilterDialog.tsx';
import { Legend } from './controls/Legend.tsx';
import { MapControls } from './controls/MapControls.tsx';
import { TimeFilter } from './controls/TimeFilter.tsx';
import styles from './MapScreen.module.css';
import { Notice } from './notices/Notice.tsx';
import { useMapNotices } from './notices/useMapNotices.ts';
import { StrikeTable } from './panels/table/StrikeTable.tsx';
import { LocateCard } from './place/LocateCard.tsx';
import { NearestStrike } from './place/NearestStrike.tsx';
import { useFollowVisitor } from './place/useFollowVisitor.ts';
import { EmptyNote } from './reading/EmptyNote.tsx';
import { FeedBar } from './reading/FeedBar.tsx';
import { LiveSummary } from './reading/LiveSummary.tsx';
import { type PickedTime, RateBars } from './reading/RateBars.tsx';
import { SoundSwitch } from './reading/SoundSwitch.tsx';
import type { TickPlayer } from './reading/TickPlayer.ts';
import { StrikePopup } from './strike/StrikePopup.tsx';
import { useFocusedStrike } from './strike/useFocusedStrike.ts';
import { useOpenStrike } from './strike/useOpenStrike.ts';
import { useWindowCounts } from './useWindowCounts.ts';
import { useMapQuery } from './view/useMapQuery.ts';
import { useMapView } from './view/useMapView.ts';
import { REGION_VIEW } from './view/viewBox.ts';
import { isNight } from './wall/isNight.ts';
import { useRenewal } from './wall/useRenewal.ts';
import { useRotation } from './wall/useRotation.ts';
import { fillScreen, useWallDisplay } from './wall/useWallDisplay.ts';
import { spanText } from './words/spanText.ts';
import { summaryText } from './words/summaryText.ts';
import { unsureText } from './words/unsureText.ts';

const importStrikeMap = () => import('./StrikeMap.tsx');
const StrikeMap = lazy(importStrikeMap);
// Its code is most of what this route loads: it comes while the rest starts. A failure shows when it is rendered.
importStrikeMap().catch(() => undefined);

/** The map is told the time in these steps; a strike changes its class within minutes. */
const DRAWN_TIME_STEP_MS = 5_000;
const WALL_ICON_SCALE = 1.5;

export interface MapScreenProps {
  readonly feed: LiveFeed;
  readonly eventId: string | undefined;
}

/** The map and all that stands around it. The feed starts before the map's code has arrived. */
export function MapScreen({ feed, eventId }: MapScreenProps) {
  const { LL, locale } = useTexts();
  const frame = useRef<HTMLDivElement>(null);
  const [query, change] = useMapQuery();
  const { windowMs, theme, wall, point } = query;
  const { map, box, initialView, goTo, jumpTo, onMap, onView } = useMapView(query, change, frame);
  const status = useFeedStatus(feed);
  const { strikes } = feed.status;
  const { revision, clockOffsetMs } = status;
  const typicalDelayMs = status.feed?.typicalDelayMs ?? null;
  const deviceNowMs = useNow(systemClock, 1_000);
  const nowMs = deviceNowMs + clockOffsetMs;
  const drawnNowMs = Math.ceil(nowMs / DRAWN_TIME_STEP_MS) * DRAWN_TIME_STEP_MS;
  const counts = useWindowCounts(strikes, revision, box, nowMs, windowMs);
  const truth = feedTruth(status, counts.total, deviceNowMs);
  const unsure = unsureText({ truth, complete: status.complete, tooWide: status.tooWide }, LL);

  const { visitorAt, locate, ...visitor } = useFollowVisitor(query.view === undefined && eventId === undefined, goTo);
  const focused = useFocusedStrike(eventId, query.hint);
  const { open, show, pick, close } = useOpenStrike({ strikes, clockOffsetMs, windowMs, focused, goTo });
  const [legendOpen, setLegendOpen] = useState(false);
  const [filterOpen, setFilterOpen] = useState(false);
  const [picked, setPicked] = useState<PickedTime>();
  const [tilesGone, setTilesGone] = useState(false);
  const { notice, hide } = useMapNotices({
    failing: status.failing,
    focused: focused.state,
    visitor: visitor.state,
    tilesGone,
  });
  const { idle, awake } = useWallDisplay(wall);
  useRotation(idle, query.rotation, query.rotateEveryMs, jumpTo);
  useRenewal({
    wall,
    idle,
    build: status.build,
    healthy: truth.kind === 'live' || truth.kind === 'quiet',
    outdated: status.outdated,
  });

  const from = point ?? visitorAt;
  useEffect(() => {
    if (box) feed.show(box, windowMs, from && nearBox(from));
  }, [feed, box, windowMs, from]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `revision` stands for what changed inside the store
  const nearest = useMemo(
    () => from && nearestKnown(strikes, from, box, drawnNowMs - windowMs),
    [strikes, revision, from, box, drawnNowMs, windowMs],
  );
  const player = useRef<TickPlayer | undefined>(undefined);
  const onNews = useCallback((count: number) => player.current?.play(count), []);
  const chooseWindow = (chosenMs: number) => {
    setPicked(undefined);
    change({ windowMs: chosenMs }, 'push');
  };

  const marks = useMemo(
    () => ({
      visitor: visitorAt,
      point,
      openAt: open,
      popup: open && (
        <StrikePopup
          strike={open}
          clockOffsetMs={clockOffsetMs}
          from={from}
          fromChosenPoint={point !== undefined}
          onClose={close}
        />
      ),
      onPopupClose: close,
    }),
    [visitorAt, point, open, clockOffsetMs, from, close],
  );

  return (
    <section
      className={styles.screen}
      data-wall={wall}
      data-idle={idle}
      data-theme={theme}
      data-night={isNight(deviceNowMs)}
    >
      <h1 className={styles.title}>{LL.map.title()}</h1>
      <div className={styles.panel}>
        <FeedBar
          truth={truth}
          complete={status.complete}
          tooWide={status.tooWide}
          inView={counts.total}
          newestMs={counts.newestMs}
          typicalDelayMs={typicalDelayMs}
          windowMs={windowMs}
          nowMs={nowMs}
          simulated={status.source === 'simulated'}
        />
        {Math.abs(clockOffsetMs) > CLOCK_WARNING_MS && (
          <p className={styles.warning}>{LL.map.clockOff({ span: spanText(Math.abs(clockOffsetMs), locale) })}</p>
        )}
        {wall && !awake && !idle && <p className={styles.warning}>{LL.map.wall.awake()}</p>}
        <div ref={frame} className={styles.map} data-strikes-in-view={counts.total} data-complete={status.complete}>
          <Suspense fallback={<p className={styles.loading}>{LL.map.loading()}</p>}>
            <StrikeMap
              initialView={initialView}
              strikes={strikes}
              revision={revision}
              nowMs={drawnNowMs}
              windowMs={windowMs}
              picked={picked}
              theme={theme}
              iconScale={wall ? WALL_ICON_SCALE : 1}
              greyed={truth.kind === 'down'}
              marks={marks}
              complete={status.complete}
              typicalDelayMs={typicalDelayMs}
              clockOffsetMs={clockOffsetMs}
              onNews={onNews}
              onMap={onMap}
              onView={onView}
              onPick={pick}
              onTilesGone={setTilesGone}
            />
          </Suspense>
          {truth.kind === 'quiet' && <EmptyNote onRegion={wall ? undefined : () => jumpTo(REGION_VIEW)} />}
          <MapControls
            theme={theme}
            wall={wall}
            legendOpen={legendOpen}
            locating={visitor.state === 'asking'}
            onZoomIn={() => map.current?.zoomIn()}
            onZoomOut={() => map.current?.zoomOut()}
            onLocate={locate}
            onLegend={() => setLegendOpen((shown) => !shown)}
            onTheme={() => change({ theme: theme === 'light' ? 'dark' : 'light' }, 'push')}
            onWall={() => {
              fillScreen(!wall);
              change({ wall: !wall, theme: wall ? 'light' : 'dark' }, 'push');
            }}
            onFilter={() => setFilterOpen(true)}
          />
          {legendOpen && <Legend theme={theme} onClose={() => setLegendOpen(false)} />}
          <div className={styles.dock}>
            <div>
              {visitor.state === 'unasked' && !wall && !notice && (
                <LocateCard onShow={locate} onLater={visitor.decline} />
              )}
              {notice && <Notice notice={notice} onHide={hide} />}
              {!wall && <TimeFilter windowMs={windowMs} onChoose={chooseWindow} />}
            </div>
          </div>
        </div>
        <div className={styles.foot}>
          <NearestStrike
            from={from}
            chosen={point !== undefined}
            nearest={nearest}
            unsure={unsure}
            nowMs={nowMs}
            onMeasureFromCentre={() => {
              const centre = map.current?.getCenter();
              if (centre) change({ point: { latitude: centre.lat, longitude: centre.lng } }, 'push');
            }}
            onMeasureFromVisitor={() => {
              change({ point: undefined }, 'push');
              if (!visitorAt) locate();
            }}
            onShow={show}
          />
          <RateBars counts={counts} windowMs={windowMs} picked={picked} onPick={setPicked} />
          <SoundSwitch player={player} />
        </div>
      </div>
      {!wall && (
        <StrikeTable
          strikes={strikes}
          revision={revision}
          unsure={unsure}
          box={box}
          nowMs={drawnNowMs}
          windowMs={windowMs}
          from={from}
          onShow={show}
        />
      )}
      {filterOpen && <FilterDialog windowMs={windowMs} onChoose={chooseWindow} onClose={() => setFilterOpen(false)} />}
      <LiveSummary
        text={summaryText({ truth, inView: counts.total, windowMs, from, nearest: nearest?.strike }, LL, locale)}
      />
    </section>
  );
}
