import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import { type LegalSection, Since2026 } from './LegalDocument.tsx';

const { ownTiles } = siteConfig;

/** What of people's data the site is sent, and keeps. */
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
          address again, and so does whoever you send it to. On the page that watches a place, the place stays in the
          address on your device and is not sent to us: we are asked for the strikes of a wide area around it.
        </li>
        <li>
          <b>Watchbooks.</b> <Since2026 /> Whoever has our server watch a place gives us the place, to some ten metres,
          and a name for it. We keep them under keys of which we have only a scrambled form (a hash), without an account
          and without the address of your device: we do not know whose they are. So that one network cannot fill the
          service or hold back the messages of others, each book keeps a scrambled form (a keyed hash) of the wide
          network that made it, a group of at least 256 addresses, as long as the book. With them we keep a log of what
          happened there, with the names that people on duty write into it.
        </li>
        <li>
          <b>Recipients.</b> <Since2026 /> Whoever is to be told of a watched place is kept with a name of your choice
          and where messages go: the subscription of a browser, the number of a Telegram chat, or the address of a
          webhook; also quiet hours, and whether messages arrived and when. The text of a message is cleared once it was
          delivered. For a preview of how often lightning came near, the place is sent to us once and not kept.
        </li>
        <li>
          <b>Reports and look-ups.</b> <Since2026 /> Whoever asks for a report or for the lightning before a fire sends
          us the place, or its outline, and the time that they ask about. We use them to answer and keep neither. A
          report’s reference and remark stay in the browser and in its link.
        </li>
        <li>
          <b>API keys.</b> <Since2026 /> Of a key that we gave out we keep the name of its holder, its plan, what it is
          for and how long it is good, its first characters and a scrambled form of the whole (a hash), from which it
          cannot be got back; and how many calls were made with it on each day, for 400 days. What was asked is not
          kept.
        </li>
        <li>
          <b>Technical data.</b> Like every web server, ours sees the address your device connects from and the page it
          asks for. We use it to deliver the page and to fend off abuse. If you keep the setup of a wall display on our
          server, we also keep a scrambled mark of the network it came from until midnight (UTC), to count them. It
          cannot be turned back into your address once the day is over.
        </li>
        <li>
          <b>Faults.</b> <Since2026 /> If our program fails in your browser, the page tells us: which page it was, what
          failed and where in the program, and the kind of browser, such as Firefox. It leaves out the address of the
          page, what you looked at or typed, and who you are. We keep this in the log of our server, without the address
          of your device, to mend the fault.
        </li>
        <li>
          <b>Settings.</b> Your language and theme, an unsent message to us, and the part of the map that you chose last
          are kept in your own browser. So is when a wall display last loaded itself anew. If you open a watch link, it
          is kept there too (at most 30), with the name that you wrote into a log and the push subscription of this
          browser: “Forget it on this device” removes the link. For the time without a connection the map’s files and
          the strikes it last showed are kept as well, until a newer visit replaces them. Whoever uses this browser can
          open what it keeps.
        </li>
      </ul>
    </>
  ),
};
