import { useTexts } from '#web/kit/i18n/index.ts';
import kit from '#web/map/kit/Card.module.css';
import { LinkButton } from '#web/map/kit/LinkButton.tsx';
import { useLiveStatus } from '#web/sky/feed/useLiveStatus.ts';
import styles from './EmptyNote.module.css';

interface EmptyNoteProps {
  readonly onRegion?: (() => void) | undefined;
}

/** Says that nothing struck here, how much did elsewhere, and offers the whole region to visitors who have heard thunder. */
export function EmptyNote({ onRegion }: EmptyNoteProps) {
  const { LL } = useTexts();
  const elsewhere = useLiveStatus()?.strikesLastHour ?? 0;
  return (
    <div className={`${kit.card} ${styles.note}`}>
      <p>{LL.map.empty()}</p>
      {elsewhere > 0 && <p>{LL.map.emptyElsewhere({ count: elsewhere })}</p>}
      {onRegion && <LinkButton onClick={onRegion}>{LL.map.showRegion()}</LinkButton>}
    </div>
  );
}
