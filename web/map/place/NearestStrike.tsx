import type { StoredStrike } from '#web/feed/StrikeStore.ts';
import { useTexts } from '#web/i18n/index.ts';
import { spanText } from '../reading/spanText.ts';
import type { Position } from './geodesy.ts';
import styles from './NearestStrike.module.css';
import { awayParts } from './placeText.ts';

export interface NearestStrikeProps {
  /** Where distances are measured from, and whether that is a chosen point or the visitor. */
  readonly from: Position | undefined;
  readonly chosen: boolean;
  readonly nearest: StoredStrike | undefined;
  readonly nowMs: number;
  readonly onMeasureFromCentre: () => void;
  readonly onMeasureFromVisitor: () => void;
  readonly onShow: (strike: StoredStrike) => void;
}

/** How close lightning is: the nearest strike of the window, and where it is measured from. */
export function NearestStrike(props: NearestStrikeProps) {
  const { from, chosen, nearest, nowMs, onShow } = props;
  const { LL, locale } = useTexts();
  const words = LL.map.nearest;
  return (
    <div className={styles.nearest}>
      <span className={styles.title}>{words.title()}</span>
      {from === undefined && <span className={styles.soft}>{words.unset()}</span>}
      {from && !nearest && <span className={styles.value}>{words.none()}</span>}
      {from && nearest && (
        <button type="button" className={styles.value} onClick={() => onShow(nearest)}>
          {chosen
            ? LL.map.strike.awayFromPoint(awayParts(from, nearest, LL, locale))
            : LL.map.strike.away(awayParts(from, nearest, LL, locale))}
          <span className={styles.soft}> · {LL.map.strike.ago({ span: spanText(nowMs - nearest.atMs, locale) })}</span>
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
