import { lazy, Suspense } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { Locale } from '#web/kit/i18n/locales.ts';
import { pathOf } from '#web/kit/routing/routes.ts';
import { CopiedText } from '#web/tools/watch/book/CopiedText.tsx';
import { formatWallLink, type WallLink } from './keptWall.ts';
import styles from './WallSetupDialog.module.css';

const QrCode = lazy(() => withinChunkTimeout(import('#web/tools/watch/book/QrCode.tsx')));

interface WallLinksProps {
  /** Of the wall, from the root of the site. */
  readonly address: string;
  /** Undefined while it is not kept. */
  readonly link: WallLink | undefined;
  readonly locale: Locale;
}

/** What takes the wall to another screen, and what changes it. */
export function WallLinks({ address, link, locale }: WallLinksProps) {
  const { LL } = useTexts();
  const words = LL.wallSetup;
  const absolute = (path: string) => new URL(path, window.location.href).href;
  return (
    <div className={styles.handed}>
      <CopiedText label={words.link()} text={absolute(address)} button={words.copy()} words={words} />
      <p>{words.scan()}</p>
      <Suspense>
        <QrCode text={absolute(address)} name={`QR: ${words.link()}`} />
      </Suspense>
      {link && (
        <CopiedText
          label={words.editLink()}
          text={absolute(`${pathOf('map', locale)}${formatWallLink(link, true)}`)}
          button={words.copy()}
          words={words}
        />
      )}
    </div>
  );
}
