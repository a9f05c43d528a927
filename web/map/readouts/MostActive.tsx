import { Suspense, useMemo } from 'react';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useNearestPlaces } from '#web/kit/places/useNearestPlaces.ts';
import { Part } from '#web/map/parts/Part.tsx';
import { LazyWallCells, useCellsCame } from '#web/map/stormCells/lazyCells.ts';
import type { Sky } from '#web/sky/shown/Sky.ts';
import { activeAreas } from '#web/sky/strikes/activeAreas.ts';
import { nearPlaceText } from '#web/sky/words/placeText.ts';
import { timeFilterText } from '#web/sky/words/timeText.ts';
import styles from './MostActive.module.css';

const MAX_AREAS = 3;

interface MostActiveProps {
  readonly sky: Sky;
}

/** Places with most strikes, for a display without a measuring point: storm cells, else areas. */
export function MostActive({ sky }: MostActiveProps) {
  const areas = <ActiveAreas sky={sky} />;
  if (!useCellsCame(sky.cells)) return areas;
  return (
    <Part>
      <Suspense fallback={areas}>
        <LazyWallCells sky={sky} otherwise={areas} />
      </Suspense>
    </Part>
  );
}

function ActiveAreas({ sky }: MostActiveProps) {
  const { LL, locale } = useTexts();
  const places = useNearestPlaces();
  const { strikes, box, drawnFromMs, toMs, windowMs, truth } = sky;
  const areas = useMemo(
    () => (box ? activeAreas(strikes.store, box, drawnFromMs, MAX_AREAS, toMs) : []),
    [strikes, box, drawnFromMs, toMs],
  );
  const named = areas.flatMap(({ at, count }) => {
    const near = places?.near(at);
    return near ? [{ name: nearPlaceText(near, LL, locale), count }] : [];
  });
  const count = new Intl.NumberFormat(locale);
  return (
    <div className={styles.active}>
      <span className={styles.title}>
        {truth.kind === 'down'
          ? LL.map.active.lastKnown()
          : LL.map.active.title({ range: timeFilterText(windowMs, LL).toLocaleLowerCase(locale) })}
      </span>
      <ol>
        {named.map(({ name, count: strikesThere }) => (
          <li key={name}>
            <span>{name}</span>
            <strong>{count.format(strikesThere)}</strong>
          </li>
        ))}
      </ol>
    </div>
  );
}
