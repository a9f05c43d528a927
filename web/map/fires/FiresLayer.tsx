import type { ExpressionSpecification } from 'maplibre-gl';
import { useEffect, useMemo, useRef } from 'react';
import { Layer, Source, useMap } from 'react-map-gl/maplibre';
import type { FireBody } from '#shared/fires/bodies.ts';
import { clampBox } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import type { MapTheme } from '#shared/sky/colours.ts';
import { DAY_MS, HOUR_MS } from '#shared/time.ts';
import { setPointed, usePointed } from '#web/ground/picture/visiblePicture.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { REGION_BOX } from '#web/ground/view/mapQuery.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from '#web/map/kit/MapLegend.module.css';
import { usePointingAt } from '#web/map/kit/usePointingAt.ts';
import type { LayerProps } from '#web/map/parts/MapPart.ts';
import { visibleBox } from '#web/map/parts/useMapView.ts';
import type { FireDataStatus } from '#web/sky/fires/currentFires.ts';
import { type RenderedFires, setFiresBox } from '#web/sky/fires/renderedFires.ts';
import { clockText } from '#web/sky/timeText.ts';

/** Upper age limits of the colours, newest first; older fires have the last colour. */
export const FIRE_AGES_MS = [6 * HOUR_MS, DAY_MS, 3 * DAY_MS] as const;

const SMALLEST_PX = 4;
const LARGEST_PX = 15;

export function fireAgeStep(lastSeenMs: number, nowMs: number): number {
  const step = FIRE_AGES_MS.findIndex((withinMs) => nowMs - lastSeenMs <= withinMs);
  return step === -1 ? FIRE_AGES_MS.length : step;
}

/** The area grows with the power, within visible limits: 1 MW is 5 px; 100 MW and more, 15 px. */
export function fireRadiusPx(frpMw: number): number {
  return Math.min(LARGEST_PX, SMALLEST_PX + 1.1 * Math.sqrt(frpMw));
}

interface FireProperties {
  readonly id: string;
  /** Index of its colour. */
  readonly age: number;
  readonly px: number;
  readonly static: boolean;
}

/** Fires as points, largest first, so that small ones stay visible on top. */
export function fireFeatures(fires: readonly FireBody[], nowMs: number): GeoJSON.FeatureCollection<GeoJSON.Point> {
  const feature = (fire: FireBody): GeoJSON.Feature<GeoJSON.Point, FireProperties> => ({
    type: 'Feature',
    properties: {
      id: fire.id,
      age: fireAgeStep(Date.parse(fire.lastSeen), nowMs),
      px: fireRadiusPx(fire.frpMw),
      static: fire.static,
    },
    geometry: { type: 'Point', coordinates: [fire.longitude, fire.latitude] },
  });
  return { type: 'FeatureCollection', features: fires.toSorted((a, b) => b.frpMw - a.frpMw).map(feature) };
}

/** A line from a fire to its best matching lightning; empty if unknown. */
export function lineToBest(fire: Position | undefined, best: Position | undefined): GeoJSON.FeatureCollection {
  const ends = fire && best ? [fire, best].map(({ longitude, latitude }) => [longitude, latitude]) : [];
  const line: GeoJSON.Feature = {
    type: 'Feature',
    properties: {},
    geometry: { type: 'LineString', coordinates: ends },
  };
  return { type: 'FeatureCollection', features: ends.length > 0 ? [line] : [] };
}

interface FiresLegendProps {
  readonly theme: MapTheme;
  readonly dataStatus: FireDataStatus;
  readonly nowMs: number;
  /** True if a fire is open: on a phone it needs the room. */
  readonly open: boolean;
}

/** Legend of the discs. While no satellite data is current, the map is hatched and this shows since when. */
export function FiresLegend({ theme, dataStatus: { kind, newestMs }, nowMs, open }: FiresLegendProps) {
  const { LL, locale } = useTexts();
  const texts = LL.fires.legend;
  const { fires, staticFire, result } = mapColours[theme];
  const [recent, day, days] = FIRE_AGES_MS.map((ms) => ms / 3_600_000);
  const ages = [
    texts.hours({ hours: recent ?? 0 }),
    texts.hours({ hours: day ?? 0 }),
    texts.days({ days: (days ?? 0) / 24 }),
    texts.older(),
  ];
  const hasGap = kind === 'late' || kind === 'dead' || kind === 'none';
  const disc = (colour: string | undefined) => <i style={{ background: colour, borderColor: result }} />;
  return (
    <>
      {hasGap && <div className={styles.hatch} aria-hidden="true" data-fires-gap />}
      <figure className={`${styles.legend} ${styles.fires}`} data-open={open && !hasGap} data-fires-legend>
        {hasGap && (
          <strong>
            {newestMs === undefined
              ? texts.neverRead()
              : texts.noDataSince({ time: clockText(newestMs, nowMs, locale) })}
          </strong>
        )}
        <figcaption className={styles.said}>{texts.title()}</figcaption>
        <ol>
          {ages.map((text, step) => (
            <li key={text}>
              {disc(fires[step])}
              {text}
            </li>
          ))}
        </ol>
        <span className={styles.static}>
          {disc(staticFire)}
          {texts.static()}
        </span>
        <span className={styles.said}>{texts.size()}</span>
      </figure>
    </>
  );
}

interface FiresLayerProps extends Pick<LayerProps, 'screen' | 'beforeId'> {
  readonly rendered: RenderedFires;
  readonly id: string;
}

/** Colour: when the fire was last seen; size: its power; static fires grey. Open and pointed ones have a ring. */
export default function FiresLayer({ id, rendered: renderedFires, screen, beforeId }: FiresLayerProps) {
  const { fires, chosen, best, nowMs, dataStatus, onChoose } = renderedFires;
  const { theme } = screen.query;
  const { pointed } = usePointed();
  const { fires: colours, staticFire, edge, result } = mapColours[theme];
  const points = useMemo(() => fireFeatures(fires, nowMs), [fires, nowMs]);
  const line = useMemo(() => lineToBest(chosen, best), [chosen, best]);
  useSeenBox();
  useWholeRegion(screen, chosen === undefined);
  usePressing(id, onChoose);
  const ringed = [chosen?.id, pointed].filter((id) => id !== undefined);
  return (
    <>
      <Source id="fire-line" type="geojson" data={line}>
        <Layer
          id="fire-line-edge"
          beforeId={beforeId}
          type="line"
          paint={{ 'line-color': edge, 'line-width': 5, 'line-opacity': 0.8 }}
        />
        <Layer
          id="fire-line"
          beforeId={beforeId}
          type="line"
          paint={{ 'line-color': result, 'line-width': 2.5, 'line-dasharray': [2, 1.5] }}
        />
      </Source>
      <Source id={id} type="geojson" data={points}>
        <Layer
          id={id}
          beforeId={beforeId}
          type="circle"
          paint={{
            'circle-color': [
              'case',
              ['get', 'static'],
              staticFire,
              ['to-color', ['at', ['get', 'age'], ['literal', [...colours]]]],
            ],
            'circle-radius': atZoom(['get', 'px']),
            'circle-stroke-color': result,
            'circle-stroke-width': 1,
          }}
        />
        <Layer
          id="fire-rings"
          beforeId={beforeId}
          type="circle"
          filter={['in', ['get', 'id'], ['literal', ringed]]}
          paint={{
            'circle-color': 'transparent',
            'circle-radius': atZoom(['+', ['get', 'px'], 5]),
            'circle-stroke-color': result,
            'circle-stroke-width': 3,
          }}
        />
      </Source>
      <FiresLegend theme={theme} dataStatus={dataStatus} nowMs={nowMs} open={chosen !== undefined} />
    </>
  );
}

/** At zooms that show all of home, full-size discs would hide each other. */
function atZoom(px: ExpressionSpecification): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], 4, ['*', 0.4, px], 9, px];
}

/** Fires are sparse: unless the address or an open fire sets the view, show all of home. */
function useWholeRegion({ query, fitTo }: LayerProps['screen'], free: boolean): void {
  const mayMove = useRef(free && query.view === undefined);
  useEffect(() => {
    if (mayMove.current) fitTo(REGION_BOX);
    mayMove.current = false;
  }, [fitTo]);
}

/** Passes the visible box to the fire list. */
function useSeenBox(): void {
  const map = useMap().current;
  useEffect(() => {
    if (!map) return;
    const notify = () => setFiresBox(clampBox(visibleBox(map)));
    notify();
    map.on('moveend', notify);
    return () => {
      map.off('moveend', notify);
      setFiresBox(undefined);
    };
  }, [map]);
}

/** Pointing at a fire highlights its line in the list; a press opens it. */
function usePressing(layer: string, onChoose: (id: string) => void): void {
  const map = useMap().current;
  usePointingAt(
    layer,
    (id) => {
      if (map) map.getCanvas().style.cursor = id === undefined ? '' : 'pointer';
      setPointed(id);
    },
    (id) => {
      if (id !== undefined) onChoose(id);
    },
  );
}
