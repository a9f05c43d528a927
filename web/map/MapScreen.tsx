import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { MapRef } from 'react-map-gl/maplibre';
import type { BBox } from '#shared/geo/BBox.ts';
import { DEFAULT_TIME_FILTER_MS } from '#shared/limits.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { feedTruth } from '#web/feed/feedTruth.ts';
import type { LiveFeed } from '#web/feed/LiveFeed.ts';
import { useFeedStatus } from '#web/feed/useLiveFeed.ts';
import { windowCounts } from '#web/feed/windowCounts.ts';
import { useTexts } from '#web/i18n/index.ts';
import { FeedBar } from './FeedBar.tsx';
import { MapControls } from './MapControls.tsx';
import styles from './MapScreen.module.css';
import { TimeFilter } from './TimeFilter.tsx';
import { useNow } from './useNow.ts';
import { DEFAULT_VIEW, type MapView, viewBox } from './viewBox.ts';

const StrikeMap = lazy(() => import('./StrikeMap.tsx'));
const BARS = 60;

/** The map and all that stands around it. The feed starts before the map's code has arrived. */
export function MapScreen({ feed }: { feed: LiveFeed }) {
  const { LL } = useTexts();
  const status = useFeedStatus(feed);
  const deviceNowMs = useNow(systemClock, 1_000);
  const nowMs = deviceNowMs + status.clockOffsetMs;
  const frame = useRef<HTMLDivElement>(null);
  const map = useRef<MapRef | undefined>(undefined);
  const [windowMs, setWindowMs] = useState<number>(DEFAULT_TIME_FILTER_MS);
  const [box, setBox] = useState<BBox>();

  useEffect(() => {
    const { clientWidth, clientHeight } = frame.current ?? { clientWidth: 1280, clientHeight: 640 };
    setBox((known) => known ?? viewBox(DEFAULT_VIEW, clientWidth, clientHeight));
  }, []);
  useEffect(() => {
    if (box) feed.show(box, windowMs);
  }, [feed, box, windowMs]);

  const { strikes } = feed.status;
  const { revision } = status;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `revision` stands for what changed inside the store
  const counts = useMemo(
    () => (box ? windowCounts(strikes, box, nowMs, windowMs, BARS) : { total: 0, newestMs: null, bars: [] }),
    [strikes, revision, box, nowMs, windowMs],
  );
  const truth = feedTruth(status, counts.total, deviceNowMs);
  const onView = useCallback((_view: MapView, seen: BBox) => setBox(seen), []);
  const onMap = useCallback((made: MapRef) => {
    map.current = made;
  }, []);

  return (
    <section className={styles.screen}>
      <h1 className={styles.title}>{LL.map.title()}</h1>
      <div className={styles.panel}>
        <FeedBar
          truth={truth}
          complete={status.complete}
          inView={counts.total}
          newestMs={counts.newestMs}
          typicalDelayMs={status.feed?.typicalDelayMs ?? null}
          windowMs={windowMs}
          nowMs={nowMs}
          simulated={status.source === 'simulated'}
        />
        <div ref={frame} className={styles.map} data-strikes-in-view={counts.total} data-complete={status.complete}>
          <Suspense fallback={<p className={styles.loading}>{LL.map.loading()}</p>}>
            <StrikeMap
              initialView={DEFAULT_VIEW}
              strikes={strikes}
              revision={revision}
              nowMs={nowMs}
              windowMs={windowMs}
              theme="light"
              iconScale={1}
              greyed={truth.kind === 'down'}
              onMap={onMap}
              onView={onView}
              onPick={() => undefined}
            />
          </Suspense>
          <MapControls onZoomIn={() => map.current?.zoomIn()} onZoomOut={() => map.current?.zoomOut()} />
          <TimeFilter windowMs={windowMs} onChoose={setWindowMs} />
        </div>
      </div>
    </section>
  );
}
