import { useEffect, useRef, useState } from 'react';
import type { apiPaths } from '#shared/wire/apiPaths.ts';
import buttons from '#web/kit/components/Button.module.css';
import { Icon } from '#web/kit/components/Icon.tsx';
import intro from '#web/kit/components/PageIntro.module.css';
import { type Locale, useTexts } from '#web/kit/i18n/index.ts';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import styles from './Hero.module.css';

export function Hero() {
  const texts = useTexts().LL.landing.hero;
  return (
    <section className={styles.hero}>
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
            <SkyOfNow />
          </PageLink>
          <figcaption>{texts.caption()}</figcaption>
        </figure>
      </div>
    </section>
  );
}

const WIDE = { width: 640, height: 480 };
const SMALL = { width: 360, height: 340 };
/** In the middle of home and of the picture's shape, so that all of it is read all the time. */
const BOX = '14.5,38.4,29.5,45.4';
const PICTURE_PATH: typeof apiPaths.picture = '/api/v1/picture.svg';
/** The server draws a picture anew every 15 s. */
const ANEW_MS = 60_000;

/** The server's picture of the last hour: it says itself how fresh it is, what was not read and what is simulated. */
function SkyOfNow() {
  const { LL, locale } = useTexts();
  const texts = LL.landing.hero;
  const picture = useRef<HTMLImageElement>(null);
  const [turn, setTurn] = useState(0);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    // What failed before hydration was heard by nobody.
    if (picture.current?.complete && picture.current.naturalWidth === 0) setMissing(true);
    const timer = setInterval(() => {
      if (document.visibilityState === 'hidden') return;
      setMissing(false);
      setTurn((last) => last + 1);
    }, ANEW_MS);
    return () => clearInterval(timer);
  }, []);
  if (missing) return <span className={styles.missing}>{texts.missing()}</span>;
  return (
    <picture>
      <source media="(width >= 40rem)" srcSet={pictureAddress(locale, WIDE, turn)} {...WIDE} />
      <img
        ref={picture}
        src={pictureAddress(locale, SMALL, turn)}
        {...SMALL}
        alt={texts.picture()}
        fetchPriority="high"
        onError={() => setMissing(true)}
      />
    </picture>
  );
}

/** Only a fragment may be new: another query would be another picture. */
function pictureAddress(locale: Locale, { width, height }: typeof WIDE, turn: number): string {
  const query = `bbox=${encodeURIComponent(BOX)}&lang=${locale}&theme=dark&width=${width}&height=${height}`;
  return `${PICTURE_PATH}?${query}${turn === 0 ? '' : `#${turn}`}`;
}
