import { lazy, Suspense, useId, useState } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { CopiedText } from './CopiedText.tsx';
import styles from './Watchlist.module.css';

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
      <CopiedText label={label} text={link} button={button} words={texts} />
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
