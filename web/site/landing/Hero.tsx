import { lazy, type ReactNode, Suspense, useState } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { useHydrated } from '#web/kit/browser/useHydrated.tsx';
import { useVisitorPosition } from '#web/kit/browser/useVisitorPosition.ts';
import buttons from '#web/kit/components/components.module.css';
import { ErrorBoundary } from '#web/kit/components/ErrorBoundary.tsx';
import { Icon } from '#web/kit/components/Icon.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import styles from './Hero.module.css';
import tall from './sky/ground-tall.webp';
import wide from './sky/ground-wide.webp';
import { GROUND_PICTURES, WIDE_FROM } from './sky/heroView.ts';

const TownField = lazy(() => withinChunkTimeout(import('./TownField.tsx')));
const LiveSky = lazy(() => withinChunkTimeout(import('./sky/LiveSky.tsx')));

/** The live sky. Without scripts it is the ground and the text. */
export function Hero() {
  const { LL } = useTexts();
  const texts = LL.landing.hero;
  const [kind, setKind] = useState('starting');
  const position = useVisitorPosition();
  const { visitor } = position;
  return (
    <section className={styles.hero} data-sky={kind}>
      <picture className={styles.ground}>
        <source media={WIDE_FROM} srcSet={wide} {...sizeOf(GROUND_PICTURES.wide)} />
        <img src={tall} {...sizeOf(GROUND_PICTURES.tall)} alt="" fetchPriority="high" />
      </picture>
      <OncePainted>
        <LiveSky visitor={visitor.state === 'known' ? visitor.position : undefined} onKind={setKind} />
      </OncePainted>
      <div className={styles.heroWords}>
        <p className={styles.eyebrow}>{texts.eyebrow()}</p>
        <h1>{texts.title()}</h1>
        <p className={styles.heroLead}>{texts.lead()}</p>
        <p className={`${buttons.buttonRow} ${styles.heroActions}`}>
          <PageLink page="map" className={buttons.primary}>
            {texts.demo()}
            <Icon name="arrow" size={20} />
          </PageLink>
          <a href="#mobile-app" className={buttons.onNight}>
            {texts.app()}
          </a>
        </p>
        <ErrorBoundary fallback={() => LL.error.chunk()}>
          <Suspense>
            <TownField {...position} />
          </Suspense>
        </ErrorBoundary>
      </div>
    </section>
  );
}

const sizeOf = ({ width, height }: { readonly width: number; readonly height: number }) => ({ width, height });

/** Content that is fetched after the first paint, and is optional. */
function OncePainted({ children }: { readonly children: ReactNode }) {
  return (
    <ErrorBoundary fallback={() => null}>
      <Suspense>{useHydrated() && children}</Suspense>
    </ErrorBoundary>
  );
}
