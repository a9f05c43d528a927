import { useId } from 'react';
import { Field } from '#web/kit/components/Field.tsx';
import form from '#web/kit/components/Form.module.css';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { Days } from './analyticsAddress.ts';

interface DayRangeProps extends Days {
  readonly today: string;
  readonly error: string | undefined;
  readonly onChange: (part: Partial<Days>) => void;
}

export function DayRange({ first, last, today, error, onChange }: DayRangeProps) {
  const words = useTexts().LL.analytics.ask;
  const id = useId();
  const day = (which: keyof Days, label: string, value: string) => (
    <Field label={label}>
      {(ties) => (
        <input
          {...ties}
          type="date"
          max={today}
          value={value}
          aria-invalid={error !== undefined}
          aria-describedby={id}
          onChange={({ target }) => onChange({ [which]: target.value })}
        />
      )}
    </Field>
  );
  return (
    <>
      {day('first', words.first(), first)}
      {day('last', words.last(), last)}
      <p id={id} role="alert" className={form.error}>
        {error}
      </p>
    </>
  );
}
