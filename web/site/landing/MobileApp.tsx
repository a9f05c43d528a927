import { useEffect, useState } from 'react';
import { CheckList } from '#web/kit/components/CheckList.tsx';
import buttons from '#web/kit/components/components.module.css';
import { Split } from '#web/kit/components/Split.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import phone from '#web/site/art/phone.svg';
import styles from './Landing.module.css';

export function MobileApp() {
  const texts = useTexts().LL.landing.app;
  return (
    <Split
      id="mobile-app"
      tone="tint"
      side="left"
      image={{ src: phone, alt: texts.picture(), width: 300, height: 560 }}
      eyebrow={texts.eyebrow()}
      title={texts.title()}
      text={texts.lead()}
    >
      <div className={styles.mobileAppWords}>
        <CheckList items={[texts.alerts(), texts.filter(), texts.radius(), texts.forecast(), texts.offline()]} />
        <p className={buttons.buttonRow}>
          <button type="button" className={buttons.secondary} disabled aria-describedby="app-soon">
            {texts.ios()}
          </button>
          <button type="button" className={buttons.secondary} disabled aria-describedby="app-soon">
            {texts.android()}
          </button>
        </p>
        <p id="app-soon" className={styles.soon}>
          {texts.soon()}
        </p>
        <Install />
      </div>
    </Split>
  );
}

/** Non-standard Chromium event: the site can be installed, and `prompt` asks the user. Not sent to an installed app. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

/** How to install the site, with a button if the browser supports it. */
function Install() {
  const texts = useTexts().LL.landing.app;
  const [event, setEvent] = useState<InstallEvent>();
  useEffect(() => {
    const hear = (offered: Event) => setEvent(offered as InstallEvent);
    window.addEventListener('beforeinstallprompt', hear);
    return () => window.removeEventListener('beforeinstallprompt', hear);
  }, []);
  const install = () => {
    // It asks once for each event; a refusal is not an error.
    event?.prompt().catch(() => undefined);
    setEvent(undefined);
  };
  return (
    <div className={styles.install}>
      <p>{texts.now()}</p>
      <details className={styles.how}>
        <summary>{texts.how()}</summary>
        <CheckList items={[texts.onIos(), texts.onAndroid()]} />
      </details>
      {event && (
        <p className={buttons.buttonRow}>
          <button type="button" className={buttons.primary} onClick={install}>
            {texts.install()}
          </button>
        </p>
      )}
    </div>
  );
}
