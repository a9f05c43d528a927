import buttons from '#web/kit/components/components.module.css';
import { CardGrid, Section, TitledList } from '#web/kit/components/Page.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import mast from '#web/site/art/mast.svg';
import { ContactForm } from '#web/site/contact/ContactForm.tsx';
import { PlanTiers } from '#web/site/plans/PlanTiers.tsx';
import styles from '../../kit/components/pages.module.css';

export default function SensorsPage() {
  const texts = useTexts().LL.sensors;
  const { hero, benefits, process, uses, reasons } = texts;
  return (
    <>
      <section className={buttons.sectionBand} data-tone="night">
        <div className={styles.sensorsSheet}>
          <div>
            <p className={buttons.introEyebrow}>{hero.eyebrow()}</p>
            <h1>{hero.title()}</h1>
            <p className={styles.sensorsLead}>{hero.lead()}</p>
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
      <Section title={process.title()} tone="tint">
        <TitledList
          ordered
          stagger={150}
          className={styles.processSteps}
          items={[
            [process.consultation(), process.consultationText()],
            [process.design(), process.designText()],
            [process.deployment(), process.deploymentText()],
            [process.data(), process.dataText()],
            [process.support(), process.supportText()],
          ]}
        />
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
      <Section title={reasons.title()} tone="night">
        <TitledList
          stagger={150}
          className={styles.reasons}
          items={[
            [reasons.one(), reasons.oneText()],
            [reasons.region(), reasons.regionText()],
            [reasons.open(), reasons.openText()],
            [reasons.fit(), reasons.fitText()],
            [reasons.care(), reasons.careText()],
          ]}
        />
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
