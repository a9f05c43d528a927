import buttons from '#web/kit/Button.module.css';
import { LegalDocument } from '#web/legal/LegalDocument.tsx';
import { privacySections } from '#web/legal/privacySections.tsx';
import { PageLink } from '#web/routing/PageLink.tsx';

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
