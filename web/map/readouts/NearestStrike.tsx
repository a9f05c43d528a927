import { Link } from 'wouter';
import type { Position } from '#shared/geo/geodesy.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useHref } from '#web/kit/routing/PageLink.tsx';
import { LinkButton } from '#web/map/kit/buttons.tsx';
import type { Sky } from '#web/sky/Sky.ts';
import type { StoredStrike } from '#web/sky/StrikeStore.ts';
import styles from './readouts.module.css';
import { VerdictText } from './VerdictText.tsx';

interface NearestStrikeProps {
  readonly sky: Sky;
  readonly chosen: boolean;
  readonly onMeasureFromCentre: () => void;
  readonly onMeasureFromVisitor: () => void;
  readonly onShow: (strike: StoredStrike) => void;
}

export function NearestStrike({ sky, chosen, onMeasureFromCentre, onMeasureFromVisitor, onShow }: NearestStrikeProps) {
  const { measure } = sky;
  const { LL } = useTexts();
  const texts = LL.map.nearest;
  return (
    <div className={styles.nearest}>
      <span className={styles.nearestTitle}>{texts.title()}</span>
      <VerdictText sky={sky} onShow={onShow} />
      {measure?.by === 'centre' && <span className={styles.nearestSoft}>{texts.unset()}</span>}
      {chosen ? (
        <LinkButton onClick={onMeasureFromVisitor}>{texts.fromMe()}</LinkButton>
      ) : (
        <LinkButton onClick={onMeasureFromCentre}>{texts.fromCentre()}</LinkButton>
      )}
      {measure?.by === 'point' && <WatchLink at={measure.at} />}
    </div>
  );
}

/** The place is in the fragment, which is never sent; its rings and dwell are the defaults. */
function WatchLink({ at }: { readonly at: Position }) {
  const { LL } = useTexts();
  const href = useHref()('watch');
  return (
    <Link href={`${href}#at=${at.latitude.toFixed(4)},${at.longitude.toFixed(4)}`} className={styles.watch}>
      {LL.map.nearest.watch()}
    </Link>
  );
}
