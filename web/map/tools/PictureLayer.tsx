import { useEffect, useMemo } from 'react';
import { Layer, type MapRef, Source, useMap } from 'react-map-gl/maplibre';
import { type BBox, bboxWithin } from '#shared/geo/BBox.ts';
import type { MapTheme } from '#shared/sky/colours.ts';
import { boxOfPicture, type Picture } from '#web/ground/picture/Picture.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { FONT } from '#web/map/basemap/nameLayers.ts';
import type { LayerProps } from '#web/map/parts/MapPart.ts';
import { type CoveredPx, coveredPx, visibleBox } from '#web/map/parts/useMapView.ts';
import { pictureFeatures } from './pictureFeatures.ts';

interface PictureLayerProps extends Pick<LayerProps, 'beforeId'> {
  readonly picture: Picture;
  readonly theme: MapTheme;
}

/** The only layer for results: the queried shape, distances around it, error ellipses of its points. */
export default function PictureLayer({ picture, theme, beforeId }: PictureLayerProps) {
  const data = useMemo(() => pictureFeatures(picture), [picture]);
  useInView(useMemo(() => boxOfPicture(picture), [picture]));
  const { edge, measure, result } = mapColours[theme];
  return (
    <Source id="answer" type="geojson" data={data}>
      <Layer
        id="answer-area"
        beforeId={beforeId}
        type="fill"
        filter={['all', ['==', ['get', 'kind'], 'shape'], ['==', ['geometry-type'], 'Polygon']]}
        paint={{ 'fill-color': result, 'fill-opacity': 0.18 }}
      />
      <Layer
        id="answer-edge"
        beforeId={beforeId}
        type="line"
        filter={['in', ['get', 'kind'], ['literal', ['shape', 'circle']]]}
        paint={{ 'line-color': edge, 'line-width': 5, 'line-opacity': 0.7 }}
      />
      <Layer
        id="answer-circles"
        beforeId={beforeId}
        type="line"
        filter={['==', ['get', 'kind'], 'circle']}
        paint={{ 'line-color': measure, 'line-width': 2 }}
      />
      <Layer
        id="answer-circle-names"
        beforeId={beforeId}
        type="symbol"
        filter={['==', ['get', 'kind'], 'circle']}
        layout={{
          'symbol-placement': 'line',
          'symbol-spacing': 400,
          'text-field': ['get', 'label'],
          'text-font': FONT,
          'text-size': 13,
        }}
        paint={{ 'text-color': measure, 'text-halo-color': edge, 'text-halo-width': 1.8 }}
      />
      <Layer
        id="answer-shape"
        beforeId={beforeId}
        type="line"
        filter={['==', ['get', 'kind'], 'shape']}
        paint={{ 'line-color': result, 'line-width': 3 }}
      />
      <Layer
        id="answer-ellipses"
        beforeId={beforeId}
        type="line"
        filter={['==', ['get', 'kind'], 'ellipse']}
        paint={{ 'line-color': result, 'line-width': 1.5, 'line-dasharray': [3, 2] }}
      />
      <Layer
        id="answer-points"
        beforeId={beforeId}
        type="circle"
        filter={['==', ['get', 'kind'], 'point']}
        paint={{ 'circle-color': result, 'circle-radius': 4, 'circle-stroke-color': edge, 'circle-stroke-width': 1.5 }}
      />
    </Source>
  );
}

const MARGIN_PX = 28;
/** Closer views add no detail. */
const MAX_ZOOM = 14;
/** In a view this many times wider, a result would be a dot. */
const MOST_TIMES_WIDER = 6;

/** Fits the map to a new result, within the part that the panel leaves free, unless it is visible already. */
export function useInView(box: BBox | undefined): void {
  const map = useMap().current;
  useEffect(() => {
    if (!map || !box) return;
    // MapLibre learns its frame's size later than the browser; until then it would fit the box to the old size.
    map.getMap().resize();
    const { clientWidth, clientHeight } = map.getContainer();
    const marginPx = Math.min(MARGIN_PX, clientWidth / 8, clientHeight / 8);
    const covered = coveredPx(map);
    const seen = visibleBox(map);
    const isSeen = bboxWithin(box, uncovered(map, covered)) && widthOf(seen) < MOST_TIMES_WIDER * widthOf(box);
    if (isSeen) return;
    map.fitBounds([box.west, box.south, box.east, box.north], {
      padding: {
        top: marginPx,
        left: marginPx + covered.left,
        right: marginPx,
        bottom: marginPx + covered.bottom,
      },
      maxZoom: MAX_ZOOM,
      duration: 600,
    });
  }, [map, box]);
}

const widthOf = ({ west, east }: BBox) => east - west;

function uncovered(map: MapRef, { left, bottom }: CoveredPx): BBox {
  const { clientWidth, clientHeight } = map.getContainer();
  const [southWest, northEast] = [map.unproject([left, clientHeight - bottom]), map.unproject([clientWidth, 0])];
  return { west: southWest.lng, south: southWest.lat, east: northEast.lng, north: northEast.lat };
}
