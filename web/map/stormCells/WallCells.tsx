import { type ReactNode, useMemo } from 'react';
import { bboxContains } from '#shared/geo/BBox.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import { useNearestPlaces } from '#web/kit/places/useNearestPlaces.ts';
import type { Sky } from '#web/sky/shown/Sky.ts';
import { cellName, headingText, orderedCells } from './cellWords.ts';
import { CELL_TEXTS, useCellsNews } from './useCellsNews.ts';
import styles from './WallCells.module.css';

const MAX_CELLS = 3;

export interface WallCellsProps {
  readonly sky: Sky;
  readonly otherwise: ReactNode;
}

export function WallCells({ sky: { cells, box }, otherwise }: WallCellsProps) {
  const { LL, locale } = useTexts();
  const words = LL.cells;
  const places = useNearestPlaces();
  const news = useCellsNews(cells);
  const ready = useTextAreas(CELL_TEXTS);
  const shown = useMemo(() => {
    const inView = news?.cells.filter(({ longitude, latitude }) => box && bboxContains(box, longitude, latitude)) ?? [];
    return orderedCells(inView, undefined).slice(0, MAX_CELLS);
  }, [news, box]);
  if (!ready || shown.length === 0) return otherwise;
  return (
    <div className={styles.cells} data-tells>
      <span className={styles.title}>{words.wall()}</span>
      <ol>
        {shown.map((cell) => (
          <li key={cell.id}>
            <strong>{cellName(cell, places, LL, locale)}</strong>
            <span>
              {[headingText(cell, LL, locale), ...(cell.trend === 'steady' ? [] : [words[cell.trend]()])].join(' · ')}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
