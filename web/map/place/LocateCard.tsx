import { useTexts } from '#web/i18n/index.ts';
import styles from './LocateCard.module.css';

export interface LocateCardProps {
  readonly onShow: () => void;
  readonly onLater: () => void;
}

/** Says what a position is for before the browser asks for it. */
export function LocateCard({ onShow, onLater }: LocateCardProps) {
  const { LL } = useTexts();
  return (
    <section className={styles.card} aria-label={LL.map.controls.locate()}>
      <p>{LL.map.locate.why()}</p>
      <div>
        <button type="button" className={styles.show} onClick={onShow}>
          {LL.map.locate.show()}
        </button>
        <button type="button" onClick={onLater}>
          {LL.map.locate.later()}
        </button>
      </div>
    </section>
  );
}
