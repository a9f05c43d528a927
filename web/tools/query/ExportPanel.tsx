import { type ReactNode, useState } from 'react';
import { copyText } from '#web/kit/browser/copyText.ts';
import { Button } from '#web/kit/components/Button.tsx';
import styles from './query.module.css';

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

type ExportPanelTexts = Readonly<Record<'label' | 'print' | 'copy' | 'copied' | 'copyFailed', () => string>>;

interface ExportPanelProps {
  readonly texts: ExportPanelTexts;
  readonly link: string;
  readonly text?: string;
  readonly children: ReactNode;
}

export function ExportPanel({ texts, link, text = '', children }: ExportPanelProps) {
  const [copied, setCopied] = useState('');
  const copy = async () => setCopied((await copyText(link)) ? texts.copied() : texts.copyFailed());
  return (
    <div className={styles.files}>
      <fieldset aria-label={texts.label()}>
        <Button onClick={() => window.print()}>{texts.print()}</Button>
        <Button onClick={copy}>{texts.copy()}</Button>
        {children}
      </fieldset>
      <p role="status">{text || copied}</p>
    </div>
  );
}
