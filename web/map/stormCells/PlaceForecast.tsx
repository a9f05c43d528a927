import { useMemo } from 'react';
import { Link } from 'wouter';
import { bboxContains } from '#shared/geo/BBox.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useHref } from '#web/kit/routing/useHref.ts';
import { useTextAreas } from '#web/map/kit/useTextAreas.ts';
import type { Sky } from '#web/sky/shown/Sky.ts';
import { clockText } from '#web/sky/words/timeText.ts';
import styles from './PlaceForecast.module.css';
import { forecastWords, heldStrokes, placeForecast, reachesBack } from './toldForecast.ts';
import { CELL_TEXTS, useCellsNews } from './useCellsNews.ts';

const MINUTE_MS = 60_000;

export interface PlaceForecastProps {
  readonly sky: Sky;
}

/** Computed on this device: the visitor's place never leaves it. */
export function PlaceForecast({ sky }: PlaceForecastProps) {
  const { LL, locale } = useTexts();
  const { from, home, cells, strikes, complete, drawnFromMs, presentMs } = sky;
  const news = useCellsNews(cells);
  const proof = useHref()('proof');
  const ready = useTextAreas(CELL_TEXTS);
  const minute = Math.floor(presentMs / MINUTE_MS);
  const told = useMemo(() => {
    if (!from || !home || !news || !complete || !reachesBack(drawnFromMs, news.atMs)) return undefined;
    return placeForecast(from, home, news, heldStrokes(strikes.store, news.atMs), minute * MINUTE_MS);
  }, [from, home, news, complete, drawnFromMs, strikes.store, minute]);
  const isHome = from && home && bboxContains(home, from.longitude, from.latitude);
  if (!ready || !isHome || cells.kind === 'none') return null;
  if (cells.kind === 'late') return <p className={styles.forecast}>{LL.cells.late()}</p>;
  if (!told || !news) return null;
  const [first, ...rest] = forecastWords(told, LL);
  return (
    <section className={styles.forecast} data-tells aria-label={LL.cells.forecast.title()}>
      <p>
        <strong>{first}</strong>
      </p>
      <p>{rest.join(' ')}</p>
      <p className={styles.soft}>
        {LL.cells.asOf({ time: clockText(news.atMs, presentMs, locale) })} <Link href={proof}>{LL.cells.proof()}</Link>
      </p>
    </section>
  );
}
