import { useEffect, useMemo, useState } from 'react';
import { Layer, Source, useMap } from 'react-map-gl/maplibre';
import type { Position } from '#shared/geo/geodesy.ts';
import { pointAt } from '#shared/geo/shape/Shape.ts';
import { distanceContours } from '#web/ground/picture/distanceContours.ts';
import { shapeGeometry } from '#web/ground/picture/shapeGeometry.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { useNearestPlaces } from '#web/kit/places/useNearestPlaces.ts';
import type { LayerProps } from '#web/map/parts/MapPart.ts';
import { draftedShape } from './draftShape.ts';
import { RingHandles } from './RingHandles.tsx';
import { changeDraft, type WatchDraft } from './watchDraft.ts';

interface DraftLayerProps extends Pick<LayerProps, 'screen' | 'beforeId'> {
  readonly draft: WatchDraft;
}

export default function DraftLayer({ draft, screen, beforeId }: DraftLayerProps) {
  useChoice(draft, screen.visitorAt);
  const { from, ringsKm } = draft;
  const centre = useCentre(from === 'centre' || from === 'place');
  const places = useNearestPlaces();
  const shape = centre ? draftedShape(draft, centre, screen.visitorAt, places) : draft.shape;
  const rings = useMemo(
    () => ({
      type: 'FeatureCollection' as const,
      features: (shape ? distanceContours(shape, ringsKm) : []).map((segments, ring) => ({
        type: 'Feature' as const,
        properties: { ring },
        geometry: {
          type: 'MultiLineString' as const,
          coordinates: segments.map((ends) => ends.map(([x, y]) => [x, y])),
        },
      })),
    }),
    [shape, ringsKm],
  );
  const drawn = useMemo(
    () => ({
      type: 'FeatureCollection' as const,
      features: shape ? [{ type: 'Feature' as const, properties: {}, geometry: shapeGeometry(shape) }] : [],
    }),
    [shape],
  );
  const { edge, rings: colours, measure } = mapColours[screen.query.theme];
  const [watch, warning, stop] = colours;
  return (
    <>
      <Source id="draft-rings" type="geojson" data={rings}>
        <Layer
          id="draft-rings-edge"
          beforeId={beforeId}
          type="line"
          paint={{ 'line-color': edge, 'line-width': 6, 'line-opacity': 0.7 }}
        />
        <Layer
          id="draft-rings"
          beforeId={beforeId}
          type="line"
          layout={{ 'line-cap': 'round' }}
          paint={{
            'line-color': ['match', ['get', 'ring'], 0, watch, 1, warning, stop],
            'line-width': 3,
          }}
        />
      </Source>
      {shape && <RingHandles shape={shape} ringsKm={ringsKm} />}
      <Source id="draft-shape" type="geojson" data={drawn}>
        <Layer
          id="draft-fill"
          beforeId={beforeId}
          type="fill"
          filter={['==', ['geometry-type'], 'Polygon']}
          paint={{ 'fill-color': measure, 'fill-opacity': 0.25 }}
        />
        <Layer
          id="draft-line"
          beforeId={beforeId}
          type="line"
          filter={['!=', ['geometry-type'], 'Point']}
          paint={{ 'line-color': measure, 'line-width': 3 }}
        />
        <Layer
          id="draft-point"
          beforeId={beforeId}
          type="circle"
          filter={['==', ['geometry-type'], 'Point']}
          paint={{ 'circle-color': measure, 'circle-radius': 7, 'circle-stroke-color': edge, 'circle-stroke-width': 2 }}
        />
      </Source>
    </>
  );
}

function useCentre(asked: boolean): Position | undefined {
  const map = useMap().current;
  const [centre, setCentre] = useState<Position>();
  useEffect(() => {
    if (!map || !asked) return setCentre(undefined);
    const follow = () => {
      const { lng, lat } = map.getCenter();
      setCentre({ longitude: lng, latitude: lat });
    };
    follow();
    map.on('move', follow);
    return () => void map.off('move', follow);
  }, [map, asked]);
  return centre;
}

function useChoice({ from, attempt }: WatchDraft, visitorAt: Position | undefined): void {
  const map = useMap().current;
  useEffect(() => {
    if (from === 'visitor' && visitorAt) changeDraft({ shape: pointAt(visitorAt) });
  }, [from, visitorAt]);
  useEffect(() => {
    if (!map || from !== 'tap') return;
    const { style } = map.getCanvas();
    style.cursor = 'crosshair';
    const click = ({ lngLat }: { readonly lngLat: { readonly lng: number; readonly lat: number } }) =>
      changeDraft({ shape: pointAt({ longitude: lngLat.lng, latitude: lngLat.lat }) });
    map.on('click', click);
    return () => {
      style.cursor = '';
      map.off('click', click);
    };
  }, [map, from]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins with an empty sheet
  useEffect(() => {
    if (!map || (from !== 'line' && from !== 'polygon')) return;
    let stop: (() => void) | undefined;
    let wanted = true;
    // Only visitors who draw load the library.
    import('./drawShape.ts').then(
      ({ drawShape }) => {
        if (wanted) stop = drawShape(map.getMap(), from, (shape) => changeDraft({ shape }));
      },
      () => undefined,
    );
    return () => {
      wanted = false;
      stop?.();
    };
  }, [map, from, attempt]);
}
