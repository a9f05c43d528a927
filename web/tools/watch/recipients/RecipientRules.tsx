import { type FormEvent, useId, useState } from 'react';
import { type RecipientView, THRESHOLDS, type Threshold } from '#shared/watch/bodies.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Select } from '#web/kit/components/Choices.tsx';
import { Field } from '#web/kit/components/Field.tsx';
import form from '#web/kit/components/Form.module.css';
import { useTexts } from '#web/kit/i18n/index.ts';
import { callWatchlist, faultText } from '#web/tools/watch/watchlist/callWatchlist.ts';
import watchlist from '#web/tools/watch/watchlist/Watchlist.module.css';
import styles from './Recipients.module.css';

/** Selectable minutes. Another value, set by the API, is added to these. */
const LATER_MIN = [2, 5, 10, 15, 30] as const;

interface RecipientRulesProps {
  readonly path: string;
  readonly ownerKey: string;
  readonly recipient: RecipientView;
  readonly site: boolean;
  readonly onChanged: () => void;
}

export function RecipientRules({ path, ownerKey, recipient, site, onChanged }: RecipientRulesProps) {
  const { LL } = useTexts();
  const texts = LL.recipients;
  const { channel, name, quietHours } = recipient;
  const id = useId();
  const [threshold, setThreshold] = useState<Threshold>(recipient.threshold);
  const [from, setFrom] = useState(quietHours?.from ?? '');
  const [to, setTo] = useState(quietHours?.to ?? '');
  const [afterMin, setAfterMin] = useState(recipient.escalateAfterMin ?? 0);
  const [early, setEarly] = useState(recipient.earlyNotice === true);
  const [fires, setFires] = useState(recipient.fireNotice === true);
  const [heartbeat, setHeartbeat] = useState(recipient.heartbeat === true);
  const [outcome, setOutcome] = useState<{ readonly failed: boolean; readonly said: string }>();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const isQuiet = from !== '' || to !== '';
    if (isQuiet && (from === '' || to === '' || from === to)) {
      return setOutcome({ failed: true, said: texts.quietFault() });
    }
    const body = {
      channel,
      name,
      threshold,
      ...(afterMin > 0 ? { escalateAfterMin: afterMin } : {}),
      ...(isQuiet ? { quietHours: { from, to } } : {}),
      ...(early ? { earlyNotice: true } : {}),
      ...(fires ? { fireNotice: true } : {}),
      ...(channel === 'webhook' ? { heartbeat } : {}),
    };
    const put = await callWatchlist(path, { method: 'PUT', key: ownerKey, body });
    setOutcome(put.ok ? { failed: false, said: texts.saved() } : { failed: true, said: faultText(put, LL) });
    if (put.ok) onChanged();
  };
  const quietField = (label: string, value: string, onTyped: (typed: string) => void) => (
    <Field label={label}>
      {(ties) => (
        <input
          {...ties}
          type="time"
          value={value}
          aria-invalid={outcome?.failed === true}
          aria-describedby={`${id}-said`}
          onChange={({ target }) => onTyped(target.value)}
        />
      )}
    </Field>
  );
  return (
    <details className={styles.rules}>
      <summary aria-label={texts.named({ action: texts.change(), name })}>{texts.change()}</summary>
      <form onSubmit={save} noValidate>
        <div className={watchlist.fields}>
          <Select
            label={texts.threshold()}
            options={THRESHOLDS.map((level) => [level, LL.watch.level[level]()])}
            value={threshold}
            onChoose={setThreshold}
          />
          {site && (
            <Select
              label={texts.order()}
              options={[
                [0, texts.atOnce()],
                ...offered(recipient.escalateAfterMin).map((minutes) => [minutes, texts.later({ minutes })] as const),
              ]}
              value={afterMin}
              onChoose={setAfterMin}
            />
          )}
          {quietField(texts.quietFrom(), from, setFrom)}
          {quietField(texts.quietTo(), to, setTo)}
        </div>
        {site && <p>{texts.orderText()}</p>}
        <p>{texts.quietText()}</p>
        <label className={form.check}>
          <input
            type="checkbox"
            checked={early}
            aria-describedby={`${id}-early`}
            onChange={({ target }) => setEarly(target.checked)}
          />
          {texts.early()}
        </label>
        <p id={`${id}-early`}>{texts.earlyText()}</p>
        <label className={form.check}>
          <input
            type="checkbox"
            checked={fires}
            aria-describedby={`${id}-fires`}
            onChange={({ target }) => setFires(target.checked)}
          />
          {texts.fires()}
        </label>
        <p id={`${id}-fires`}>{texts.firesText()}</p>
        {channel === 'webhook' && (
          <label className={form.check}>
            <input type="checkbox" checked={heartbeat} onChange={({ target }) => setHeartbeat(target.checked)} />
            {texts.heartbeat()}
          </label>
        )}
        <Button type="submit">{texts.save()}</Button>
        <p id={`${id}-said`} role="status" className={outcome?.failed ? form.error : watchlist.said}>
          {outcome?.said}
        </p>
      </form>
    </details>
  );
}

function offered(now: number | undefined): number[] {
  return [...new Set(now === undefined ? LATER_MIN : [...LATER_MIN, now])].sort((a, b) => a - b);
}
