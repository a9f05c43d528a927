import { Link } from 'wouter';
import type { Position } from '#shared/geo/geodesy.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useNearestPlaces } from '#web/kit/places/useNearestPlaces.ts';
import { useHref } from '#web/kit/routing/useHref.ts';
import { LinkButton } from '#web/map/kit/buttons.tsx';
import { Part } from '#web/map/parts/Part.tsx';
import { LazyPlaceForecast, useCellsCame } from '#web/map/stormCells/lazyCells.ts';
import type { Sky } from '#web/sky/shown/Sky.ts';
import type { StoredStrike } from '#web/sky/strikes/StrikeStore.ts';
import { awayText, distanceText, nearPlaceText } from '#web/sky/words/placeText.ts';
import { unsureText } from '#web/sky/words/skyText.ts';
import { clockText, whenText } from '#web/sky/words/timeText.ts';
import styles from './NearestStrike.module.css';

interface NearestStrikeProps {
  readonly sky: Sky;
  readonly chosen: boolean;
  readonly onMeasureFromCentre: () => void;
  readonly onMeasureFromVisitor: () => void;
  readonly onShow: (strike: StoredStrike) => void;
}

export function NearestStrike({ sky, chosen, onMeasureFromCentre, onMeasureFromVisitor, onShow }: NearestStrikeProps) {
  const { measure, nearest, presentMs, truth, endMs } = sky;
  const strike = nearest?.strike;
  const { LL, locale } = useTexts();
  const words = LL.map.nearest;
  const places = useNearestPlaces();
  const near = strike && places?.near(strike);
  const came = useCellsCame(sky.cells);
  return (
    <div className={styles.nearest}>
      <span className={styles.title}>
        {truth.kind === 'down' && truth.sinceMs !== null
          ? words.lastKnown({ time: clockText(endMs, presentMs, locale) })
          : words.title()}
      </span>
      {nearest && !strike && (
        <span className={styles.value}>
          {unsureText(sky, LL) ?? words.none({ distance: distanceText(nearest.withinKm, LL, locale) })}
        </span>
      )}
      {measure && strike && (
        <button type="button" className={styles.value} onClick={() => onShow(strike)}>
          {awayText(measure, strike, LL, locale)}
          <span className={styles.where}>
            {whenText(strike.atMs, sky, LL, locale)}
            {near && ` · ${nearPlaceText(near, LL, locale)}`}
          </span>
        </button>
      )}
      {came && sky.from && (
        <Part>
          <LazyPlaceForecast sky={sky} />
        </Part>
      )}
      {measure?.by === 'centre' && <span className={styles.soft}>{words.unset()}</span>}
      {chosen ? (
        <LinkButton onClick={onMeasureFromVisitor}>{words.fromMe()}</LinkButton>
      ) : (
        <LinkButton onClick={onMeasureFromCentre}>{words.fromCentre()}</LinkButton>
      )}
      {measure?.by === 'point' && <WatchLink at={measure.at} />}
    </div>
  );
}

/** The place goes along in the fragment, which is sent to nobody; its rings and dwell are those by default. */
function WatchLink({ at }: { readonly at: Position }) {
  const { LL } = useTexts();
  const href = useHref()('watch');
  return (
    <Link href={`${href}#at=${at.latitude.toFixed(4)},${at.longitude.toFixed(4)}`} className={styles.watch}>
      {LL.map.nearest.watch()}
    </Link>
  );
}
