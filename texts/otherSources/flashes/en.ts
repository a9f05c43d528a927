import { flashVerdictTexts } from '#texts/otherSources/flashVerdictTexts.ts';
import type { Instead } from '#texts/otherSources/Instead.ts';

/** For a source of flashes of every kind: what is counted, listed or opened is a flash, and nothing says that it reached the ground. */
export default {
  everyPage: {
    head: {
      map: {
        description:
          'Lightning flashes, in clouds and to the ground, around you and over the whole Balkan region on one map: the last ten minutes, hour, six hours or day.',
      },
    },
  },
  landing: {
    hero: {
      eyebrow: 'Lightning in clouds and to the ground, live',
      lead: 'Every flash over the Balkans, in a cloud or to the ground, is on the map within seconds.',
      hour: '{count|number} {{flash|flashes}} in the last hour',
    },
    toolBand: {
      lookUp: 'Flashes that could have started a fire.',
      report: 'Every flash near a place on one day.',
    },
    processing: {
      collectText: 'New flashes come every few seconds during a storm.',
      deliverText: 'New flashes reach every open map without reloading.',
    },
    features: {
      mapText: 'Open any flash for its time and place, and share it.',
    },
    benefits: {
      accuracyText: 'each flash counts once. Not every flash shown has reached the ground.',
    },
    testimonials: {
      fireText: 'Sends a patrol where storms passed over dry forest, before there is smoke.',
      gridText: 'Sends the crew to the flashes around a tripped line.',
    },
    app: {
      picture: 'Sketch of the app: your position, an alert radius and flashes outside it.',
    },
    integration: {
      text: 'The same flashes reach your own software over an API.',
      notifications: 'Real-time lightning notifications',
    },
  },
  about: {
    lead: 'Balkan Lightning shows where lightning flashes, in clouds and to the ground, over the Balkans and while the storm is still there. It is a service for companies and emergency services, and a volunteer project at the same time.',
    what: {
      text: 'A live map of lightning flashes of every kind, free to look at. Get alerts for your own places, statistics, reports, and a search for the lightning that could have started a fire. Plans add access to our API. For those who need their own measurements we plan and run sensor networks.',
    },
    how: { title: 'How a flash is located' },
    limits: {
      canWhere: 'where and when lightning flashed, for the whole region at once;',
      cannotAll: 'that nothing flashed: no source sees every flash, and weak ones are missed most of all;',
      cannotCloud: 'which flash reached the ground: many stay within the clouds.',
    },
  },
  descriptions: {
    imageAlt: 'Lightning flashes on a map of the Balkans',
    of: {
      landing:
        'See lightning over the Balkans, in clouds and to the ground, as it happens: a live map, history, data access and sensor networks for people on duty.',
      lookUp:
        'Which flash could have started a fire? Candidates from the 14 days before its report: distance, time, list, map and files.',
      analytics:
        'How many lightning flashes were seen over the Balkans by day, hour, month, region and square kilometre, with the time observed and the range of chance.',
      api: 'Lightning flashes over the Balkans by HTTP: a stream, history, formats, limits, keys, a console and the reference. Try it without a key.',
      report: 'Flashes near a place on a day, in local time and UTC, with data gaps and a checksum.',
      about:
        'What this project is, how lightning is located, what data on flashes of every kind can and cannot show, and who is behind it.',
    },
  },
  sky: flashVerdictTexts.en,
  map: {
    incomplete: 'Incomplete: flashes could not be loaded',
    region: 'Map of lightning flashes. Arrow keys move it, plus and minus zoom.',
    truth: {
      newest: 'newest flash {span} ago',
      usualDelay: 'reported about {span} after the flash',
      lastKnown: 'grey flashes are the last known',
      filling: 'loading flashes…',
      tooWide: 'zoom in to see every flash',
    },
    count: '{count|number} {{flash|flashes}} in view',
    locate: {
      why: 'See how far lightning is from you. Your position stays in this browser; only map tiles and flashes of the area are requested.',
      whyOwnTiles:
        'See how far lightning is from you. Your position stays in this browser; map and flashes of the area come only from us.',
    },
    strike: {
      link: 'Link to this flash',
      unknown: 'Flash not found. It may be too old, or the link is incomplete. The map shows current flashes.',
      failed: 'The flash could not be loaded. The map shows current flashes.',
    },
    pointed: { total: '{count|number} {{flash|flashes}}: {ages}' },
    nearest: { title: 'Nearest flash' },
    rate: {
      title: 'Flashes in view, {range}',
      titleUntil: 'Flashes in view, {range} up to {time}',
      picked: '{from} to {to}: {count|number} {{flash|flashes}}',
    },
    table: { title: 'Recent flashes in view as a table', empty: 'No flashes to list.' },
    sound: { name: 'Sound for new flashes' },
  },
  mapMore: {
    help: {
      open: 'Tap a flash for its time and distance.',
    },
    timeline: {
      failed: 'The counts could not be read. The flashes can still be looked through.',
      outside: 'Flashes are counted for the area we always watch. This view lies outside it.',
    },
    wallSetup: {
      sound: 'A sound for each flash (after the first touch: browsers allow none before)',
    },
  },
} satisfies Instead;
