import { type FormEvent, useState } from 'react';
import type { AreaView } from '#shared/watch/BookView.ts';
import { parseWatchAddress } from '#web/kit/addresses/watchAddress.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Choices } from '#web/kit/components/Choices.tsx';
import form from '#web/kit/components/Form.module.css';
import { useTexts } from '#web/kit/i18n/index.ts';
import { DwellField, RingFields, typedRules } from '#web/tools/watch/RingFields.tsx';
import styles from './Book.module.css';
import { callBook, faultText } from './callBook.ts';

interface AreaRulesProps {
  readonly path: string;
  readonly ownerKey: string;
  readonly area: AreaView;
  readonly onChanged: () => void;
}

/** Changes the distances, the wait, and whether people work there. A change lowers no level by itself. */
export function AreaRules({ path, ownerKey, area, onChanged }: AreaRulesProps) {
  const { LL } = useTexts();
  const words = LL.book.rules;
  const [rings, setRings] = useState<readonly string[]>(area.ringsKm.map(String));
  const [dwell, setDwell] = useState(String(area.dwellMin));
  const [kind, setKind] = useState(area.kind);
  const [busy, setBusy] = useState(false);
  const [ringsFault, setRingsFault] = useState<string>();
  const [outcome, setOutcome] = useState<{ readonly failed: boolean; readonly said: string }>();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    // The rules of an address, about a place that does not matter.
    const typed = parseWatchAddress(`#at=0,0&${typedRules(rings, dwell)}`);
    setOutcome(undefined);
    setRingsFault(typed?.ok === false ? LL.watch.fault[typed.fault]() : undefined);
    if (!typed?.ok) return;
    const { name, shape, least, approachOnly } = area;
    const { ringsKm, dwellMin } = typed.place;
    setBusy(true);
    const body = { name, kind, shape, ringsKm, dwellMin, least, approachOnly };
    const put = await callBook(path, { method: 'PUT', key: ownerKey, body });
    setBusy(false);
    setOutcome(put.ok ? { failed: false, said: LL.recipients.saved() } : { failed: true, said: faultText(put, LL) });
    if (put.ok) onChanged();
  };
  return (
    <details className={styles.section} data-rules>
      <summary>
        <h2>{words.title()}</h2>
      </summary>
      <form className={styles.rules} onSubmit={save} noValidate>
        <RingFields rings={rings} onChange={setRings} error={ringsFault} />
        <DwellField dwell={dwell} onChange={setDwell} />
        <Choices
          legend={LL.book.keep.kind()}
          options={[
            ['personal', LL.book.keep.personal()],
            ['site', LL.book.keep.site()],
          ]}
          value={kind}
          onChoose={setKind}
        />
        {kind === 'site' && area.kind !== 'site' && <p>{words.opens()}</p>}
        <Button type="submit" disabled={busy}>
          {LL.recipients.save()}
        </Button>
        <p role="status" className={outcome?.failed ? form.error : styles.said}>
          {outcome?.said}
        </p>
      </form>
    </details>
  );
}
