import styles from './CloseButton.module.css';

export interface CloseButtonProps {
  readonly name: string;
  readonly onClick: () => void;
}

/** A cross of 44 px. */
export function CloseButton({ name, onClick }: CloseButtonProps) {
  return (
    <button type="button" className={styles.close} aria-label={name} onClick={onClick}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M6 6l12 12M18 6 6 18" />
      </svg>
    </button>
  );
}
