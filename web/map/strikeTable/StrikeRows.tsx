import { useMemo } from 'react';
import { distanceKm } from '#shared/geo/geodesy.ts';
import { isoSeconds } from '#shared/time.ts';
import { dateTimeFormat, useTexts } from '#web/kit/i18n/index.ts';
import { useNearestPlaces } from '#web/kit/places/NearestPlaces.ts';
import { LinkButton } from '#web/map/kit/buttons.tsx';
import type { PanelProps } from '#web/map/parts/MapPart.ts';
import { knownWithinKm, nearestStrikes, newestStrikes } from '#web/sky/findStrikes.ts';
import { distanceText, nearPlaceText, unsureText } from '#web/sky/placeText.ts';
import { whenText } from '#web/sky/timeText.ts';
import styles from './strikeTable.module.css';

const MAX_ROWS = 50;

export interface StrikeRowsProps extends PanelProps {
  readonly order: 'newest' | 'nearest';
  readonly onOrder: (order: 'newest' | 'nearest') => void;
}

export default function StrikeRows({ sky, screen, order, onOrder }: StrikeRowsProps) {
  const { strikes, box, renderedFromMs, toMs, from } = sky;
  const { LL, locale } = useTexts();
  const texts = LL.map.table;
  const places = useNearestPlaces();
  const rows = useMemo(() => {
    const scope = { fromMs: renderedFromMs, toMs, ...(box ? { within: box } : {}) };
    const chosen =
      order === 'nearest' && from
        ? nearestStrikes(strikes.store, from, { ...scope, knownKm: knownWithinKm(from, box) }, MAX_ROWS)
        : newestStrikes(strikes.store, scope, MAX_ROWS).map((strike) => ({
            strike,
            km: from ? distanceKm(from, strike) : undefined,
          }));
    return chosen.map((row) => ({ ...row, near: places?.near(row.strike) }));
  }, [strikes, box, renderedFromMs, toMs, from, order, places]);
  const own = dateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
  if (rows.length === 0) return <p>{unsureText(sky, LL) ?? texts.empty()}</p>;
  const sortable = (by: 'newest' | 'nearest', name: string) => (
    <th scope="col" aria-sort={order === by ? (by === 'nearest' ? 'ascending' : 'descending') : 'none'}>
      <LinkButton onClick={() => onOrder(by)}>{name}</LinkButton>
    </th>
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={texts.title()}>
      <table>
        <thead>
          <tr>
            {sortable('newest', texts.time())}
            <th scope="col">UTC</th>
            <th scope="col">{texts.when()}</th>
            {from && sortable('nearest', texts.distance())}
            {places && <th scope="col">{LL.map.near.title()}</th>}
            <th scope="col">{texts.latitude()}</th>
            <th scope="col">{texts.longitude()}</th>
            <th scope="col">
              <span className="visually-hidden">{texts.show()}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ strike, km, near }) => (
            <tr key={strike.ordinal}>
              <td>{own.format(strike.atMs)}</td>
              <td>{isoSeconds(strike.atMs)}</td>
              <td>{whenText(strike.atMs, sky, LL, locale)}</td>
              {km !== undefined && <td>{distanceText(km, LL, locale)}</td>}
              {places && <td className={styles.place}>{near && nearPlaceText(near, LL, locale)}</td>}
              <td>{strike.latitude.toFixed(4)}</td>
              <td>{strike.longitude.toFixed(4)}</td>
              <td>
                <LinkButton onClick={() => screen.show(strike)}>
                  {texts.show()}
                  <span className="visually-hidden"> {own.format(strike.atMs)}</span>
                </LinkButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === MAX_ROWS && (
        <p>{(order === 'nearest' && from ? texts.mostNear : texts.most)({ n: MAX_ROWS })}</p>
      )}
    </section>
  );
}
