import { useMemo } from 'react';
import type { CellsNews } from '#shared/nowcast/CellsNews.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { displaySize, wallScale, wallUnit } from '#web/ground/view/viewBox.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import type { LayerProps } from '#web/map/parts/MapPart.ts';
import { LineLabel, LinePath, type LinePoint, MapLines, pathOf } from '#web/map/strikeLayers/MapLines.tsx';
import { stormLines, WAY_MINUTES } from './stormLines.ts';
import { CELL_TEXTS, useCellsNews } from './useCellsNews.ts';

export function CellLayer(props: LayerProps) {
  const news = useCellsNews(props.sky.cells);
  const ready = useTextAreas(CELL_TEXTS);
  return news && ready && news.cells.length > 0 ? <Lines {...props} news={news} /> : null;
}

/** The dots of a storm's bounds fade along its path in this many steps. */
const STEPS = 6;

function Lines({ sky: { from }, screen, news }: LayerProps & { readonly news: CellsNews }) {
  const { LL } = useTexts();
  const { ways, bounds, end } = useMemo(() => stormLines(news, from), [news, from]);
  const anchor = useMemo((): LinePoint => ways[0]?.[0] ?? [0, 0], [ways]);
  const path = useMemo(() => pathOf(ways, anchor), [ways, anchor]);
  const dots = useMemo(() => {
    const stepOf = (share: number) => Math.min(STEPS - 1, Math.floor(share * STEPS));
    return Array.from({ length: STEPS }, (_, step) => {
      const points = bounds.filter(({ share }) => stepOf(share) === step).map(({ at }) => [at]);
      return { opacity: 0.95 - (0.6 * (step + 0.5)) / STEPS, d: pathOf(points, anchor) };
    });
  }, [bounds, anchor]);
  if (ways.length === 0) return null;
  const { theme, wall } = screen.query;
  const { storm, stormEdge } = mapColours[theme];
  const scale = wall ? wallScale(displaySize()) : 1;
  const unit = wall ? wallUnit(displaySize()) : 1;
  return (
    <MapLines anchor={anchor}>
      <LinePath d={path} colour={storm} widthPx={2 * scale} edge={{ colour: stormEdge, widthPx: 4.5 * scale }} />
      {dots.map(({ opacity, d }) => (
        <LinePath
          key={opacity}
          d={d}
          colour={storm}
          widthPx={2.6 * scale}
          edge={{ colour: stormEdge, widthPx: 4.8 * scale }}
          opacity={opacity}
        />
      ))}
      {end && (
        <LineLabel
          at={end}
          anchor={anchor}
          text={LL.cells.ahead({ n: WAY_MINUTES })}
          sizePx={wall ? 30 * unit : 13}
          colour={storm}
          halo={stormEdge}
          above
        />
      )}
    </MapLines>
  );
}
