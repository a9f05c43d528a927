import { Section } from '#web/kit/components/Page.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { namedParties } from '#web/kit/settings/namedParties.ts';
import {
  Closing,
  Integration,
  Partners,
  SensorTeaser,
  Testimonials,
  Volunteer,
} from '#web/site/landing/businessSections.tsx';
import { Hero } from '#web/site/landing/Hero.tsx';
import styles from '#web/site/landing/Landing.module.css';
import {
  Benefits,
  Features,
  MobileApp,
  Processing,
  RealPictures,
  ToolBand,
} from '#web/site/landing/productSections.tsx';
import { PlanTiers } from '#web/site/plans/PlanTiers.tsx';

export default function LandingPage() {
  const texts = useTexts().LL.landing.planSection;
  return (
    <>
      <Hero />
      <div className={styles.landingPage}>
        <RealPictures />
        <ToolBand />
        <Partners parties={namedParties} />
        <Processing />
        <Features />
        <Benefits />
        <Testimonials />
        <MobileApp />
        <Section eyebrow={texts.eyebrow()} title={texts.title()} lead={texts.lead()}>
          <PlanTiers />
        </Section>
        <SensorTeaser />
        <Integration />
        <Volunteer />
        <Closing />
      </div>
    </>
  );
}
