import buttons from '#web/kit/components/Button.module.css';
import { CardGrid } from '#web/kit/components/CardGrid.tsx';
import { RevealList } from '#web/kit/components/RevealList.tsx';
import { Section } from '#web/kit/components/Section.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import mast from '#web/site/art/mast.svg';
import { ContactForm } from '#web/site/contact/ContactForm.tsx';
import { PlanTiers } from '#web/site/plans/PlanTiers.tsx';
import processStepsStyles from './ProcessSteps.module.css';
import reasonsStyles from './Reasons.module.css';
import styles from './SensorsPage.module.css';

export default function SensorsPage() {
  const texts = useTexts().LL.sensors;
  const { hero, benefits, uses } = texts;
  return (
    <>
      <section className={styles.hero}>
        <div className={styles.sheet}>
          <div>
            <p className={styles.eyebrow}>{hero.eyebrow()}</p>
            <h1>{hero.title()}</h1>
            <p className={styles.lead}>{hero.lead()}</p>
            <a href="#contact" className={buttons.primary}>
              {hero.contact()}
            </a>
          </div>
          <img src={mast} alt={hero.picture()} width="560" height="480" />
        </div>
      </section>
      <Section title={benefits.title()}>
        <CardGrid
          columns={3}
          cards={[
            ['bolt', benefits.lightning(), benefits.lightningText()],
            ['wind', benefits.weather(), benefits.weatherText()],
            ['plug', benefits.integration(), benefits.integrationText()],
            ['database', benefits.collection(), benefits.collectionText()],
            ['chart', benefits.analytics(), benefits.analyticsText()],
            ['gauge', benefits.management(), benefits.managementText()],
          ]}
        />
      </Section>
      <Section title={texts.process.title()} tone="tint">
        <ProcessSteps />
      </Section>
      <Section title={uses.title()} layout="beside">
        <CardGrid
          columns={2}
          stagger={200}
          cards={[
            ['pylon', uses.energy(), uses.energyText()],
            ['plane', uses.aviation(), uses.aviationText()],
            ['leaf', uses.agriculture(), uses.agricultureText()],
            ['mountain', uses.sports(), uses.sportsText()],
          ]}
        />
      </Section>
      <Section title={texts.reasons.title()} tone="night">
        <Reasons />
      </Section>
      <Section title={texts.planSection.title()} lead={texts.planSection.lead()}>
        <PlanTiers />
      </Section>
      <Section
        id="contact"
        title={texts.formSection.title()}
        lead={texts.formSection.lead()}
        tone="tint"
        layout="beside"
      >
        <ContactForm />
      </Section>
    </>
  );
}

function ProcessSteps() {
  const texts = useTexts().LL.sensors.process;
  const steps = [
    [texts.consultation(), texts.consultationText()],
    [texts.design(), texts.designText()],
    [texts.deployment(), texts.deploymentText()],
    [texts.data(), texts.dataText()],
    [texts.support(), texts.supportText()],
  ] as const;
  return (
    <RevealList ordered stagger={150} className={processStepsStyles.steps}>
      {steps.map(([title, text]) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </RevealList>
  );
}

function Reasons() {
  const texts = useTexts().LL.sensors.reasons;
  const reasons = [
    [texts.one(), texts.oneText()],
    [texts.region(), texts.regionText()],
    [texts.open(), texts.openText()],
    [texts.fit(), texts.fitText()],
    [texts.care(), texts.careText()],
  ] as const;
  return (
    <RevealList stagger={150} className={reasonsStyles.reasons}>
      {reasons.map(([title, text]) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </RevealList>
  );
}
