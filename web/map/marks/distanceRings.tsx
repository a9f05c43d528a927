import { memo, useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { circleAround, type Position } from '#shared/geo/geodesy.ts';
import type { MapTheme } from '#shared/picture/colours.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { displaySize, wallUnit } from '#web/ground/view/viewBox.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { FONT } from '#web/map/basemap/nameLayers.ts';
import type { LayerPart, LayerProps } from '#web/map/parts/MapPart.ts';
import { distanceText } from '#web/sky/words/placeText.ts';

export const distanceRings: LayerPart = { name: 'distance-rings', order: 20, lies: 'over-names', Layer: DistanceRings };

/** Take shelter at 10 km; what is within 25 km may be here in half an hour. In a quiet sky what is far is of interest too. */
const RINGS_KM = { near: [10, 25], quiet: [25, 50, 100] } as const;
/** At zoom 12 the chord of a 25 km ring leaves the circle by less than a tenth of a pixel. */
const CORNERS = 360;

function DistanceRings({ sky: { from, quiet }, screen, beforeId }: LayerProps) {
  return (
    from && (
      <Rings
        centre={from}
        radiiKm={quiet ? RINGS_KM.quiet : RINGS_KM.near}
        theme={screen.query.theme}
        wall={screen.query.wall}
        beforeId={beforeId}
      />
    )
  );
}

interface RingsProps extends Pick<LayerProps, 'beforeId'> {
  readonly centre: Position;
  readonly radiiKm: readonly number[];
  readonly theme: MapTheme;
  readonly wall: boolean;
}

/** Memoised apart from what follows the moment. */
const Rings = memo(function Rings({ centre, radiiKm, theme, wall, beforeId }: RingsProps) {
  const { LL, locale } = useTexts();
  const rings = useMemo(
    () => ({
      type: 'FeatureCollection' as const,
      features: radiiKm.map((km) => ({
        type: 'Feature' as const,
        properties: { name: distanceText(km, LL, locale) },
        geometry: { type: 'LineString' as const, coordinates: circleAround(centre, km, CORNERS) },
      })),
    }),
    [centre, radiiKm, LL, locale],
  );
  const { measure, edge } = mapColours[theme];
  return (
    <Source id="rings" type="geojson" data={rings}>
      <Layer
        id="ring-edges"
        beforeId={beforeId}
        type="line"
        paint={{ 'line-color': edge, 'line-width': 3.25, 'line-opacity': 0.5 }}
      />
      <Layer
        id="rings"
        beforeId={beforeId}
        type="line"
        paint={{ 'line-color': measure, 'line-width': 1.25, 'line-opacity': 0.75 }}
      />
      <Layer
        id="ring-names"
        beforeId={beforeId}
        type="symbol"
        layout={{
          'symbol-placement': 'line',
          'symbol-spacing': 400,
          'text-field': ['get', 'name'],
          'text-font': FONT,
          'text-size': wall ? 30 * wallUnit(displaySize()) : 12,
        }}
        paint={{ 'text-color': measure, 'text-halo-color': edge, 'text-halo-width': 1.6 }}
      />
    </Source>
  );
});
