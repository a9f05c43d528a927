import { useAddressPart } from '#web/ground/view/useAddressPart.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/map/kit/useTextAreas.ts';
import type { PanelProps } from '#web/map/parts/MapPart.ts';
import styles from './CellList.module.css';
import { CellRows } from './CellRows.tsx';
import { cellsAddress } from './cellsAddress.ts';
import { CELL_TEXTS } from './cellTexts.ts';
import { useCellsNews } from './useCellsNews.ts';

/** All of home's storm cells as a list that reads without the map, or that no forecast can be made. The address holds its state. */
export function CellList(props: PanelProps) {
  const { LL } = useTexts();
  const [{ listed }, change] = useAddressPart(cellsAddress);
  const { cells } = props.sky;
  const news = useCellsNews(cells);
  const words = LL.cells;
  if (!useTextAreas(CELL_TEXTS) || cells.kind === 'none') return null;
  if (!news) {
    return (
      <p className={styles.late}>
        <strong>{words.title()}</strong>
        {` · ${words.late()}`}
      </p>
    );
  }
  return (
    <details
      className={styles.details}
      open={listed}
      onToggle={({ currentTarget: { open } }) => {
        if (open !== listed) change((choice) => ({ ...choice, listed: open }), 'replace');
      }}
    >
      <summary>{words.list({ count: news.cells.length })}</summary>
      {listed && <CellRows {...props} news={news} />}
    </details>
  );
}
