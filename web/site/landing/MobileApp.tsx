import { useEffect, useState } from 'react';
import { localStore } from '#web/kit/browser/browserStore.ts';
import buttons from '#web/kit/components/Button.module.css';
import { CheckList } from '#web/kit/components/CheckList.tsx';
import { Split } from '#web/kit/components/Split.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import phone from '#web/site/art/phone.svg';
import { type InstallEvent, type InstallOffer, installOffer } from './installOffer.ts';
import styles from './MobileApp.module.css';

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
      <CheckList items={[texts.alerts(), texts.filter(), texts.radius(), texts.forecast(), texts.offline()]} />
      <p className={buttons.row}>
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
      <InstallHint />
    </Split>
  );
}

const DECLINED_KEY = 'install.declined';

/** Tells how to install the site, with a button where the browser allows one. After a refusal it does not ask again. */
function InstallHint() {
  const texts = useTexts().LL.landing.app;
  const [event, setEvent] = useState<InstallEvent>();
  const [offer, setOffer] = useState<InstallOffer>('none');
  useEffect(() => {
    const hear = (offered: Event) => setEvent(offered as InstallEvent);
    window.addEventListener('beforeinstallprompt', hear);
    return () => window.removeEventListener('beforeinstallprompt', hear);
  }, []);
  useEffect(() => {
    const { standalone } = navigator as { standalone?: boolean };
    const isApp = standalone === true || window.matchMedia('(display-mode: standalone)').matches;
    const declined = localStore.getItem(DECLINED_KEY) !== null;
    setOffer(declined ? 'none' : installOffer({ canAsk: event !== undefined, isApp, standalone }));
  }, [event]);
  const end = () => {
    localStore.setItem(DECLINED_KEY, '1');
    setOffer('none');
  };
  const install = () => {
    // It asks once for each event; a refusal is not an error.
    event?.prompt().catch(() => undefined);
    setOffer('none');
  };
  return (
    <>
      <p>{texts.today()}</p>
      {offer === 'share' && <p>{texts.share()}</p>}
      {offer !== 'none' && (
        <p className={buttons.row}>
          {offer === 'ask' && (
            <button type="button" className={buttons.primary} onClick={install}>
              {texts.install()}
            </button>
          )}
          <button type="button" className={buttons.secondary} onClick={end}>
            {texts.notNow()}
          </button>
        </p>
      )}
    </>
  );
}
