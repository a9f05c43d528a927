import { useMemo, useState } from 'react';
import type { BBox } from '#shared/geo/BBox.ts';
import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { isoSeconds } from '#shared/time/isoTime.ts';
import { useTexts } from '#web/i18n/index.ts';
import { newestStrikes } from '#web/strikes/findStrike.ts';
import type { StoredStrike, StrikeStore } from '#web/strikes/StrikeStore.ts';
import { distanceText } from '../../words/placeText.ts';
import { spanText } from '../../words/spanText.ts';
import styles from './StrikeTable.module.css';

const MOST = 50;

export interface StrikeTableProps {
  readonly strikes: StrikeStore;
  readonly revision: number;
  /** Why a list without strikes is no empty sky; undefined where it is one. */
  readonly unsure: string | undefined;
  readonly box: BBox | undefined;
  readonly nowMs: number;
  readonly windowMs: number;
  readonly from: Position | undefined;
  readonly onShow: (strike: StoredStrike) => void;
}

/** The map without seeing it: the newest strikes in view, from the same store, to be sorted and opened by keyboard. */
export function StrikeTable(props: StrikeTableProps) {
  const { LL } = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{LL.map.table.title()}</summary>
      {open && <Rows {...props} />}
    </details>
  );
}

type SortKey = 'atMs' | 'km';

function Rows({ strikes, revision, unsure, box, nowMs, windowMs, from, onShow }: StrikeTableProps) {
  const { LL, locale } = useTexts();
  const [sortKey, setSortKey] = useState<SortKey>('atMs');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `revision` stands for what changed inside the store
  const rows = useMemo(() => {
    const newest = newestStrikes(strikes, { fromMs: nowMs - windowMs, ...(box ? { within: box } : {}) }, MOST);
    const measured = newest.map((strike) => ({ strike, km: from ? distanceKm(from, strike) : undefined }));
    return sortKey === 'km' ? measured.toSorted((a, b) => (a.km ?? 0) - (b.km ?? 0)) : measured;
  }, [strikes, revision, box, nowMs, windowMs, from, sortKey]);
  const words = LL.map.table;
  if (rows.length === 0) return <p>{unsure ?? words.empty()}</p>;
  const sortable = (key: SortKey, name: string) => (
    <th scope="col" aria-sort={sortKey === key ? (key === 'km' ? 'ascending' : 'descending') : 'none'}>
      <button type="button" onClick={() => setSortKey(key)}>
        {name}
      </button>
    </th>
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={words.title()}>
      <table>
        <thead>
          <tr>
            {sortable('atMs', words.time())}
            <th scope="col">{words.age()}</th>
            {from && sortable('km', words.distance())}
            <th scope="col">{words.latitude()}</th>
            <th scope="col">{words.longitude()}</th>
            <th scope="col">
              <span className="visually-hidden">{words.show()}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ strike, km }) => (
            <tr key={strike.ordinal}>
              <td>{isoSeconds(strike.atMs)}</td>
              <td>{spanText(nowMs - strike.atMs, locale)}</td>
              {km !== undefined && <td>{distanceText(km, LL, locale)}</td>}
              <td>{strike.latitude.toFixed(4)}</td>
              <td>{strike.longitude.toFixed(4)}</td>
              <td>
                <button type="button" onClick={() => onShow(strike)}>
                  {words.show()}
                  <span className="visually-hidden"> {isoSeconds(strike.atMs)}</span>
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === MOST && <p>{words.most({ n: MOST })}</p>}
    </section>
  );
}
