import { useEffect, useState } from 'react';
import { ownLanguageTexts } from '#texts/ownLanguageTexts.ts';
import buttons from '#web/kit/components/Button.module.css';
import { Icon } from '#web/kit/components/Icon.tsx';
import intro from '#web/kit/components/PageIntro.module.css';
import { DEFAULT_LOCALE, type Locale, preferredLocale, useTexts } from '#web/kit/i18n/index.ts';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import { pathOf } from '#web/kit/routing/routes.ts';
import otherLanguageStyles from '#web/site/landing/OtherLanguage.module.css';
import { useLiveStatus } from '#web/sky/feed/useLiveStatus.ts';
import styles from './Hero.module.css';
import wideBg from './hero-bg.webp';
import wideEn from './hero-en.webp';
import wideRu from './hero-ru.webp';
import smallBg from './hero-small-bg.webp';
import smallEn from './hero-small-en.webp';
import smallRu from './hero-small-ru.webp';
import liveCountStyles from './LiveCount.module.css';

export function Hero() {
  const { LL, locale } = useTexts();
  const { wide, small } = heroPictures[locale];
  const texts = LL.landing.hero;
  return (
    <section className={styles.hero}>
      <OtherLanguage />
      <div className={styles.sheet}>
        <div className={styles.words}>
          <p className={intro.eyebrow}>{texts.eyebrow()}</p>
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

/** The number of strikes in the last hour; nothing while it is unknown. */
function LiveCount() {
  const { LL } = useTexts();
  const status = useLiveStatus();
  if (status === null) return null;
  return (
    <p className={liveCountStyles.plate}>
      <span className={liveCountStyles.dot} aria-hidden="true" />
      <span>
        <b>{LL.landing.hero.strikesLastHour({ count: status.strikesLastHour })}</b>
        {status.source === 'simulated' && <small>{LL.landing.hero.simulated()}</small>}
      </span>
    </p>
  );
}

interface HeroPicture {
  /** 1280 × 960. */
  readonly wide: string;
  /** 640 × 480. */
  readonly small: string;
}

/** Screenshots in each language; `tests/site/pictures.ts` takes them. */
const heroPictures: Record<Locale, HeroPicture> = {
  en: { wide: wideEn, small: smallEn },
  ru: { wide: wideRu, small: smallRu },
  bg: { wide: wideBg, small: smallBg },
};

/** On the English page, one line in the browser's language. It lies in the hero's padding, so that nothing moves. */
function OtherLanguage() {
  const { locale, chooseLanguage } = useTexts();
  const [own, setOwn] = useState<Locale>();
  // Not while rendering: prerendered HTML does not know the browser.
  useEffect(() => setOwn(preferredLocale(navigator.languages)), []);
  if (locale !== DEFAULT_LOCALE || own === undefined || own === locale) return null;
  return (
    <p className={otherLanguageStyles.line} lang={own}>
      <a
        href={pathOf('landing', own)}
        hrefLang={own}
        onClick={(event) => {
          event.preventDefault();
          chooseLanguage(own);
        }}
      >
        {ownLanguageTexts[own]}
      </a>
    </p>
  );
}
