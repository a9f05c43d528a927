import { useId } from 'react';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { Days } from '#web/tools/analytics/ask/analyticsAddress.ts';
import styles from './ChoiceForm.module.css';

interface DayRangeProps extends Days {
  readonly today: string;
  readonly error: string | undefined;
  readonly onChange: (part: Partial<Days>) => void;
}

/** Two days, both included. */
export function DayRange({ first, last, today, error, onChange }: DayRangeProps) {
  const words = useTexts().LL.analytics.ask;
  const id = useId();
  const shared = { type: 'date', max: today, 'aria-invalid': error !== undefined, 'aria-describedby': `${id}-error` };
  return (
    <>
      <div className={styles.field}>
        <label htmlFor={`${id}-first`}>{words.first()}</label>
        <input
          id={`${id}-first`}
          {...shared}
          value={first}
          onChange={({ target }) => onChange({ first: target.value })}
        />
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}-last`}>{words.last()}</label>
        <input id={`${id}-last`} {...shared} value={last} onChange={({ target }) => onChange({ last: target.value })} />
      </div>
      <p id={`${id}-error`} role="alert" className={styles.error}>
        {error}
      </p>
    </>
  );
}
