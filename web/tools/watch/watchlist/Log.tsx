import { type FormEvent, useId, useState } from 'react';
import type { NoteKind } from '#shared/watch/bodies.ts';
import { localStore } from '#web/kit/browser/browserStore.ts';
import { saveFile } from '#web/kit/browser/saveFile.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Field } from '#web/kit/components/Field.tsx';
import form from '#web/kit/components/Form.module.css';
import { dateTimeFormat, useTexts } from '#web/kit/i18n/index.ts';
import { callWatchlist, errorText, fetchCsv } from './deviceWatchlists.ts';
import type { ReadLog } from './useWatchlist.ts';
import styles from './Watchlist.module.css';

const NAME_KEY = 'watch.name';
const MOST = { name: 80, text: 300 };

interface DutyProps {
  readonly path: string;
  /** The owner's key, or the duty key. */
  readonly bearerKey: string;
  /** The shown level, as text: it is logged too. */
  readonly level: string;
  readonly onWritten: () => void;
}

/** People on duty log, by name, that they have seen the state or take over. */
export function Duty({ path, bearerKey, level, onWritten }: DutyProps) {
  const { LL } = useTexts();
  const texts = LL.watch.watchlist.duty;
  const id = useId();
  const [name, setName] = useState(() => localStore.getItem(NAME_KEY) ?? '');
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ readonly failed: boolean; readonly text: string }>();
  const write = async (kind: NoteKind, message: string) => {
    if (name.trim() === '') return setOutcome({ failed: true, text: texts.nameMissing() });
    setBusy(true);
    const note = [message, text.trim()].filter((part) => part !== '').join('. ');
    const called = await callWatchlist(`${path}/log`, {
      method: 'POST',
      key: bearerKey,
      body: { kind, name: name.trim(), text: note },
    });
    setBusy(false);
    if (!called.ok) return setOutcome({ failed: true, text: errorText(called, LL) });
    localStore.setItem(NAME_KEY, name.trim());
    setText('');
    setOutcome({ failed: false, text: texts.done() });
    onWritten();
  };
  const acknowledge = (event: FormEvent) => {
    event.preventDefault();
    void write('acknowledged', texts.acknowledged({ level }));
  };
  return (
    <form className={styles.section} onSubmit={acknowledge} noValidate>
      <h2>{texts.title()}</h2>
      <div className={styles.fields}>
        <Field label={texts.name()}>
          {(ties) => (
            <input
              {...ties}
              type="text"
              autoComplete="name"
              maxLength={MOST.name}
              value={name}
              aria-invalid={outcome?.failed === true && name.trim() === ''}
              aria-describedby={`${id}-said`}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <Field label={texts.text()}>
          {(ties) => (
            <input
              {...ties}
              type="text"
              maxLength={MOST.text}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
      </div>
      <div className={styles.row}>
        <Button kind="primary" type="submit" disabled={busy}>
          {texts.acknowledge()}
        </Button>
        <Button disabled={busy} onClick={() => write('handed-over', texts.tookOver({ level }))}>
          {texts.takeOver()}
        </Button>
      </div>
      <p id={`${id}-said`} role="status" className={outcome?.failed ? form.error : styles.said}>
        {outcome?.text}
      </p>
    </form>
  );
}

interface LogFileProps {
  readonly path: string;
  readonly bearerKey: string;
  readonly name: string;
  readonly pruned: ReadLog['pruned'];
}

/** Saves the log as CSV, and shows if it is incomplete. Not a link, because the key is sent in a header. */
export function LogFile({ path, bearerKey, name, pruned }: LogFileProps) {
  const { LL, locale } = useTexts();
  const [failed, setFailed] = useState(false);
  const save = async () => {
    setFailed(false);
    const file = await fetchCsv(`${path}/log?format=csv`, bearerKey);
    if (!file) return setFailed(true);
    saveFile(file, `${fileName(name)}.csv`);
  };
  return (
    <p className={styles.file}>
      <button type="button" onClick={save}>
        {LL.watch.watchlist.log.csv()}
      </button>{' '}
      {pruned && (
        <small>
          {LL.watch.watchlist.log.pruned({
            lines: pruned.lines,
            time: dateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(pruned.untilMs),
          })}{' '}
        </small>
      )}
      <span role="status" className={form.error}>
        {failed && LL.watch.watchlist.log.csvFailed()}
      </span>
    </p>
  );
}

function fileName(name: string): string {
  return name.replace(/[^\p{L}\p{N}.-]+/gu, '-').replace(/^[-.]+|(?<!-)-+$/g, '') || 'log';
}
