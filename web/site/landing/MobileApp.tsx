import buttons from '#web/kit/components/Button.module.css';
import { CheckList } from '#web/kit/components/CheckList.tsx';
import { Split } from '#web/kit/components/Split.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import phone from '#web/site/art/phone.svg';
import { InstallHint } from './InstallHint.tsx';
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
