import { useState } from 'react';
import { useTexts } from '#web/i18n/index.ts';
import styles from './Book.module.css';
import { fetchFile } from './callBook.ts';

/** A browser needs the address until it has begun to save. */
const KEPT_MS = 60_000;

interface LogFileProps {
  /** Of the area, below /watch. */
  readonly path: string;
  readonly bearerKey: string;
  readonly name: string;
}

/** Saves the log as CSV. The key goes in a header, so that no link could do it. */
export function LogFile({ path, bearerKey, name }: LogFileProps) {
  const { LL } = useTexts();
  const [failed, setFailed] = useState(false);
  const save = async () => {
    setFailed(false);
    const file = await fetchFile(`${path}/log?format=csv`, bearerKey);
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
      <span role="status" className={styles.error}>
        {failed && LL.book.log.csvFailed()}
      </span>
    </p>
  );
}

function fileName(name: string): string {
  return name.replace(/[^\p{L}\p{N}.-]+/gu, '-').replace(/^[-.]+|-+$/g, '') || 'log';
}
