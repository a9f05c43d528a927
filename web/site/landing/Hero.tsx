import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { MIDDLE_BOX, pictureAddress } from '#shared/wire/pictureAddress.ts';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import buttons from '#web/kit/components/Button.module.css';
import { ErrorBoundary } from '#web/kit/components/ErrorBoundary.tsx';
import { Icon } from '#web/kit/components/Icon.tsx';
import intro from '#web/kit/components/PageIntro.module.css';
import { type Locale, useTexts } from '#web/kit/i18n/index.ts';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import styles from './Hero.module.css';
import { useTurns } from './useTurns.ts';

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
          <figcaption>
            {texts.caption()}
            <Near />
          </figcaption>
        </figure>
      </div>
    </section>
  );
}

const NearestToYou = lazy(() => withinChunkTimeout(import('./NearestToYou.tsx')));

/** How near lightning is to the visitor, on request. */
function Near() {
  const { LL } = useTexts();
  const texts = LL.landing.hero;
  const [asked, setAsked] = useState(false);
  return (
    <span className={styles.near} role="status">
      {asked ? (
        <ErrorBoundary fallback={() => LL.error.chunk()}>
          <Suspense fallback={texts.locating()}>
            <NearestToYou />
          </Suspense>
        </ErrorBoundary>
      ) : (
        <button type="button" onClick={() => setAsked(true)}>
          <Icon name="pin" size={20} />
          {texts.near()}
        </button>
      )}
    </span>
  );
}

const WIDE = { width: 640, height: 480 };
const SMALL = { width: 360, height: 340 };

/** The server's picture of the last hour: it says itself how fresh it is, what was not read and what is simulated. */
function SkyOfNow() {
  const { LL, locale } = useTexts();
  const texts = LL.landing.hero;
  const picture = useRef<HTMLImageElement>(null);
  const [missing, setMissing] = useState(false);
  const turn = useTurns();
  useEffect(() => {
    // What failed before hydration was heard by nobody.
    setMissing(turn === 0 && picture.current?.complete === true && picture.current.naturalWidth === 0);
  }, [turn]);
  if (missing) return <span className={styles.missing}>{texts.missing()}</span>;
  return (
    <picture>
      <source media="(width >= 40rem)" srcSet={addressAt(turn, locale, WIDE)} {...WIDE} />
      <img
        ref={picture}
        src={addressAt(turn, locale, SMALL)}
        {...SMALL}
        alt={texts.picture()}
        fetchPriority="high"
        onError={() => setMissing(true)}
      />
    </picture>
  );
}

/** Only a fragment may be new: another query would be another picture. */
function addressAt(turn: number, lang: Locale, size: typeof WIDE): string {
  return `${pictureAddress({ ...size, bbox: MIDDLE_BOX, lang, theme: 'dark' })}${turn === 0 ? '' : `#${turn}`}`;
}
