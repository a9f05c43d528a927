import buttons from '#web/kit/components/Button.module.css';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import { LegalDocument } from '#web/site/legal/LegalDocument.tsx';
import { privacySections } from '#web/site/legal/privacySections.tsx';

export default function PrivacyPage() {
  return (
    <LegalDocument
      title="Privacy Policy"
      updated={{ iso: '2023-06-01', text: 'June 1, 2023' }}
      sections={privacySections}
    >
      {privacySections.map(({ id, title, body }, index) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id}>
            {index + 1}. {title}
          </h2>
          {body}
        </section>
      ))}
      <p>
        <PageLink page="contact" className={buttons.primary}>
          Contact us
        </PageLink>
      </p>
    </LegalDocument>
  );
}
