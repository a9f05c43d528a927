import { useTexts } from '#web/i18n/index.ts';
import { siteConfig } from '#web/settings/siteConfig.ts';
import kit from '../kit/Card.module.css';
import { CardButton } from '../kit/CardButton.tsx';
import styles from './LocateCard.module.css';

export interface LocateCardProps {
  readonly onShow: () => void;
  readonly onLater: () => void;
}

/** Explains what the position is for before the browser asks for it. */
export function LocateCard({ onShow, onLater }: LocateCardProps) {
  const { LL } = useTexts();
  return (
    <section className={`${kit.card} ${styles.card}`} aria-label={LL.map.controls.locate()}>
      <p>{siteConfig.ownTiles ? LL.map.locate.whyOwnTiles() : LL.map.locate.why()}</p>
      <div>
        <CardButton primary onClick={onShow}>
          {LL.map.locate.show()}
        </CardButton>
        <CardButton onClick={onLater}>{LL.map.locate.later()}</CardButton>
      </div>
    </section>
  );
}
