import { type FormEvent, useState } from 'react';
import { MAX_RADIUS_KM } from '#shared/limits.ts';
import { systemClock } from '#shared/time/Clock.ts';
import buttons from '#web/kit/components/Button.module.css';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from '#web/tools/api/Api.module.css';
import { ConsoleAnswer } from './ConsoleAnswer.tsx';
import { ConsoleInput } from './ConsoleInput.tsx';
import { CONSOLE_FORMATS, type ConsoleField, type ConsoleFields, consolePath, MOST_HOURS } from './consolePath.ts';
import { useCall } from './useCall.ts';

const BEGIN: ConsoleFields = { place: '42.6977, 23.3219', radiusKm: '2', hours: '24', format: 'json' };

/** The form, and under it what came back. */
export default function ConsoleForm() {
  const texts = useTexts().LL.api.console;
  const [fields, setFields] = useState(BEGIN);
  const [wrong, setWrong] = useState<readonly ConsoleField[]>([]);
  const { call, send } = useCall();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const question = consolePath(fields, systemClock.now());
    setWrong(question.ok ? [] : question.wrong);
    if (question.ok) send(question.path);
  };
  const input = (name: ConsoleField, label: string, fault: string) => (
    <ConsoleInput
      name={name}
      label={label}
      value={fields[name]}
      fault={wrong.includes(name) ? fault : ''}
      onChange={(value) => setFields({ ...fields, [name]: value })}
    />
  );
  return (
    <>
      <form className={styles.form} onSubmit={submit} noValidate>
        {input('place', texts.place(), texts.badPlace())}
        {input('radiusKm', texts.radius(), texts.badRadius({ most: MAX_RADIUS_KM }))}
        {input('hours', texts.hours(), texts.badHours({ most: MOST_HOURS }))}
        <div>
          <label htmlFor="console-format">{texts.format()}</label>
          <select
            id="console-format"
            value={fields.format}
            onChange={({ target }) => setFields({ ...fields, format: target.value as ConsoleFields['format'] })}
          >
            {CONSOLE_FORMATS.map((format) => (
              <option key={format}>{format}</option>
            ))}
          </select>
        </div>
        <button type="submit" className={buttons.primary} disabled={call.kind === 'asking'}>
          {texts.send()}
        </button>
      </form>
      <ConsoleAnswer call={call} />
    </>
  );
}
