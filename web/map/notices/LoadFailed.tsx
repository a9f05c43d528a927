import { useTexts } from '#web/kit/i18n/index.ts';
import kit from '#web/map/kit/Card.module.css';
import { LinkButton } from '#web/map/kit/LinkButton.tsx';
import styles from './LoadFailed.module.css';

interface LoadFailedProps {
  /** Undefined while taps on the map mean something else: the words stay and let them through. */
  readonly onRetry: (() => void) | undefined;
}

/** Says, for as long as it is so, that strikes are missing because they could not be loaded. */
export function LoadFailed({ onRetry }: LoadFailedProps) {
  const { LL } = useTexts();
  return (
    <p className={`${kit.card} ${styles.note}`} data-load-failed>
      <span>{LL.map.incomplete()}</span>
      {onRetry && <LinkButton onClick={onRetry}>{LL.map.tryAgain()}</LinkButton>}
    </p>
  );
}
