import { lazy } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { Hydrated } from '#web/kit/browser/useHydrated.tsx';
import { PageIntro, Section } from '#web/kit/components/Page.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from '#web/tools/status/Status.module.css';

/** The figures load on each visit; prerendered HTML explains how they are counted. */
const StatusScreen = lazy(() => withinChunkTimeout(import('#web/tools/status/StatusScreen.tsx')));

export default function StatusPage() {
  const { LL } = useTexts();
  const { lead, now, loading, counted } = LL.status;
  const opening = (
    <div className={styles.waiting}>
      <Section title={now.title()}>
        <p role="status" data-opening>
          {loading()}
        </p>
      </Section>
    </div>
  );
  return (
    <>
      <PageIntro title={LL.head.status.title()} lead={lead()} />
      <Hydrated opening={opening}>
        <StatusScreen />
      </Hydrated>
      <Section title={counted.title()} tone="tint">
        <ul>
          <li>{counted.minute()}</li>
          <li>{counted.start()}</li>
          <li>{counted.not()}</li>
        </ul>
      </Section>
    </>
  );
}
