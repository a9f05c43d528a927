import { type CSSProperties, useEffect, useMemo, useState } from 'react';
import { useMap } from 'react-map-gl/maplibre';
import type { BBox } from '#shared/geo/BBox.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { LayerProps } from '#web/map/parts/MapPart.ts';
import { shownBox } from '#web/map/view/shownBox.ts';
import { NEAR_KM } from '#web/sky/strikes/nearestKnown.ts';
import { awayText, distanceText } from '#web/sky/words/placeText.ts';
import styles from './Beyond.module.css';
import { strikesBeyond } from './strikesBeyond.ts';

/** Arrows at the map's edge towards the nearest strikes that it does not show. A touch shows them. */
export function Beyond({ sky, screen }: LayerProps) {
  const map = useMap().current;
  const { LL, locale } = useTexts();
  const [box, setBox] = useState<BBox>();
  useEffect(() => {
    if (!map) return;
    const read = () => setBox(shownBox(map));
    read();
    map.on('moveend', read);
    map.on('resize', read);
    return () => {
      map.off('moveend', read);
      map.off('resize', read);
    };
  }, [map]);
  const { strikes, measure, drawnFromMs, toMs } = sky;
  const beyond = useMemo(
    () =>
      box && measure
        ? strikesBeyond(strikes.store, { box, from: measure.at, fromMs: drawnFromMs, toMs, withinKm: NEAR_KM })
        : [],
    [strikes, box, measure, drawnFromMs, toMs],
  );
  if (!measure) return null;
  return beyond.map(({ strike, km, at, turn }) => (
    <button
      key={`${strike.ordinal}`}
      type="button"
      className={styles.arrow}
      style={{ '--x': at.x, '--y': at.y } as CSSProperties}
      aria-label={LL.map.truth.nearest({ away: awayText(measure, strike, LL, locale) })}
      onClick={() => screen.goTo(strike)}
    >
      <svg viewBox="0 0 24 24" width="1.25em" height="1.25em" aria-hidden="true" style={{ rotate: `${turn}deg` }}>
        <path d="M12 3l7 9h-4.5v9h-5v-9H5z" fill="currentColor" />
      </svg>
      <span>{distanceText(km, LL, locale)}</span>
    </button>
  ));
}
