import buttons from '#web/kit/components/components.module.css';
import { CardGrid, PageIntro, Section } from '#web/kit/components/Page.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { ContactForm } from '#web/site/contact/ContactForm.tsx';
import styles from '../../kit/components/pages.module.css';

export default function ContactPage() {
  const texts = useTexts().LL.form.contact;
  const { services } = texts;
  return (
    <>
      <PageIntro title={texts.title()} lead={texts.subtitle()} />
      <p className={styles.jump}>
        <a href="#write" className={buttons.primary}>
          {texts.formTitle()}
        </a>
      </p>
      <Section title={services.title()}>
        <CardGrid
          columns={5}
          cards={[
            ['database', services.collection(), services.collectionText()],
            ['chart', services.analysis(), services.analysisText()],
            ['brain', services.ai(), services.aiText()],
            ['phone', services.app(), services.appText()],
            ['plug', services.integrations(), services.integrationsText()],
          ]}
        />
      </Section>
      <Section id="write" title={texts.formTitle()} lead={texts.description()} tone="tint" layout="beside">
        <ContactForm />
      </Section>
    </>
  );
}
