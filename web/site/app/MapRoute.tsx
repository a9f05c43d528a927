import { type ComponentType, lazy, type ReactElement, Suspense, use, useState } from 'react';
import { useSearch } from 'wouter';
import { MIDDLE_BOX, pictureAddress } from '#shared/sky/pictureAddress.ts';
import { AloneContext } from '#web/kit/browser/alone.ts';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { useHydrated } from '#web/kit/browser/useHydrated.tsx';
import { ErrorBoundary } from '#web/kit/components/ErrorBoundary.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import { HeadingContext } from '#web/map/parts/Part.tsx';
import { type ToolPage, toolAt } from '#web/map/tools/mapTools.ts';
import { ToolFrame } from '#web/map/tools/ToolFrame.tsx';
import { previewElement } from '#web/sky/previewElement.ts';
import { ErrorScreen } from './ErrorScreen.tsx';
import styles from './Layout.module.css';

/** Only browsers render maps, so the prerender build leaves out a megabyte. */
const importMapPage = () =>
  import.meta.env.SSR
    ? Promise.reject(new Error('No map while prerendering'))
    : withinChunkTimeout(import('#web/site/pages/MapPage.tsx'));
const MapPage = lazy(importMapPage);

/** Fetches the map's code before its first render. A failure surfaces when the page renders. */
export function preloadMapPage(): void {
  importMapPage().catch(() => undefined);
}

/** The embedded map. Until its code has loaded, nothing is shown that could be taken for a quiet sky. */
export function EmbedRoute() {
  if (!useHydrated()) return <EmbedLoading />;
  return (
    <ErrorBoundary fallback={(error) => <ErrorScreen error={error} />}>
      <Suspense fallback={<EmbedLoading />}>
        <MapPage embedded />
      </Suspense>
    </ErrorBoundary>
  );
}

export interface MapRouteProps {
  readonly page: ToolPage;
  readonly eventId?: string;
  /** The tool's panel; the map's own panel loads with its code. */
  readonly Panel: ComponentType | undefined;
}

/** Tools that load the map without waiting for an interaction. */
const MAP_FIRST: readonly ToolPage[] = ['map', 'fires'];

/** One map for all tools, which stays mounted between them. Prerendered HTML has its frame and the panel. */
export function MapRoute({ page, eventId, Panel }: MapRouteProps) {
  const [begun, setBegun] = useState(false);
  const [alone, setAlone] = useState(false);
  const [now, setNow] = useState<HTMLElement | null>(null);
  const [choices, setChoices] = useState<HTMLElement | null>(null);
  // Prerendered HTML has no query string: reading it while hydrating would leave the prerendered links unchanged.
  const query = useSearch();
  const search = useHydrated() ? query : '';
  if (MAP_FIRST.includes(page) && !begun) setBegun(true);
  const onMap = page === 'map';
  return (
    <ToolFrame
      tool={toolAt(page, search)}
      search={search}
      alone={alone}
      onBegin={() => setBegun(true)}
      choices={<div ref={setChoices} />}
      panel={
        onMap ? (
          <div ref={setNow} />
        ) : (
          <ErrorBoundary key={page} fallback={(error) => <ErrorScreen error={error} />}>
            <AloneContext value={setAlone}>{Panel && <Panel />}</AloneContext>
          </ErrorBoundary>
        )
      }
    >
      {begun ? (
        <MapRoom
          now={onMap ? now : null}
          choices={choices}
          loading={onMap ? <MapLoading /> : <MapGround />}
          eventId={eventId}
        />
      ) : (
        <MapGround />
      )}
    </ToolFrame>
  );
}

const MAP_AREAS = ['map', 'sky'] as const;

interface MapRoomProps {
  readonly now: HTMLElement | null;
  readonly choices: HTMLElement | null;
  readonly loading: ReactElement;
  readonly eventId: string | undefined;
}

function MapRoom({ now, choices, loading, eventId }: MapRoomProps) {
  const hydrated = useHydrated();
  // The map's own page has loaded them. Later `loadPage` loads those of every other language.
  const read = useTextAreas(MAP_AREAS);
  const [ready, setReady] = useState(loading.type === MapLoading);
  if (read && !ready) setReady(true);
  if (!hydrated || !ready) return loading;
  return (
    <ErrorBoundary fallback={showAbovePreview}>
      <Suspense fallback={loading}>
        <MapPage now={now} choices={choices} {...(eventId === undefined ? {} : { eventId })} />
      </Suspense>
    </ErrorBoundary>
  );
}

function showAbovePreview(error: unknown) {
  return (
    <>
      <ErrorScreen error={error} />
      {previewElement() && <MapMissing />}
    </>
  );
}

/** Same bar and map as on the loaded page, so that nothing moves when the map arrives. */
function MapLoading() {
  const { LL } = useTexts();
  return (
    <div className={styles.loadingFrame}>
      <div className={styles.loadingPanel}>
        <div className={styles.loadingBar}>
          {use(HeadingContext)}
          <div className={styles.loadingState} role="status" data-loading>
            <span className="spinner" aria-hidden="true" />
            <strong>{LL.map.loading()}</strong>
            <noscript>{LL.noScript.map()}</noscript>
          </div>
        </div>
        <div className={styles.loadingMap} data-map-frame="loading">
          <p className={styles.about}>
            {LL.head.map.description()} <LoadingHelp />
          </p>
        </div>
        <div className={styles.loadingFoot} />
      </div>
    </div>
  );
}

const WIDE = { width: 900, height: 720, bbox: MIDDLE_BOX } as const;
/** A small picture, whose text is readable on a phone. */
const SMALL = { width: 450, height: 360, bbox: MIDDLE_BOX } as const;
/** Next to the panel of a tablet. */
const HIGH = { width: 400, height: 800, bbox: encodeURIComponent('18.5,35,28,47.5') } as const;

/** Next to a form, until the first interaction: the server's picture of the sky, which the map then replaces. */
function MapGround() {
  const { LL, locale } = useTexts();
  const addressOf = (size: typeof WIDE | typeof SMALL | typeof HIGH) =>
    pictureAddress({ ...size, theme: 'light', lang: locale });
  return (
    <div className={styles.loadingPanel}>
      <div className={styles.loadingBar}>{use(HeadingContext)}</div>
      <div className={styles.ground}>
        {/* Shown whole, because its own text says how current it is. */}
        <picture>
          <source media="(width < 48rem)" srcSet={addressOf(SMALL)} />
          <source media="(width < 64rem)" srcSet={addressOf(HIGH)} />
          <img src={addressOf(WIDE)} alt="" width={WIDE.width} height={WIDE.height} loading="lazy" />
        </picture>
        <button type="button">{LL.mapTools.showMap()}</button>
      </div>
    </div>
  );
}

/** The same for an embedded map: even 300 px wide it must not look like a map without strikes. */
function EmbedLoading() {
  const { LL } = useTexts();
  return (
    <div className={styles.embed}>
      <h1 className="visually-hidden">{LL.map.title()}</h1>
      <div className={styles.loadingBar}>
        <div className={styles.loadingState} role="status" data-loading>
          <span className="spinner" aria-hidden="true" />
          <strong>{LL.map.loading()}</strong>
        </div>
      </div>
      <p className={styles.about}>
        <LoadingHelp />
        <br />
        <noscript>{LL.noScript.map()}</noscript> {LL.head.map.description()}
      </p>
    </div>
  );
}

/** Help that CSS shows after 15 s of loading, also if no script has arrived. Its space is reserved from the start. */
function LoadingHelp() {
  const texts = useTexts().LL.map;
  return (
    <span className={styles.loadingHelp} data-loading-help>
      {texts.slow()} {/* biome-ignore lint/a11y/useValidAnchor: this address again, with no script to ask for it */}
      <a href="">{texts.notDrawn.reload()}</a>
    </span>
  );
}

function MapMissing() {
  return (
    <div className={styles.loadingFrame} aria-hidden="true">
      <div className={styles.loadingPanel}>
        <div className={styles.loadingMap} data-map-frame="missing" />
      </div>
    </div>
  );
}
