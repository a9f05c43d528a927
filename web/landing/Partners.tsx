import { useTexts } from '#web/i18n/index.ts';
import { Icon } from '#web/kit/Icon.tsx';
import styles from './Partners.module.css';

export function Partners() {
  const texts = useTexts().LL.landing.partners;
  return (
    <section className={styles.strip} aria-labelledby="partners">
      <div className={styles.row}>
        <h2 id="partners">{texts.title()}</h2>
        <p>
          <Icon name="server" size={28} />
          <span>
            <b>{texts.hosting()}</b> {texts.hostingText()}
          </span>
        </p>
        <p>
          <Icon name="flame" size={28} />
          <span>
            <b>{texts.fire()}</b> {texts.fireText()}
          </span>
        </p>
      </div>
    </section>
  );
}
