import { useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import type { CellsNews } from '#shared/nowcast/place/CellsNews.ts';
import { heldStrokes } from '#shared/nowcast/place/forecastAt.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { displaySize, wallScale } from '#web/ground/view/viewBox.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import { FONT } from '#web/map/basemap/nameLayers.ts';
import type { LayerProps } from '#web/map/parts/MapPart.ts';
import { cellFeatures, drawnCells } from './drawnCells.ts';
import { CELL_TEXTS, useCellsNews } from './useCellsNews.ts';

export function CellLayer(props: LayerProps) {
  const news = useCellsNews(props.sky.cells);
  const ready = useTextAreas(CELL_TEXTS);
  return news && ready && news.cells.length > 0 ? <Shapes {...props} news={news} /> : null;
}

function Shapes({ sky, screen, beforeId, news }: LayerProps & { readonly news: CellsNews }) {
  const { LL } = useTexts();
  const { strikes, complete } = sky;
  const drawn = useMemo(
    // The strikes of the ten minutes before the cells' time come with the view; no others follow.
    () => drawnCells(news, complete ? heldStrokes(strikes.store, news.atMs) : []),
    [news, complete, strikes.store],
  );
  const data = useMemo(() => {
    const words = LL.cells;
    const trends = { steady: '', growing: words.growing(), fading: words.fading() };
    return cellFeatures(drawn, { trends, ahead: words.ahead() });
  }, [drawn, LL]);
  const { theme, wall } = screen.query;
  const { cell, edge } = mapColours[theme];
  const scale = wall ? wallScale(displaySize()) : 1;
  return (
    <Source id="cells" type="geojson" data={data}>
      <Layer
        id="cell-cones"
        beforeId={beforeId}
        type="fill"
        filter={['==', ['get', 'part'], 'cone']}
        paint={{ 'fill-color': cell, 'fill-opacity': 0.16, 'fill-outline-color': cell }}
      />
      <Layer
        id="cell-grounds"
        beforeId={beforeId}
        type="fill"
        filter={['==', ['get', 'part'], 'outline']}
        paint={{ 'fill-color': cell, 'fill-opacity': 0.08 }}
      />
      <Layer
        id="cell-edges"
        beforeId={beforeId}
        type="line"
        filter={['in', ['get', 'part'], ['literal', ['outline', 'arrow']]]}
        layout={{ 'line-join': 'round', 'line-cap': 'round' }}
        paint={{ 'line-color': edge, 'line-width': 5 * scale, 'line-opacity': 0.75 }}
      />
      <Layer
        id="cell-outlines"
        beforeId={beforeId}
        type="line"
        filter={['all', ['==', ['get', 'part'], 'outline'], ['!=', ['get', 'trend'], 'fading']]}
        layout={{ 'line-join': 'round' }}
        paint={{
          'line-color': cell,
          'line-width': ['case', ['==', ['get', 'trend'], 'growing'], 3.5 * scale, 2 * scale],
        }}
      />
      <Layer
        id="cell-outlines-fading"
        beforeId={beforeId}
        type="line"
        filter={['all', ['==', ['get', 'part'], 'outline'], ['==', ['get', 'trend'], 'fading']]}
        paint={{ 'line-color': cell, 'line-width': 2 * scale, 'line-dasharray': [2, 1.5] }}
      />
      <Layer
        id="cell-arrows"
        beforeId={beforeId}
        type="line"
        filter={['==', ['get', 'part'], 'arrow']}
        layout={{ 'line-join': 'round', 'line-cap': 'round' }}
        paint={{ 'line-color': cell, 'line-width': 2.5 * scale }}
      />
      <Layer
        id="cell-paths"
        beforeId={beforeId}
        type="circle"
        filter={['==', ['get', 'part'], 'past']}
        paint={{
          'circle-color': cell,
          'circle-radius': 3.5 * scale,
          'circle-opacity': ['-', 1, ['*', 0.2, ['get', 'back']]],
          'circle-stroke-color': edge,
          'circle-stroke-width': scale,
        }}
      />
      <Layer
        id="cell-words"
        beforeId={beforeId}
        type="symbol"
        filter={['==', ['get', 'part'], 'word']}
        layout={{
          'text-field': ['get', 'text'],
          'text-font': FONT,
          'text-size': 13 * scale,
          'text-anchor': ['get', 'anchor'],
          'text-offset': ['case', ['==', ['get', 'anchor'], 'bottom'], ['literal', [0, -0.5]], ['literal', [0, 0]]],
        }}
        paint={{ 'text-color': cell, 'text-halo-color': edge, 'text-halo-width': 1.8 }}
      />
    </Source>
  );
}
