import styles from '#web/kit/components/components.module.css';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import { builtSources } from '#web/kit/settings/namedParties.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import { LegalDocument, type LegalSection, OpenSections } from './LegalDocument.tsx';

/** The personal data that the site receives and stores. */
const collectedSection: LegalSection = {
  id: 'information-collected',
  title: 'Information we collect',
  body: (
    <>
      <ul>
        <li>
          <b>What you send us.</b> The contact form asks for your name, your email address, a subject and a message. A
          company and a phone number are optional.
        </li>
        <li>
          <b>Location.</b> Location is used only with your consent: the browser asks you first. The position itself
          stays in your browser, which centres the map on it and tells how far away lightning is. The map then asks us
          for the strikes in a wide area around it, and {siteConfig.ownTiles ? 'us too' : 'the map service'} for the
          part of the map in view. The address of the map names the middle of what you see: our server learns it when
          you load that address again, and so does whoever you send it to.
        </li>
        <li>
          <b>Technical data.</b> Like every web server, ours sees the address your device connects from and the page it
          asks for. We use it to deliver the page and to fend off abuse.
        </li>
        <li>
          <b>Settings.</b> Your language and theme, an unsent message to us, and the part of the map that you chose last
          are kept in your own browser. For the time without a connection the map’s files and the strikes it last showed
          are kept as well, until a newer visit replaces them. Whoever uses this browser can open what it keeps.
        </li>
      </ul>
    </>
  ),
};

const { name, email, privacy, ownTiles } = siteConfig;

const privacySections: readonly LegalSection[] = [
  {
    id: 'introduction',
    title: 'Introduction',
    body: (
      <>
        <p>
          This policy explains what {name} collects when you use the website, the map and the contact form, what we do
          with it and which choices you have. You can use the map and read every page without giving us your name.
        </p>
        <Controller {...privacy} />
      </>
    ),
  },
  collectedSection,
  {
    id: 'use-of-information',
    title: 'How we use information',
    body: (
      <>
        <ul>
          <li>to show you the map, in your language and around the place you choose;</li>
          <li>to answer your message and to prepare an offer if you ask for one;</li>
          <li>to keep the service running, secure and free from abuse.</li>
        </ul>
        <p>
          The legal basis under the General Data Protection Regulation (GDPR) is article 6(1)(b) where your message asks
          for an offer or concerns a contract, and article 6(1)(f) for every other message and for technical data: our
          legitimate interest in answering you and in a service that works. For your location it is your consent,
          article 6(1)(a).
        </p>
      </>
    ),
  },
  {
    id: 'sharing',
    title: 'Sharing and disclosure',
    body: (
      <>
        <p>
          <b>We do not sell personal data.</b> We pass it on only where the service needs it:
        </p>
        <ul>
          <li>messages from the contact form are delivered to our team through the Telegram messenger;</li>
          <li>the website runs on the servers of our hosting provider;</li>
          {builtSources.credit && <li>whose lightning we show ({builtSources.credit}) is told nothing of you;</li>}
          {ownTiles || (
            <li>
              the background of the map is loaded from a public map service (OpenFreeMap), which thereby sees the
              address of your device and which area you look at;
            </li>
          )}
          {siteConfig.turnstileSiteKey && (
            <li>
              before a message is sent, Turnstile by Cloudflare checks that a person is there: it sees the address of
              your device and technical data of your browser;
            </li>
          )}
          <li>authorities receive data where the law obliges us to hand it over.</li>
        </ul>
        {ownTiles && (
          <p>
            The map is loaded from our own servers, its background too: no map service learns that you visit us or which
            area you look at.
          </p>
        )}
      </>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies',
    body: (
      <p>
        We set no cookies and use no tracking or advertising. What the site remembers (language, theme, an unsent
        message, and what else is listed above) lies in the storage of your browser, and you can delete it there at any
        time.
      </p>
    ),
  },
  {
    id: 'security',
    title: 'Data security',
    body: (
      <p>
        Connections are encrypted, access to messages is limited to those who answer them, and the content of messages
        is never written to log files. No system is perfectly secure; if something goes wrong we tell those concerned.
      </p>
    ),
  },
  {
    id: 'retention',
    title: 'Data retention',
    body: (
      <p>
        Our server deletes a delivered message after 30 days, and one that could not be delivered after 90 days. The
        history of its database, from which it can be restored after a fault, reaches back another 30 days. The
        conversation that follows from a message, its copy in our messenger included, is kept only as long as it is
        needed to deal with your request or as the law requires.
      </p>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights and choices',
    body: (
      <>
        <p>You may ask us at any time for:</p>
        <ul>
          <li>access to the personal data we hold about you;</li>
          <li>correction of data that is wrong;</li>
          <li>deletion;</li>
          <li>restriction of its use;</li>
          <li>portability: a copy in a common format;</li>
          <li>and you may raise an objection to its use.</li>
        </ul>
        <p>
          If you ask for deletion, write to us from the address you gave in the contact form: we then erase every
          message you sent us. You also have the right to lodge a complaint with a data protection authority.{' '}
          <Authority {...privacy} />
        </p>
        <p>You can withdraw your consent to the use of your location in the settings of your browser.</p>
      </>
    ),
  },
  {
    id: 'updates',
    title: 'Policy updates',
    body: (
      <p>
        When this policy changes we publish the new version on this page with a new date. If a change matters much, we
        announce it on the website beforehand.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    body: (
      <p>
        Questions about this policy or about your data reach us through the{' '}
        <PageLink page="contact">contact page</PageLink> or at <a href={`mailto:${email}`}>{email}</a>.
      </p>
    ),
  },
];

type PrivacyFacts = typeof privacy;

/** Empty if not configured. */
export function Controller({ controller, controllerAddress }: Pick<PrivacyFacts, 'controller' | 'controllerAddress'>) {
  if (controller === '') return null;
  return (
    <p>
      The controller of your personal data, who decides what is done with it and answers for it, is{' '}
      {[controller, controllerAddress].filter(Boolean).join(', ')}.
    </p>
  );
}

/** Empty if not configured. */
export function Authority({ authority, authorityUrl }: Pick<PrivacyFacts, 'authority' | 'authorityUrl'>) {
  if (authority === '') return null;
  return <>Ours is {authorityUrl === '' ? authority : <a href={authorityUrl}>{authority}</a>}.</>;
}

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
        <PageLink page="contact" className={styles.primary}>
          Contact us
        </PageLink>
      </p>
    </LegalDocument>
  );
}
