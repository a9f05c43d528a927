import { useState } from 'react';
import form from '#web/kit/components/Form.module.css';
import { dateTimeFormat, useTexts } from '#web/kit/i18n/index.ts';
import styles from './Book.module.css';
import { fetchCsv } from './callBook.ts';
import type { ReadLog } from './useLog.ts';

/** A browser needs the address until it has begun to save. */
const KEPT_MS = 60_000;

interface LogFileProps {
  /** Of the area, below /watch. */
  readonly path: string;
  readonly bearerKey: string;
  readonly name: string;
  /** What the log keeps no more. */
  readonly gone: ReadLog['gone'];
}

/** Saves the log as CSV, and says if it is not whole. The key goes in a header, so that no link could do it. */
export function LogFile({ path, bearerKey, name, gone }: LogFileProps) {
  const { LL, locale } = useTexts();
  const [failed, setFailed] = useState(false);
  const save = async () => {
    setFailed(false);
    const file = await fetchCsv(`${path}/log?format=csv`, bearerKey);
    if (!file) return setFailed(true);
    const href = URL.createObjectURL(file);
    Object.assign(document.createElement('a'), { href, download: `${fileName(name)}.csv` }).click();
    setTimeout(() => URL.revokeObjectURL(href), KEPT_MS);
  };
  return (
    <p className={styles.file}>
      <button type="button" onClick={save}>
        {LL.book.log.csv()}
      </button>{' '}
      {gone && (
        <small>
          {LL.book.log.gone({
            lines: gone.lines,
            time: dateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(gone.untilMs),
          })}{' '}
        </small>
      )}
      <span role="status" className={form.error}>
        {failed && LL.book.log.csvFailed()}
      </span>
    </p>
  );
}

function fileName(name: string): string {
  return name.replace(/[^\p{L}\p{N}.-]+/gu, '-').replace(/^[-.]+|-+$/g, '') || 'log';
}
