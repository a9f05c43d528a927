import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { copyText } from '#web/kit/browser/copyText.ts';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Field } from '#web/kit/components/Field.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './Watchlist.module.css';

interface CopiedTextProps {
  readonly label: string;
  readonly text: string;
  readonly button: string;
  readonly texts: Readonly<Record<'copied' | 'copyFailed', () => string>>;
}

/** A line of text, such as a link, that can be selected and copied. */
export function CopiedText({ label, text, button, texts }: CopiedTextProps) {
  const [copied, setCopied] = useState<boolean>();
  return (
    <>
      <Field label={label}>
        {(ties) => <input {...ties} type="text" readOnly value={text} onFocus={({ target }) => target.select()} />}
      </Field>
      <Button onClick={async () => setCopied(await copyText(text))}>{button}</Button>
      <p role="status">
        {copied === true && texts.copied()}
        {copied === false && texts.copyFailed()}
      </p>
    </>
  );
}

interface ConfirmDialogProps {
  readonly label: string;
  /** Accessible name, if several buttons have the same label. */
  readonly name?: string;
  readonly query: string;
  readonly yes: string;
  readonly no: string;
  readonly onYes: () => void;
}

/** A button that asks for confirmation of an irreversible action. */
export function ConfirmDialog({ label, name = label, ...query }: ConfirmDialogProps) {
  const [requested, setRequested] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (requested) {
    return (
      <Query
        {...query}
        onNo={() => {
          setRequested(false);
          requestAnimationFrame(() => button.current?.focus());
        }}
      />
    );
  }
  return (
    <Button ref={button} aria-label={name} onClick={() => setRequested(true)}>
      {label}
    </Button>
  );
}

interface QueryProps extends Pick<ConfirmDialogProps, 'query' | 'yes' | 'no' | 'onYes'> {
  readonly onNo: () => void;
}

/** The safe choice has the focus, because the first button is gone. */
function Query({ query, yes, no, onYes, onNo }: QueryProps) {
  const noButton = useRef<HTMLButtonElement>(null);
  useEffect(() => noButton.current?.focus(), []);
  return (
    <div className={styles.sure}>
      <p role="alert">{query}</p>
      <Button onClick={onYes}>{yes}</Button>
      <Button kind="primary" ref={noButton} onClick={onNo}>
        {no}
      </Button>
    </div>
  );
}

const QrCode = lazy(() => withinChunkTimeout(import('./QrCode.tsx')));

interface CopiedLinkProps {
  readonly label: string;
  readonly link: string;
  readonly button: string;
  readonly scanned: string;
}

export function CopiedLink({ label, link, button, scanned }: CopiedLinkProps) {
  const { LL } = useTexts();
  const texts = LL.watch.links;
  const id = useId();
  const [asQr, setAsQr] = useState(false);
  return (
    <div className={styles.link}>
      <CopiedText label={label} text={link} button={button} texts={texts} />
      <div className={styles.scan}>
        <button
          type="button"
          aria-expanded={asQr}
          aria-controls={`${id}-qr`}
          aria-label={`${asQr ? texts.hideQr() : texts.qr()}: ${label}`}
          onClick={() => setAsQr(!asQr)}
        >
          {asQr ? texts.hideQr() : texts.qr()}
        </button>
        <div id={`${id}-qr`}>
          {asQr && (
            <Suspense>
              <p>{scanned}</p>
              <QrCode text={link} name={`QR: ${label}`} />
            </Suspense>
          )}
        </div>
      </div>
    </div>
  );
}
