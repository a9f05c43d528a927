import { useMemo } from 'react';
import { Link } from 'wouter';
import { boxAround } from '#shared/geo/BBox.ts';
import type { CellsNews } from '#shared/nowcast/CellsNews.ts';
import type { CellReport } from '#shared/nowcast/StormCell.ts';
import { useAddressPart } from '#web/ground/view/useAddressPart.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import { useNearestPlaces } from '#web/kit/places/useNearestPlaces.ts';
import { useHref } from '#web/kit/routing/useHref.ts';
import { LinkButton, SwitchButton } from '#web/map/kit/buttons.tsx';
import type { PanelProps } from '#web/map/parts/MapPart.ts';
import { clockText } from '#web/sky/words/timeText.ts';
import styles from './CellList.module.css';
import { cellsAddress } from './cellsAddress.ts';
import { cellName, cellTexts, orderedCells } from './cellWords.ts';
import { CELL_TEXTS, useCellsNews } from './useCellsNews.ts';

/** Lists home's storm cells, or states that no forecast is possible. The address holds its open state. */
export function CellList(props: PanelProps) {
  const { LL } = useTexts();
  const [{ listed }, change] = useAddressPart(cellsAddress);
  const { cells } = props.sky;
  const news = useCellsNews(cells);
  const texts = LL.cells;
  if (!useTextAreas(CELL_TEXTS) || cells.kind === 'none') return null;
  if (!news) {
    return (
      <p className={styles.late}>
        <strong>{texts.title()}</strong>
        {` · ${texts.late()}`}
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
      <summary>{texts.list({ count: news.cells.length })}</summary>
      {listed && <CellRows {...props} news={news} />}
    </details>
  );
}

const MAX_ROWS = 20;
/** Around a chosen cell; contains its path of 30 minutes. */
const SHOWN_KM = 40;

interface CellRowsProps extends PanelProps {
  readonly news: CellsNews;
}

/** Nearest first if there is a place, else the most active; choosing one shows it on the map. */
function CellRows({ sky, screen, news }: CellRowsProps) {
  const { LL, locale } = useTexts();
  const words = LL.cells;
  const places = useNearestPlaces();
  const proof = useHref()('proof');
  const { from, measure, presentMs, simulated } = sky;
  const measured = from && measure;
  const rows = useMemo(
    () =>
      orderedCells(news.cells, from)
        .slice(0, MAX_ROWS)
        .map((cell) => ({
          cell,
          name: cellName(cell, places, LL, locale),
          text: cellTexts(cell, measured, news.atMs, LL, locale).join(' · '),
        })),
    [news, from, measured, places, LL, locale],
  );
  const show = (cell: CellReport) => screen.fitTo(boxAround(cell, Math.max(SHOWN_KM, 2 * cell.radiusKm)));
  const asOf = words.asOf({ time: clockText(news.atMs, presentMs, locale) });
  return (
    <section className={styles.rows} aria-label={words.title()}>
      <p>
        {simulated ? `${asOf} ${LL.map.simulated()}.` : asOf} <Link href={proof}>{words.proof()}</Link>
      </p>
      {rows.length === 0 && <p>{words.none()}</p>}
      <ol>
        {rows.map(({ cell, name, text }) => (
          <li key={cell.id}>
            <LinkButton title={words.show()} onClick={() => show(cell)}>
              {name}
            </LinkButton>
            {text}
          </li>
        ))}
      </ol>
      {news.cells.length > MAX_ROWS && <p>{words.most({ n: MAX_ROWS })}</p>}
      {news.partial && <p>{words.partial()}</p>}
    </section>
  );
}

export function CellToggle({ sky: { cells } }: PanelProps) {
  const { LL } = useTexts();
  const [{ drawn }, change] = useAddressPart(cellsAddress);
  if (!useTextAreas(CELL_TEXTS) || cells.kind !== 'told') return null;
  return (
    <SwitchButton on={drawn} onChange={(shown) => change((choice) => ({ ...choice, drawn: shown }), 'replace')}>
      {LL.cells.toggle()}
    </SwitchButton>
  );
}
