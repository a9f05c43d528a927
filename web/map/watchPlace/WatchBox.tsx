import { useEffect, useMemo, useState } from 'react';
import { Link, useSearch } from 'wouter';
import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { pointAt } from '#shared/geo/Shape.ts';
import { DEFAULT_RINGS_KM } from '#shared/watch/Area.ts';
import { type RingsKm, useRingsOnMap } from '#web/ground/picture/visibleRings.ts';
import { useEscape } from '#web/kit/browser/dismissal.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import { loadNearestPlaces, type NearestPlaces, useNearestPlaces } from '#web/kit/places/NearestPlaces.ts';
import { useHref } from '#web/kit/routing/PageLink.tsx';
import { DEFAULT_DWELL_MIN, formatSetupAddress, MAX_NAME_LENGTH } from '#web/kit/routing/watchAddress.ts';
import styles from '#web/map/controls/controls.module.css';
import { CloseButton } from '#web/map/kit/buttons.tsx';
import kit from '#web/map/kit/cards.module.css';
import type { Screen } from '#web/map/parts/Screen.ts';
import { queryTo, toolAt } from '#web/map/tools/mapTools.ts';
import { nearPlaceText, placeAfterPreposition } from '#web/sky/placeText.ts';
import { QuickAlert } from '#web/tools/watch/quickAlert/QuickAlert.tsx';

/** A visitor who looks at a map of a place farther away does not mean their own position. */
const AROUND_KM = 30;

/**
 * The position to watch while the map has this middle. A known place is watched at its own position instead of the
 * map's middle, so that the name matches the place.
 */
export function targetPlace(
  centre: Position,
  visitorAt: Position | undefined,
  places: Pick<NearestPlaces, 'near'> | undefined,
): Position {
  const isAround = visitorAt !== undefined && distanceKm(visitorAt, centre) <= AROUND_KM;
  return isAround ? visitorAt : (places?.near(centre)?.place ?? centre);
}

const AREAS = ['watch', 'mapMore'] as const;

interface WatchBoxProps {
  readonly screen: Screen;
  readonly onClose: () => void;
  /** Called when a link leads away. */
  readonly onLeave: () => void;
}

/** Sets up alerts for lightning near a place on the map. Rarely changed options are in the watch tool. */
export default function WatchBox(props: WatchBoxProps) {
  const { LL } = useTexts();
  const ready = useTextAreas(AREAS);
  return (
    <div className={`${kit.card} ${styles.watchBox}`}>{ready ? <Choice {...props} /> : <p>{LL.map.loading()}</p>}</div>
  );
}

function Choice({ screen, onClose, onLeave }: WatchBoxProps) {
  const { LL, locale } = useTexts();
  const search = useSearch();
  const hrefOf = useHref();
  const [ringsKm, setRingsKm] = useState<RingsKm>(DEFAULT_RINGS_KM);
  const places = useNearestPlaces();
  useEffect(() => void loadNearestPlaces(), []);
  useEscape(onClose);
  const meant = targetPlace(screen.centreOf(), screen.visitorAt, places);
  const { latitude, longitude } = meant;
  const shape = useMemo(() => pointAt({ latitude, longitude }), [latitude, longitude]);
  useRingsOnMap(useMemo(() => ({ shape, ringsKm, onChange: setRingsKm, followsMap: true }), [shape, ringsKm]));
  const near = places?.near(meant);
  const name = near ? nearPlaceText(near, LL, locale).slice(0, MAX_NAME_LENGTH) : '';
  const place = { shape, name, ringsKm, dwellMin: DEFAULT_DWELL_MIN };
  return (
    <QuickAlert
      near={near ? placeAfterPreposition(near.place, locale) : LL.mapMore.tell.thisPlace()}
      place={place}
      closing={<CloseButton name={LL.mapMore.tell.close()} onClick={onClose} />}
    >
      <Link
        className={styles.watchMore ?? ''}
        href={hrefOf('watch') + queryTo(toolAt('watch', search), search) + formatSetupAddress(place)}
        onClick={onLeave}
      >
        {LL.mapMore.tell.more()}
      </Link>
    </QuickAlert>
  );
}
