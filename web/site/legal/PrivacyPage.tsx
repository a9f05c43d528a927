import buttons from '#web/kit/components/Button.module.css';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import { LegalDocument, OpenSections } from './LegalDocument.tsx';
import { privacySections } from './privacySections.tsx';

export default function PrivacyPage() {
  return (
    <LegalDocument
      title="Privacy Policy"
      updated={{ iso: '2023-06-01', text: 'June 1, 2023' }}
      sections={privacySections}
    >
      <OpenSections sections={privacySections} />
      <p>
        What this software stores, and for how long: <PageLink page="dataNotice">Data notice</PageLink>.
      </p>
      <p>
        <PageLink page="contact" className={buttons.primary}>
          Contact us
        </PageLink>
      </p>
    </LegalDocument>
  );
}
