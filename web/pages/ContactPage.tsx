import { ContactForm } from '#web/contact/ContactForm.tsx';
import { useTexts } from '#web/i18n/index.ts';
import { CardGrid } from '#web/kit/CardGrid.tsx';
import { PageIntro } from '#web/kit/PageIntro.tsx';
import { Section } from '#web/kit/Section.tsx';
import styles from './ContactPage.module.css';

export default function ContactPage() {
  const texts = useTexts().LL.contact;
  const { services } = texts;
  return (
    <>
      <PageIntro title={texts.title()} lead={texts.subtitle()}>
        <p className={styles.description}>{texts.description()}</p>
      </PageIntro>
      <Section id="write" title={texts.formTitle()} tone="tint" layout="beside">
        <ContactForm />
      </Section>
      <Section title={services.title()}>
        <CardGrid
          cards={[
            ['database', services.collection(), services.collectionText()],
            ['chart', services.analysis(), services.analysisText()],
            ['brain', services.ai(), services.aiText()],
            ['phone', services.app(), services.appText()],
            ['plug', services.integrations(), services.integrationsText()],
          ]}
        />
      </Section>
    </>
  );
}
