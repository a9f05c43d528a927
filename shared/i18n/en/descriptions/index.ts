import type { BaseTranslation } from '../../i18n-types.ts';

/** Each page's description for search engines and link previews: only prerendering needs it. */
const descriptions = {
  imageAlt: 'Lightning strikes on a map of the Balkans',
  of: {
    landing:
      'See cloud-to-ground lightning over the Balkans as it happens: a live map, history, data access and sensor networks for people on duty.',
    fires:
      'Satellite fires over the Balkans in the last 7 days: the chance of lightning, the best-fitting flash, and how late the satellites are.',
    lookUp:
      'Which strike could have started a fire? Candidates from the 14 days before its report: distance, time, list, map and files.',
    analytics:
      'Lightning strokes over the Balkans by day, hour, month, region and square kilometre, with the time observed and the range of chance.',
    proof: 'How accurate our lightning forecasts are, with the current limits.',
    api: 'Lightning strikes over the Balkans by HTTP: a stream, history, formats, limits, keys, a console and the reference. Try it without a key.',
    report: 'Strokes near a place on a day, in local time and UTC, with data gaps and a checksum.',
    watch: 'Clear, watch, warning or stop for one place, and a plain word when there is no data.',
    contact:
      'Ask about lightning data, API access, sensor projects or a tailor-made application. Write to us and we will answer soon.',
    privacy:
      'What we collect, why, and what your rights are. We do not sell personal data, and your location is used only with your consent.',
    dataNotice:
      'What this software stores about you, where and for how long: watch links, recipients, messages, API keys, and what stays in your browser.',
    terms: 'The terms for using the lightning map, the data and our subscription plans.',
    accessibility:
      'What we test for accessibility, which limits are known, where the facts of the map are as text, and how to report a barrier.',
    sensors:
      'Lightning and weather sensors planned, installed and looked after for you: from the first consultation to data in your own systems.',
    about:
      'What this project is, how lightning is located, what cloud-to-ground data can and cannot show, and who is behind it.',
    places:
      'Towns of the Balkans from 15,000 people and the peaks of our map, by country. Each page shows lightning nearby and approaching storms.',
    status:
      'Whether lightning data arrives now, the hours with data in the last 14 days, incidents with begin and length, and the measured share of time with data.',
    place: 'Lightning near a town or peak: now and the last two weeks.',
    embed: 'A live lightning map for other people’s pages, with the state of the feed and a link to the full map.',
    notFound: 'There is no page at this address.',
  },
} satisfies BaseTranslation;

export default descriptions;
