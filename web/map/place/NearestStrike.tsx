import { useTexts } from '#web/i18n/index.ts';
import type { StoredStrike } from '#web/strikes/StrikeStore.ts';
import { LinkButton } from '../kit/LinkButton.tsx';
import type { Sky } from '../sky/Sky.ts';
import { awayParts, distanceText } from '../words/placeText.ts';
import { spanText } from '../words/spanText.ts';
import { unsureText } from '../words/unsureText.ts';
import styles from './NearestStrike.module.css';

export interface NearestStrikeProps {
  readonly sky: Sky;
  /** Whether distances are measured from a chosen point, not from the visitor. */
  readonly chosen: boolean;
  readonly onMeasureFromCentre: () => void;
  readonly onMeasureFromVisitor: () => void;
  readonly onShow: (strike: StoredStrike) => void;
}

/** How close lightning is: the nearest strike of the window, and where it is measured from. */
export function NearestStrike({ sky, chosen, onMeasureFromCentre, onMeasureFromVisitor, onShow }: NearestStrikeProps) {
  const { from, nearest, nowMs } = sky;
  const strike = nearest?.strike;
  const { LL, locale } = useTexts();
  const words = LL.map.nearest;
  return (
    <div className={styles.nearest}>
      <span className={styles.title}>{words.title()}</span>
      {from === undefined && <span className={styles.soft}>{words.unset()}</span>}
      {nearest && !strike && (
        <span className={styles.value}>
          {unsureText(sky, LL) ?? words.none({ distance: distanceText(nearest.withinKm, LL, locale) })}
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
        <LinkButton onClick={onMeasureFromVisitor}>{words.fromMe()}</LinkButton>
      ) : (
        <LinkButton onClick={onMeasureFromCentre}>{words.fromCentre()}</LinkButton>
      )}
    </div>
  );
}
