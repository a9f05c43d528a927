import type { ExpressionSpecification } from 'maplibre-gl';
import { useEffect, useMemo, useRef } from 'react';
import { Layer, Source, useMap } from 'react-map-gl/maplibre';
import { clampBox } from '#shared/geo/BBox.ts';
import { setPointed, usePointed } from '#web/ground/picture/shownPicture.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { REGION_BOX } from '#web/ground/view/viewBox.ts';
import { usePointingAt } from '#web/map/kit/usePointingAt.ts';
import type { LayerProps } from '#web/map/parts/MapPart.ts';
import { shownBox } from '#web/map/parts/useMapView.ts';
import { type DrawnFires, setFiresBox } from '#web/sky/fires/drawnFires.ts';
import { FiresLegend } from './FiresLegend.tsx';
import { fireFeatures, lineToBest } from './fireFeatures.ts';
import { FIRES_LAYER } from './onFire.ts';

interface FiresLayerProps extends Pick<LayerProps, 'screen' | 'beforeId'> {
  readonly drawn: DrawnFires;
}

/** Colour by when a fire was last seen, size by its power; static ones grey. What is open or pointed at has a ring. */
export default function FiresLayer({ drawn, screen, beforeId }: FiresLayerProps) {
  const { fires, chosen, best, nowMs, sight, onChoose } = drawn;
  const { theme } = screen.query;
  const { pointed } = usePointed();
  const { fires: colours, staticFire, edge, answer } = mapColours[theme];
  const points = useMemo(() => fireFeatures(fires, nowMs), [fires, nowMs]);
  const line = useMemo(() => lineToBest(chosen, best), [chosen, best]);
  useSeenBox();
  useWholeRegion(screen, chosen === undefined);
  usePressing(onChoose);
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
          paint={{ 'line-color': answer, 'line-width': 2.5, 'line-dasharray': [2, 1.5] }}
        />
      </Source>
      <Source id={FIRES_LAYER} type="geojson" data={points}>
        <Layer
          id={FIRES_LAYER}
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
            'circle-stroke-color': answer,
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
            'circle-stroke-color': answer,
            'circle-stroke-width': 3,
          }}
        />
      </Source>
      <FiresLegend theme={theme} sight={sight} nowMs={nowMs} open={chosen !== undefined} />
    </>
  );
}

/** Where all of home is seen, discs of a full size would hide each other. */
function atZoom(px: ExpressionSpecification): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], 4, ['*', 0.4, px], 9, px];
}

/** Fires are few and far apart: unless the address or an open fire says where to look, all of home is shown. */
function useWholeRegion({ query, fitTo }: LayerProps['screen'], free: boolean): void {
  const mayMove = useRef(free && query.view === undefined);
  useEffect(() => {
    if (mayMove.current) fitTo(REGION_BOX);
    mayMove.current = false;
  }, [fitTo]);
}

/** Tells the list what the map shows. */
function useSeenBox(): void {
  const map = useMap().current;
  useEffect(() => {
    if (!map) return;
    const tell = () => setFiresBox(clampBox(shownBox(map)));
    tell();
    map.on('moveend', tell);
    return () => {
      map.off('moveend', tell);
      setFiresBox(undefined);
    };
  }, [map]);
}

/** What the pointer is over lights its line in the list; a press opens it. */
function usePressing(onChoose: (id: string) => void): void {
  const map = useMap().current;
  usePointingAt(
    FIRES_LAYER,
    (id) => {
      if (map) map.getCanvas().style.cursor = id === undefined ? '' : 'pointer';
      setPointed(id);
    },
    (id) => {
      if (id !== undefined) onChoose(id);
    },
  );
}
