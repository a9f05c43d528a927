import { lazy, type ReactNode, Suspense, useState } from 'react';
import { copyText } from '#web/kit/browser/copyText.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Field } from '#web/kit/components/Field.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './WallSetupDialog.module.css';

const QrCode = lazy(() => import('#web/tools/watch/book/QrCode.tsx'));

interface HandedProps {
  readonly link: string;
  readonly children: ReactNode;
}

/** What takes the wall to another screen. */
export function Handed({ link, children }: HandedProps) {
  const { LL } = useTexts();
  const words = LL.wallSetup;
  return (
    <div className={styles.handed}>
      <LinkToCopy label={words.link()} link={link} />
      <p>{words.scan()}</p>
      <Suspense>
        <QrCode text={link} name={`QR: ${words.link()}`} />
      </Suspense>
      {children}
    </div>
  );
}

interface LinkToCopyProps {
  readonly label: string;
  readonly link: string;
}

export function LinkToCopy({ label, link }: LinkToCopyProps) {
  const { LL } = useTexts();
  const words = LL.wallSetup;
  const [copied, setCopied] = useState<boolean>();
  return (
    <>
      <Field label={label}>
        {(ties) => <input {...ties} type="text" readOnly value={link} onFocus={({ target }) => target.select()} />}
      </Field>
      <Button onClick={async () => setCopied(await copyText(link))}>{words.copy()}</Button>
      <p role="status">
        {copied === true && words.copied()}
        {copied === false && words.copyFailed()}
      </p>
    </>
  );
}
