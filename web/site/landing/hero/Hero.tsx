import buttons from '#web/kit/components/Button.module.css';
import { Icon } from '#web/kit/components/Icon.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import { OtherLanguage } from '#web/site/landing/OtherLanguage.tsx';
import styles from './Hero.module.css';
import { heroPictures } from './heroPictures.ts';
import { LiveCount } from './LiveCount.tsx';

export function Hero() {
  const { LL, locale } = useTexts();
  const { wide, small } = heroPictures[locale];
  const texts = LL.landing.hero;
  return (
    <section className={styles.hero}>
      <OtherLanguage />
      <div className={styles.sheet}>
        <div className={styles.words}>
          <p className={styles.eyebrow}>{texts.eyebrow()}</p>
          <h1>{texts.title()}</h1>
          <p className={styles.lead}>{texts.lead()}</p>
          <p className={buttons.row}>
            <PageLink page="map" className={buttons.primary}>
              {texts.demo()}
              <Icon name="arrow" size={20} />
            </PageLink>
            <a href="#mobile-app" className={buttons.onNight}>
              {texts.app()}
            </a>
          </p>
        </div>
        <figure className={styles.figure}>
          <PageLink page="map" className={styles.neatline} aria-label={texts.demo()}>
            <picture>
              <source media="(width >= 40rem)" srcSet={wide} />
              <img src={small} width="640" height="480" alt={texts.picture()} fetchPriority="high" />
            </picture>
          </PageLink>
          <LiveCount />
          <figcaption>{texts.caption()}</figcaption>
        </figure>
      </div>
    </section>
  );
}
