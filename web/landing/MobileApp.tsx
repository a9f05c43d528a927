import phone from '#web/art/phone.svg';
import { useTexts } from '#web/i18n/index.ts';
import buttons from '#web/kit/Button.module.css';
import { CheckList } from '#web/kit/CheckList.tsx';
import { Section } from '#web/kit/Section.tsx';
import styles from './MobileApp.module.css';

export function MobileApp() {
  const texts = useTexts().LL.landing.app;
  const features = [texts.alerts(), texts.filter(), texts.radius(), texts.forecast(), texts.offline()];
  return (
    <Section id="mobile-app" eyebrow={texts.eyebrow()} title={texts.title()} lead={texts.lead()} tone="tint">
      <div className={styles.app}>
        <img src={phone} alt={texts.picture()} width="300" height="560" loading="lazy" />
        <div>
          <CheckList items={features} />
          <p className={buttons.row}>
            <button type="button" className={buttons.secondary} disabled aria-describedby="app-soon">
              {texts.ios()}
            </button>
            <button type="button" className={buttons.secondary} disabled aria-describedby="app-soon">
              {texts.android()}
            </button>
          </p>
          <p id="app-soon" className={styles.note}>
            {texts.soon()}
          </p>
        </div>
      </div>
    </Section>
  );
}
