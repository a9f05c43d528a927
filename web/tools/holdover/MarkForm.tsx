import { type FormEvent, useState } from 'react';
import { MARK_KINDS } from '#shared/holdover/Mark.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Choices } from '#web/kit/components/Choices.tsx';
import { Field } from '#web/kit/components/Field.tsx';
import form from '#web/kit/components/Form.module.css';
import { useFaultFocus } from '#web/kit/components/useFaultFocus.ts';
import { ownTimeZone } from '#web/kit/i18n/dateTimeFormat.ts';
import { type Texts, useTexts } from '#web/kit/i18n/index.ts';
import { callBook, callFaultOf } from '#web/tools/watch/book/callBook.ts';
import type { DeviceBook } from '#web/tools/watch/book/deviceBooks.ts';
import styles from './Holdover.module.css';
import { MarkedPlace } from './MarkedPlace.tsx';
import { faultsOf, type MarkDraft, type MarkFaults, markBodyOf } from './markDraft.ts';

interface MarkFormProps {
  readonly draft: MarkDraft;
  readonly book: DeviceBook;
  readonly onChange: (change: (before: MarkDraft) => MarkDraft) => void;
  readonly onLeave: (saved: boolean) => void;
}

/** Says of a cell, an area or a track what is known. What a server refuses, or does not hear, stays as it was typed. */
export function MarkForm({ draft, book: { id: bookId, keys }, onChange, onLeave }: MarkFormProps) {
  const { LL } = useTexts();
  const words = LL.holdover.mark;
  const [faults, setFaults] = useState<MarkFaults>({});
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const { form: element, focusFault } = useFaultFocus();
  const change = (changes: Partial<MarkDraft>) => onChange((before) => ({ ...before, ...changes }));
  const refuse = (refused: MarkFaults) => {
    setFaults(refused);
    focusFault();
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setFailure('');
    const checked = markBodyOf(draft, systemClock.now());
    if (!checked.ok) return refuse(checked.faults);
    setFaults({});
    setBusy(true);
    const key = keys.owner ?? keys.duty;
    const called = await callBook(`/${bookId}/marks/${draft.id}`, { method: 'PUT', key, body: checked.body });
    setBusy(false);
    if (called.ok) return onLeave(true);
    refuse(faultsOf(called.problem?.errors ?? {}));
    setFailure(words.kept({ fault: LL.holdover.fault.call[callFaultOf(called)]() }));
  };
  const text = (field: 'rainMm' | 'at' | 'name' | 'note') => ({
    value: draft[field],
    onChange: ({ target }: { readonly target: { readonly value: string } }) => change({ [field]: target.value }),
  });
  const said = (field: keyof MarkFaults) => {
    const rule = faults[field];
    return rule === undefined ? undefined : faultText(field, rule, LL);
  };
  const zone = ownTimeZone();
  return (
    <div className={styles.mark}>
      <form
        ref={element}
        className={form.column}
        aria-label={draft.cell === undefined ? words.wide() : words.title()}
        onSubmit={save}
        noValidate
      >
        <Choices
          legend={words.what()}
          options={MARK_KINDS.map((kind) => [kind, words.kind[kind]()])}
          value={draft.kind}
          onChoose={(kind) => change({ kind })}
        />
        {draft.kind === 'rain' && (
          <Field label={words.rain()} hint={words.rainHint()} error={said('rainMm')}>
            {(ties) => <input {...ties} type="text" inputMode="decimal" autoComplete="off" {...text('rainMm')} />}
          </Field>
        )}
        {draft.cell === undefined && <MarkedPlace draft={draft} error={said('place')} onChange={onChange} />}
        <Field
          label={words.at()}
          hint={draft.timeOfTrack ? words.atTrack({ zone }) : words.atHint({ zone })}
          error={said('at')}
        >
          {(ties) => <input {...ties} type="datetime-local" {...text('at')} />}
        </Field>
        <Field label={words.name()} hint={words.nameHint()} error={said('name')}>
          {(ties) => <input {...ties} type="text" autoComplete="name" {...text('name')} />}
        </Field>
        <Field label={words.note()} error={said('note')}>
          {(ties) => <textarea {...ties} rows={2} {...text('note')} />}
        </Field>
        {draft.cell !== undefined && said('place') && <p className={form.error}>{said('place')}</p>}
        <p role="alert" className={form.error}>
          {failure}
        </p>
        <div className={styles.row}>
          <Button kind="primary" type="submit" disabled={busy}>
            {busy ? words.saving() : words.save()}
          </Button>
          <Button onClick={() => onLeave(false)}>{words.cancel()}</Button>
        </div>
      </form>
    </div>
  );
}

/** A rule without words of its own is said as what the field takes. */
function faultText(field: keyof MarkFaults, rule: string, LL: Texts): string {
  const words = LL.holdover.fault;
  if (field === 'place') return (words.place[rule as keyof typeof words.place] ?? words.place.noCell)();
  if (field === 'at') return (words.at[rule as keyof typeof words.at] ?? words.at.format)();
  return words[field]();
}
