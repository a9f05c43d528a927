import { Section } from '#web/kit/components/Section.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { namedParties } from '#web/kit/settings/namedParties.ts';
import { Hero } from '#web/site/landing/Hero.tsx';
import { Integration } from '#web/site/landing/Integration.tsx';
import { Closing, SensorTeaser, Volunteer } from '#web/site/landing/Invitations.tsx';
import styles from '#web/site/landing/Landing.module.css';
import { MobileApp } from '#web/site/landing/MobileApp.tsx';
import { Partners, Testimonials } from '#web/site/landing/Partners.tsx';
import { RealPictures } from '#web/site/landing/RealPictures.tsx';
import { Benefits, Features, Processing } from '#web/site/landing/Strengths.tsx';
import { ToolBand } from '#web/site/landing/ToolBand.tsx';
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
