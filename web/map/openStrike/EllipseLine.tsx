import { useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { ellipseAround, toldEllipse } from '#shared/lookUp/Ellipse.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { FONT } from '#web/map/basemap/nameLayers.ts';
import type { LayerProps } from '#web/map/parts/MapPart.ts';
import { percentText } from './strikeDetailText.ts';

/** Where the open strike truly fell, with the share that its source declares. */
export function EllipseLine({ sky: { ellipseShare }, screen: { open, query }, beforeId }: LayerProps) {
  const { locale } = useTexts();
  const outline = useMemo(() => {
    const ellipse = toldEllipse(open?.detail, ellipseShare);
    if (!open || !ellipse || ellipseShare === undefined) return undefined;
    return {
      type: 'Feature' as const,
      properties: { share: percentText(ellipseShare, locale) },
      geometry: { type: 'LineString' as const, coordinates: ellipseAround(open, ellipse) },
    };
  }, [open, ellipseShare, locale]);
  if (!outline) return null;
  const { measure, edge } = mapColours[query.theme];
  return (
    <Source id="open-ellipse" type="geojson" data={outline}>
      <Layer
        id="open-ellipse"
        beforeId={beforeId}
        type="line"
        paint={{ 'line-color': measure, 'line-width': 1.5, 'line-dasharray': [2, 2] }}
      />
      <Layer
        id="open-ellipse-share"
        beforeId={beforeId}
        type="symbol"
        layout={{
          'symbol-placement': 'line',
          'text-field': ['get', 'share'],
          'text-font': FONT,
          'text-size': 12,
        }}
        paint={{ 'text-color': measure, 'text-halo-color': edge, 'text-halo-width': 1.6 }}
      />
    </Source>
  );
}
