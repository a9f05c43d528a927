import { useEffect } from 'react';
import { percentDecoded } from '#shared/http.ts';
import styles from '#web/kit/components/pages.module.css';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import { builtSources } from '#web/kit/settings/namedParties.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import { LegalDocument, type LegalSection } from './LegalDocument.tsx';

const { name, email, governingLaw } = siteConfig;

const termsSections: readonly LegalSection[] = [
  {
    id: 'acceptance',
    title: 'Acceptance of terms',
    body: (
      <p>
        By using the website, the map, the data or any other service of {name} you accept these terms and our{' '}
        <PageLink page="privacy">Privacy Policy</PageLink>. If you do not accept them, please do not use the services.
      </p>
    ),
  },
  {
    id: 'eligibility',
    title: 'Eligibility and registration',
    body: (
      <p>
        You must be at least 18 years old to use the services. Where a service needs registration, you give true
        information, keep it up to date and keep your access data secret. You answer for what happens under your
        account.
      </p>
    ),
  },
  {
    id: 'services',
    title: 'Description of services',
    body: (
      <>
        <p>
          We provide a live map of {builtSources.mayWarn ? 'cloud-to-ground lightning' : 'lightning'}, notifications,
          analytics, reports, data access and sensor projects, as described on this website and in individual
          agreements.
        </p>
        <p>
          The services are information. They are not a safety system: strikes can be missing, late or displaced. Never
          rely on them alone where life or health is at stake.
        </p>
      </>
    ),
  },
  {
    id: 'subscription',
    title: 'Subscription plans and payment',
    body: (
      <p>
        The public map is free of charge. The plans Basic, Professional and Enterprise are agreed with our sales team,
        with their scope, price, term and manner of payment.
      </p>
    ),
  },
  {
    id: 'conduct',
    title: 'User conduct',
    body: (
      <>
        <p>You will not</p>
        <ul>
          <li>use the services for anything unlawful;</li>
          <li>disturb or overload them, or try to get past their limits or their security;</li>
          <li>collect data in bulk, or pass it on, beyond the fair use or what your plan allows;</li>
          <li>present the data as an official warning.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'intellectual-property',
    title: 'Intellectual property',
    body: (
      <p>
        The website, its software, texts and graphics belong to us or to our licensors. Map data comes from
        OpenStreetMap contributors and stands under its own licence. You receive a simple, non-transferable right to use
        the services, and the data that you get from them, within the fair use or your plan.
      </p>
    ),
  },
  {
    id: 'warranties',
    title: 'Disclaimer of warranties',
    body: (
      <p>
        The services are provided as they are and as available. As far as the law allows, we give no warranty, express
        or implied, that they are complete, accurate, uninterrupted or fit for a particular purpose. Agreed service
        levels of a plan remain unaffected.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Limitation of liability',
    body: (
      <p>
        As far as the law allows, we are not liable for indirect or consequential damage. Our total liability is limited
        to the amount you paid us in the last 6 months, or to 100 dollars if that is greater.
      </p>
    ),
  },
  {
    id: 'indemnification',
    title: 'Indemnification',
    body: (
      <p>
        You hold us harmless from claims of third parties that arise because you used the services against these terms
        or against the law.
      </p>
    ),
  },
  {
    id: 'governing-law',
    title: 'Governing law',
    body: <GoverningLaw state={governingLaw} />,
  },
  {
    id: 'changes',
    title: 'Changes to terms',
    body: (
      <p>
        We may change these terms. The new version is published on this page with a new date; whoever goes on using the
        services after that accepts it.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    body: (
      <p>
        Questions about these terms: <PageLink page="contact">Contact Us</PageLink>, or write to{' '}
        <a href={`mailto:${email}`}>{email}</a>. How we treat personal data is described in the{' '}
        <PageLink page="privacy">Privacy Policy</PageLink>.
      </p>
    ),
  },
];

/** `state` is empty if not configured. */
export function GoverningLaw({ state }: { readonly state: string }) {
  return (
    <p>
      These terms are governed by the laws of {state || 'the state in which we are established'}, without regard to its
      rules on conflict of laws.
    </p>
  );
}

export default function TermsPage() {
  useOpenedByHash();
  return (
    <LegalDocument
      title="Terms of Service"
      updated={{ iso: '2023-06-01', text: 'June 1, 2023' }}
      sections={termsSections}
    >
      {termsSections.map(({ id, title, body }, index) => (
        <details key={id} className={styles.termsSection}>
          <summary>
            <h2>
              {index + 1}. {title}
            </h2>
          </summary>
          {/* The target is inside, because browsers open a closed section only for something in it. */}
          <div id={id} className={styles.termsText}>
            {body}
          </div>
        </details>
      ))}
      <p className={styles.termsLinks}>
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
