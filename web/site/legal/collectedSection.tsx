import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import type { LegalSection } from './LegalDocument.tsx';

const { ownTiles } = siteConfig;

/** The personal data that the site receives and stores. */
export const collectedSection: LegalSection = {
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
          for the strikes in a wide area around it, and {ownTiles ? 'us too' : 'the map service'} for the part of the
          map in view. The address of the map names the middle of what you see: our server learns it when you load that
          address again, and so does whoever you send it to.
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
