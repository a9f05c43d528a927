import { useEffect } from 'react';
import { percentDecoded } from '#shared/http.ts';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import { LegalDocument } from './LegalDocument.tsx';
import styles from './TermsPage.module.css';
import { termsSections } from './termsSections.tsx';

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
        See also: <PageLink page="privacy">Privacy Policy</PageLink>, <PageLink page="dataNotice">Data notice</PageLink>{' '}
        with the terms of the free tools, and <PageLink page="contact">Contact Us</PageLink>.
      </p>
    </LegalDocument>
  );
}

/** Opens the section of the hash, for browsers that do not, and again after it has been closed. */
function useOpenedByHash(): void {
  useEffect(() => {
    const open = () => {
      const target = document.getElementById(percentDecoded(window.location.hash.slice(1)) ?? '');
      const section = target?.closest('details');
      if (!target || !section) return;
      section.open = true;
      target.scrollIntoView();
    };
    // A second click on the same link does not change the hash, so clicks are handled as well.
    const click = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest('a[href^="#"]')) setTimeout(open);
    };
    open();
    window.addEventListener('hashchange', open);
    document.addEventListener('click', click);
    return () => {
      window.removeEventListener('hashchange', open);
      document.removeEventListener('click', click);
    };
  }, []);
}
