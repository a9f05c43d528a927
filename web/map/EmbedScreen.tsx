import { lazy, Suspense, useMemo, useRef } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { pathOf } from '#web/kit/routing/routes.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import { type LiveFeed, useFeedView } from '#web/sky/LiveFeed.ts';
import { LegendStrip } from './controls/Legend.tsx';
import { ZoomControls } from './controls/MapControls.tsx';
import styles from './MapScreen.module.css';
import { LoadFailed, NoDataBand, NotRendered } from './notices/overMap.tsx';
import { useRendered } from './renderWatchdog/RenderWatchdog.ts';
import './kit/mapTokens.css';
import { formatMapQuery } from '#web/ground/view/mapQuery.ts';
import { useRenewal } from '#web/kit/browser/useWallDisplay.ts';
import { timeFilterText } from '#web/sky/timeText.ts';
import { useRenderedSky, useSky } from '#web/sky/useSky.ts';
import { FeedBar } from './readouts/FeedBar.tsx';
import { useScreen } from './useScreen.ts';

const StrikeMap = lazy(() => withinChunkTimeout(import('./StrikeMap.tsx')));

const nothing = () => undefined;

interface EmbedScreenProps {
  readonly feed: LiveFeed;
}

export function EmbedScreen({ feed }: EmbedScreenProps) {
  const { LL, locale } = useTexts();
  const frame = useRef<HTMLDivElement>(null);
  const { screen, view } = useScreen(feed, undefined, frame, true);
  const { windowMs, theme, point } = screen.query;
  // As on a wall display: nothing is measured from the middle of the map.
  const sky = useSky(feed, { box: view.box, windowMs, moment: screen.moment, point, visitorAt: undefined, wall: true });
  const renderedSky = useRenderedSky(sky);
  const { build, outdated, failing } = useFeedView(feed);
  useRenewal({ wall: false, idle: false, build, healthy: true, outdated });
  const { rendered: picture, onMap, cannotDraw } = useRendered(view);
  const texts = LL.map.embed.gestures;
  const hosted = useMemo(() => ({ windows: texts.windows(), mac: texts.mac(), mobile: texts.mobile() }), [texts]);
  const query = formatMapQuery({ ...screen.query, wall: false });

  return (
    <section className={`${styles.mapScreen} ${styles.embed}`} data-theme={theme} data-embed>
      <h1 className="visually-hidden">{LL.map.title()}</h1>
      <FeedBar sky={sky} moment={screen.moment} rendered={picture} />
      <div
        ref={frame}
        className={`${styles.frameMap} ${styles.embedMap}`}
        data-strikes-in-view={sky.counts.total}
        data-complete={sky.complete}
      >
        <Suspense fallback={<p className={styles.frameLoading}>{LL.map.loading()}</p>}>
          <StrikeMap
            sky={renderedSky}
            screen={screen}
            initialView={view.initialView}
            onMap={onMap}
            onView={view.onView}
            onTouch={nothing}
            onUpdate={nothing}
            onCannotDraw={cannotDraw}
            hosted={hosted}
          />
        </Suspense>
        <NotRendered rendered={picture} />
        <NoDataBand sky={sky} />
        {failing && !sky.complete && sky.viewStatus.kind !== 'down' && <LoadFailed onRetry={() => feed.retry()} />}
        {picture !== 'undrawable' && <ZoomControls onZoomIn={view.zoomIn} onZoomOut={view.zoomOut} />}
      </div>
      <p className={styles.embedFoot}>
        <span>{timeFilterText(windowMs, LL)}</span>
        <a href={`${pathOf('map', locale)}?${query}`} target="_blank" rel="noopener">
          {LL.map.embed.full({ site: siteConfig.name })}
        </a>
      </p>
      <div className={styles.embedLegend}>
        <LegendStrip theme={theme} />
      </div>
    </section>
  );
}
