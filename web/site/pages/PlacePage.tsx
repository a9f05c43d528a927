import { useEffect, useRef, useState } from 'react';
import { escapeHtml } from '#web/kit/browser/escapeHtml.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { usePathname } from '#web/kit/routing/PageLink.tsx';
import styles from '#web/site/place/PlacePage.module.css';
import { refresh } from '#web/site/place/refresh.ts';

/** The shell of every town's and peak's page. The Worker renders its content, and this keeps it current. */
export default function PlacePage() {
  const { LL } = useTexts();
  const pathname = usePathname();
  // Keep constant, even across languages: React would overwrite the Worker's HTML.
  const [opening] = useState({ __html: `<h1>${escapeHtml(LL.head.place.title())}</h1>` });
  const slot = useRef<HTMLDivElement>(null);
  const [verdict, setVerdict] = useState('');
  useEffect(() => (slot.current ? refresh(slot.current, pathname, setVerdict) : undefined), [pathname]);
  return (
    <>
      <div
        ref={slot}
        className={styles.page}
        data-slot="place"
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: React leaves alone what the Worker wrote; this text is ours
        dangerouslySetInnerHTML={opening}
      />
      <p className="visually-hidden" role="status">
        {verdict}
      </p>
    </>
  );
}
