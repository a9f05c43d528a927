import { useState } from 'react';
import buttons from '#web/kit/Button.module.css';
import styles from './Book.module.css';

interface SureProps {
  readonly label: string;
  /** What the button is called where several have the same label. */
  readonly name?: string;
  readonly question: string;
  readonly yes: string;
  readonly no: string;
  readonly onYes: () => void;
}

/** A button that asks before it does what cannot be undone. */
export function Sure({ label, name = label, question, yes, no, onYes }: SureProps) {
  const [asked, setAsked] = useState(false);
  if (!asked) {
    return (
      <button type="button" className={buttons.secondary} aria-label={name} onClick={() => setAsked(true)}>
        {label}
      </button>
    );
  }
  return (
    <div className={styles.sure}>
      <p role="alert">{question}</p>
      <button type="button" className={buttons.secondary} onClick={onYes}>
        {yes}
      </button>
      <button type="button" className={buttons.primary} onClick={() => setAsked(false)}>
        {no}
      </button>
    </div>
  );
}
