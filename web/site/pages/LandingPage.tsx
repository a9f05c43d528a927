import { Section } from '#web/kit/components/Section.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { namedParties } from '#web/kit/settings/namedParties.ts';
import { Benefits } from '#web/site/landing/Benefits.tsx';
import { Closing } from '#web/site/landing/Closing.tsx';
import { Features } from '#web/site/landing/Features.tsx';
import { Hero } from '#web/site/landing/hero/Hero.tsx';
import { Integration } from '#web/site/landing/Integration.tsx';
import { MobileApp } from '#web/site/landing/MobileApp.tsx';
import { Partners } from '#web/site/landing/Partners.tsx';
import { Processing } from '#web/site/landing/Processing.tsx';
import { SensorTeaser } from '#web/site/landing/SensorTeaser.tsx';
import { Testimonials } from '#web/site/landing/Testimonials.tsx';
import { Volunteer } from '#web/site/landing/Volunteer.tsx';
import { PlanTiers } from '#web/site/plans/PlanTiers.tsx';

export default function LandingPage() {
  const texts = useTexts().LL.landing.planSection;
  return (
    <>
      <Hero />
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
    </>
  );
}
