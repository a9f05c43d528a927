import { useMemo } from 'react';
import { Link } from 'wouter';
import { boxAround } from '#shared/geo/BBox.ts';
import type { CellReport } from '#shared/nowcast/cells/CellReport.ts';
import type { CellsNews } from '#shared/nowcast/place/CellsNews.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useNearestPlaces } from '#web/kit/places/useNearestPlaces.ts';
import { useHref } from '#web/kit/routing/useHref.ts';
import { LinkButton } from '#web/map/kit/LinkButton.tsx';
import type { PanelProps } from '#web/map/parts/MapPart.ts';
import { clockText } from '#web/sky/words/clockText.ts';
import styles from './CellList.module.css';
import { cellName, cellTexts } from './cellWords.ts';
import { orderedCells } from './orderedCells.ts';

const MAX_ROWS = 20;
/** Around a cell that was chosen: where it goes within 30 minutes lies on the map too. */
const SHOWN_KM = 40;

export interface CellRowsProps extends PanelProps {
  readonly news: CellsNews;
}

/** The cells in words, nearest first where there is a place, else the most active; choosing one shows it on the map. */
export function CellRows({ sky, screen, news }: CellRowsProps) {
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
