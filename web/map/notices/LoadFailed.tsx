import { useTexts } from '#web/i18n/index.ts';
import kit from '../kit/Card.module.css';
import { LinkButton } from '../kit/LinkButton.tsx';
import styles from './LoadFailed.module.css';

interface LoadFailedProps {
  readonly onRetry: () => void;
}

/** Says, for as long as it is so, that strikes are missing because they could not be loaded. */
export function LoadFailed({ onRetry }: LoadFailedProps) {
  const { LL } = useTexts();
  return (
    <p className={`${kit.card} ${styles.note}`} data-load-failed>
      <span>{LL.map.incomplete()}</span>
      <LinkButton onClick={onRetry}>{LL.map.tryAgain()}</LinkButton>
    </p>
  );
}
