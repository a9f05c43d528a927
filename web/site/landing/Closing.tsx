import buttons from '#web/kit/components/Button.module.css';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import styles from './Closing.module.css';

export function Closing() {
  const texts = useTexts().LL.landing.closing;
  return (
    <section className={styles.closing}>
      <div>
        <h2>{texts.title()}</h2>
        <p>{texts.text()}</p>
        <PageLink page="contact" className={buttons.primary}>
          {texts.link()}
        </PageLink>
      </div>
    </section>
  );
}
