import { lazy, Suspense, useId, useState } from 'react';
import { copyText } from '#web/kit/browser/copyText.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Field } from '#web/kit/components/Field.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './Book.module.css';

const QrCode = lazy(() => import('./QrCode.tsx'));

interface CopiedLinkProps {
  readonly label: string;
  readonly link: string;
  readonly button: string;
  readonly scanned: string;
}

export function CopiedLink({ label, link, button, scanned }: CopiedLinkProps) {
  const { LL } = useTexts();
  const words = LL.watch.links;
  const id = useId();
  const [copied, setCopied] = useState<boolean>();
  const [asQr, setAsQr] = useState(false);
  const copy = async () => setCopied(await copyText(link));
  return (
    <div className={styles.link}>
      <Field label={label}>
        {(ties) => <input {...ties} type="text" readOnly value={link} onFocus={({ target }) => target.select()} />}
      </Field>
      <Button onClick={copy}>{button}</Button>
      <p role="status">
        {copied === true && words.copied()}
        {copied === false && words.copyFailed()}
      </p>
      <div className={styles.scan}>
        <button
          type="button"
          aria-expanded={asQr}
          aria-controls={`${id}-qr`}
          aria-label={`${asQr ? words.hideQr() : words.qr()}: ${label}`}
          onClick={() => setAsQr(!asQr)}
        >
          {asQr ? words.hideQr() : words.qr()}
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
