import { useId } from 'react';
import { useTexts } from '#web/kit/i18n/index.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import { CardButton, CloseButton } from '#web/map/kit/buttons.tsx';
import kit from '#web/map/kit/Card.module.css';
import styles from './LocateCard.module.css';

interface LocateCardProps {
  readonly onShow: () => void;
  readonly onLater: () => void;
}

/** Leads to what the position is for, before the browser asks for it. */
export function LocateCard({ onShow, onLater }: LocateCardProps) {
  const { LL } = useTexts();
  const words = LL.map.locate;
  const id = useId();
  return (
    <section className={`${kit.card} ${styles.chip}`} aria-label={LL.map.controls.locate()}>
      <button type="button" className={styles.ask} popoverTarget={id}>
        {words.ask()}
      </button>
      <CloseButton name={words.later()} onClick={onLater} />
      <div id={id} popover="auto" className={`${kit.card} ${styles.card}`}>
        <p>{siteConfig.ownTiles ? words.whyOwnTiles() : words.why()}</p>
        <div className={styles.choice}>
          <CardButton primary onClick={onShow}>
            {words.show()}
          </CardButton>
          <CardButton onClick={onLater}>{words.later()}</CardButton>
        </div>
      </div>
    </section>
  );
}
