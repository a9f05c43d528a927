import { useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import type { CellsNews } from '#shared/nowcast/place/CellsNews.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { displaySize, wallScale, wallUnit } from '#web/ground/view/viewBox.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import { FONT } from '#web/map/basemap/nameLayers.ts';
import type { LayerProps } from '#web/map/parts/MapPart.ts';
import { stormLines, WAY_MINUTES } from './stormLines.ts';
import { CELL_TEXTS, useCellsNews } from './useCellsNews.ts';

export function CellLayer(props: LayerProps) {
  const news = useCellsNews(props.sky.cells);
  const ready = useTextAreas(CELL_TEXTS);
  return news && ready && news.cells.length > 0 ? <Lines {...props} news={news} /> : null;
}

function Lines({ sky: { from }, screen, beforeId, news }: LayerProps & { readonly news: CellsNews }) {
  const { LL } = useTexts();
  const data = useMemo(() => stormLines(news, from, LL.cells.ahead({ n: WAY_MINUTES })), [news, from, LL]);
  const { theme, wall } = screen.query;
  const { storm, stormEdge } = mapColours[theme];
  const scale = wall ? wallScale(displaySize()) : 1;
  const round = { 'line-join': 'round', 'line-cap': 'round' } as const;
  return (
    <Source id="storms" type="geojson" data={data}>
      <Layer
        id="storm-edges"
        beforeId={beforeId}
        type="line"
        filter={['==', ['get', 'part'], 'way']}
        layout={round}
        paint={{ 'line-color': stormEdge, 'line-width': 4.5 * scale, 'line-opacity': 0.85 }}
      />
      <Layer
        id="storm-ways"
        beforeId={beforeId}
        type="line"
        filter={['==', ['get', 'part'], 'way']}
        layout={round}
        paint={{ 'line-color': storm, 'line-width': 2 * scale }}
      />
      <Layer
        id="storm-bounds"
        beforeId={beforeId}
        type="circle"
        filter={['==', ['get', 'part'], 'bound']}
        paint={{
          'circle-color': storm,
          'circle-radius': 1.3 * scale,
          'circle-opacity': ['-', 0.95, ['*', 0.6, ['get', 'share']]],
          'circle-stroke-color': stormEdge,
          'circle-stroke-width': 1.1 * scale,
          'circle-stroke-opacity': ['-', 0.95, ['*', 0.6, ['get', 'share']]],
        }}
      />
      <Layer
        id="storm-label"
        beforeId={beforeId}
        type="symbol"
        filter={['==', ['get', 'part'], 'label']}
        layout={{
          'text-field': ['get', 'text'],
          'text-font': FONT,
          'text-size': wall ? 30 * wallUnit(displaySize()) : 13,
          'text-anchor': 'bottom',
          'text-offset': [0, -0.7],
          'text-allow-overlap': true,
        }}
        paint={{ 'text-color': storm, 'text-halo-color': stormEdge, 'text-halo-width': 2 }}
      />
    </Source>
  );
}
