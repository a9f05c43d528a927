import { useTexts } from '#web/i18n/index.ts';
import { Section } from '#web/kit/Section.tsx';
import { Benefits } from '#web/landing/Benefits.tsx';
import { Closing } from '#web/landing/Closing.tsx';
import { Features } from '#web/landing/Features.tsx';
import { Hero } from '#web/landing/hero/Hero.tsx';
import { Integration } from '#web/landing/Integration.tsx';
import { MobileApp } from '#web/landing/MobileApp.tsx';
import { Partners } from '#web/landing/Partners.tsx';
import { Processing } from '#web/landing/Processing.tsx';
import { SensorTeaser } from '#web/landing/SensorTeaser.tsx';
import { Testimonials } from '#web/landing/Testimonials.tsx';
import { Volunteer } from '#web/landing/Volunteer.tsx';
import { PlanTiers } from '#web/plans/PlanTiers.tsx';
import { namedParties } from '#web/settings/namedParties.ts';

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
