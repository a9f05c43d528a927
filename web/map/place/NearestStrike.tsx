import type { Position } from '#shared/geo/geodesy.ts';
import { useTexts } from '#web/i18n/index.ts';
import type { NearestKnown } from '#web/strikes/nearestKnown.ts';
import type { StoredStrike } from '#web/strikes/StrikeStore.ts';
import { awayParts, distanceText } from '../words/placeText.ts';
import { spanText } from '../words/spanText.ts';
import styles from './NearestStrike.module.css';

export interface NearestStrikeProps {
  /** Where distances are measured from, and whether that is a chosen point or the visitor. */
  readonly from: Position | undefined;
  readonly chosen: boolean;
  readonly nearest: NearestKnown | undefined;
  /** Why a list without strikes is no empty sky; undefined where it is one. */
  readonly unsure: string | undefined;
  readonly nowMs: number;
  readonly onMeasureFromCentre: () => void;
  readonly onMeasureFromVisitor: () => void;
  readonly onShow: (strike: StoredStrike) => void;
}

/** How close lightning is: the nearest strike of the window, and where it is measured from. */
export function NearestStrike(props: NearestStrikeProps) {
  const { from, chosen, nearest, unsure, nowMs, onShow } = props;
  const strike = nearest?.strike;
  const { LL, locale } = useTexts();
  const words = LL.map.nearest;
  return (
    <div className={styles.nearest}>
      <span className={styles.title}>{words.title()}</span>
      {from === undefined && <span className={styles.soft}>{words.unset()}</span>}
      {nearest && !strike && (
        <span className={styles.value}>
          {unsure ?? words.none({ distance: distanceText(nearest.withinKm, LL, locale) })}
        </span>
      )}
      {from && strike && (
        <button type="button" className={styles.value} onClick={() => onShow(strike)}>
          {chosen
            ? LL.map.strike.awayFromPoint(awayParts(from, strike, LL, locale))
            : LL.map.strike.away(awayParts(from, strike, LL, locale))}
          <span className={styles.soft}> · {LL.map.strike.ago({ span: spanText(nowMs - strike.atMs, locale) })}</span>
        </button>
      )}
      {chosen ? (
        <button type="button" className={styles.action} onClick={props.onMeasureFromVisitor}>
          {words.fromMe()}
        </button>
      ) : (
        <button type="button" className={styles.action} onClick={props.onMeasureFromCentre}>
          {words.fromCentre()}
        </button>
      )}
    </div>
  );
}
