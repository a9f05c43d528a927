import { type ReactNode, useState } from 'react';
import { copyText } from '#web/kit/browser/copyText.ts';
import { Button } from '#web/kit/components/Button.tsx';
import styles from './ExportPanel.module.css';

interface FactRowsProps {
  /** Pairs of a name and a text. */
  readonly facts: readonly (readonly string[])[];
}

/** Rows for a `dl` of facts. */
export function FactRows({ facts }: FactRowsProps) {
  return facts.map(([name, text]) => (
    <div key={name}>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  ));
}

type TakeAwayWords = Readonly<Record<'label' | 'print' | 'copy' | 'copied' | 'copyFailed', () => string>>;

interface TakeAwayProps {
  readonly words: TakeAwayWords;
  readonly link: string;
  readonly said?: string;
  readonly children: ReactNode;
}

export function ExportPanel({ words, link, said = '', children }: TakeAwayProps) {
  const [copied, setCopied] = useState('');
  const copy = async () => setCopied((await copyText(link)) ? words.copied() : words.copyFailed());
  return (
    <div className={styles.files}>
      <fieldset aria-label={words.label()}>
        <Button onClick={() => window.print()}>{words.print()}</Button>
        <Button onClick={copy}>{words.copy()}</Button>
        {children}
      </fieldset>
      <p role="status">{said || copied}</p>
    </div>
  );
}
