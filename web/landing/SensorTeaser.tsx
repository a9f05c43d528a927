import { PageLink } from '#web/app/PageLink.tsx';
import mast from '#web/art/mast.svg';
import { useTexts } from '#web/i18n/index.ts';
import buttons from '#web/kit/Button.module.css';
import styles from './SensorTeaser.module.css';

export function SensorTeaser() {
  const texts = useTexts().LL.landing.sensorSection;
  return (
    <section className={styles.band}>
      <div className={styles.row}>
        <img src={mast} alt="" width="560" height="480" loading="lazy" />
        <div>
          <p className={styles.eyebrow}>{texts.eyebrow()}</p>
          <h2>{texts.title()}</h2>
          <p className={styles.text}>{texts.text()}</p>
          <PageLink page="sensors" className={buttons.onNight}>
            {texts.link()}
          </PageLink>
        </div>
      </div>
    </section>
  );
}
