import { PageLink } from '#web/kit/routing/PageLink.tsx';
import { LegalDocument } from '#web/site/legal/LegalDocument.tsx';
import { termsSections } from '#web/site/legal/termsSections.tsx';
import { useOpenedByHash } from '#web/site/legal/useOpenedByHash.ts';
import styles from './TermsPage.module.css';

export default function TermsPage() {
  useOpenedByHash();
  return (
    <LegalDocument
      title="Terms of Service"
      updated={{ iso: '2023-06-01', text: 'June 1, 2023' }}
      sections={termsSections}
    >
      {termsSections.map(({ id, title, body }, index) => (
        <details key={id} className={styles.section}>
          <summary>
            <h2>
              {index + 1}. {title}
            </h2>
          </summary>
          {/* The target is inside, because browsers open a closed section only for something in it. */}
          <div id={id} className={styles.text}>
            {body}
          </div>
        </details>
      ))}
      <p className={styles.links}>
        See also: <PageLink page="privacy">Privacy Policy</PageLink> and <PageLink page="contact">Contact Us</PageLink>.
      </p>
    </LegalDocument>
  );
}
