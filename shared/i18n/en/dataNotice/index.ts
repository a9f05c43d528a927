import type { BaseTranslation } from '../../i18n-types.ts';

const dataNotice = {
  updated: 'Last changed:',
  contents: 'Contents',
  lead: 'What this software stores about you, where, and for how long. Your rights are in the Privacy Policy.',
  browser: {
    title: 'In your browser',
    settings:
      'Your language, the theme and the part of the map you chose last stay in your browser until you delete them.',
    draft: 'An unsent contact message stays until you close the tab.',
    links:
      'Up to 30 watch links that you opened stay there too, with the name you sign log entries with. “Forget it on this device” removes a link.',
    push: 'If this browser receives alerts, it keeps its push subscription.',
    offline:
      'For use without a connection it keeps files of the site and the strikes the map showed last. A newer visit replaces them.',
    cookies: 'We set no cookies. Anyone who uses this browser can open what it keeps.',
  },
  position: {
    title: 'Your position',
    position: 'Your position stays in your browser, and is read only with your consent.',
    strikes: 'The map asks our server for strikes in a wide area around it.',
    ownTiles: 'The background of the map comes from our server as well.',
    tileHost: 'The background of the map comes from OpenFreeMap, which sees your IP address and the area in view.',
    address:
      'The address of the map names the middle of the view. Our server sees it when you load that address again.',
    watch: 'A place you watch on one screen only stays in the address on your device.',
  },
  watched: {
    title: 'Places our server watches',
    place: 'We store the place, to some ten metres, its name, and hashes of its keys.',
    nobody: 'There is no account, and your IP address is not stored. We do not know whose place it is.',
    network:
      'Each watch link keeps a keyed hash of the network that made it, a group of at least 256 addresses. It limits how much one network can take.',
    log: 'The log of the place, with the names written into it, is stored for 400 days.',
    unreached:
      'A watch link that never reached a recipient is deleted 7 days after its last visit. When the service is full, it can go after one day.',
    idle: 'Any other is deleted after 400 days without a visit or a delivered message. Its recipients get a notice 14 days before.',
    deleting: 'If you delete a watch link, all of this goes at once. The database can be restored for another 30 days.',
    preview:
      'To measure past alerts, the place is sent to us; a point is rounded to about 1 km. The result is cached for an hour, for everybody.',
  },
  alerts: {
    title: 'Recipients of alerts',
    stored:
      'We store a name of your choice, quiet hours, and the address of the messages. That is a push subscription, the number of a Telegram chat or a webhook.',
    text: 'The text of a message is deleted when it is delivered.',
    sent: 'Which message went to whom, and whether it arrived, is stored for 30 days.',
    tests:
      'Which site received tests is stored for one hour, even if the recipient is deleted. This prevents flooding.',
    push: 'The push service of the browser sees when a message comes, but cannot read it.',
    others: 'Telegram and the webhook you name can read it.',
    object: 'Every recipient can mute messages and can object to them.',
  },
  questions: {
    title: 'Reports and look-ups',
    asked: 'We use the place, outline and time you ask about for the answer, and store none of them.',
    remark: 'The reference and the remark of a report stay in your browser and in the link to it.',
  },
  keys: {
    title: 'API keys',
    stored:
      'We store the holder, plan, purpose and validity of a key, its first characters, and a hash of the whole key.',
    counts: 'Daily counts of calls are stored for 400 days, and so are keys that have ended.',
    asked: 'Your requests are not stored.',
  },
  walls: {
    title: 'Wall displays',
    setup: 'The setup of a display is on our server only if you keep it there.',
    ends: 'It is deleted when you delete it, or when no display has read it for 400 days. When the service is full, 30 days can be enough.',
    network:
      'To count setups, we keep a scrambled mark of your network until midnight (UTC). After that it cannot be turned back.',
  },
  messages: {
    title: 'Contact messages',
    kept: 'A delivered message is deleted after 30 days, one that could not be delivered after 90 days.',
    restore: 'The database can be restored for another 30 days.',
    telegram:
      'Messages reach our team through Telegram. The copy there is stored while your request or the law needs it.',
    turnstile:
      'Before you send a message or keep something on our server, Turnstile by Cloudflare checks that you are a person. It sees your IP address and technical data of your browser.',
  },
  faults: {
    title: 'Error reports',
    told: 'If the program fails, the page reports which page it was, what failed and the kind of browser.',
    left: 'The report has no page address, no input and no name. We keep it in the server log without your IP address.',
  },
  basis: {
    title: 'Legal basis',
    own: 'For what you ask for yourself, and for an API key, it is article 6(1)(b) of the GDPR.',
    others:
      'For other recipients, and for names in a log, it is article 6(1)(f). The legitimate interest is that people are warned, and that it can be proved.',
    location: 'For your position it is your consent, article 6(1)(a).',
  },
  terms: {
    title: 'Service terms of the free tools',
    watching: 'The people you chose get messages when lightning comes near, when to stop and when it is over.',
    late: 'A message may be late, repeated or missing. It is no official warning, and the first strike cannot be announced.',
    drills: 'Check your alerts by tests and drills, and have another way to learn of danger.',
    danger: 'In danger follow the authorities. The emergency number is 112.',
    source: 'The lightning shown is not ours: {credit:string}.',
    mayNotWarn:
      'This data is too late or too rough to warn anybody. No level, all-clear or notification follows from it, and no place can be watched.',
    link: 'A watch link is the only key to its place: you answer for whom you give it to.',
    wanted: 'Add only recipients who want these messages.',
    unused: 'We may delete watch links that nobody uses, at the times named above.',
    api: 'What the API gives without a key, and what a plan adds, is on the API page. Name us as the source where people see the data.',
    key: 'A key is for its holder alone. We may revoke one that is passed on or misused.',
    apiLink: 'API page',
  },
  ask: 'Questions about this notice:',
} satisfies BaseTranslation;

export default dataNotice;
