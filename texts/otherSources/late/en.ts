import type { Instead } from '#texts/otherSources/Instead.ts';

/** For a source that may guard nothing, whatever it sees: nothing comes within seconds, and nothing warns. */
export default {
  everyPage: {
    nav: { map: 'Map' },
    footer: {
      blurb:
        'Lightning over the Balkans, some minutes late: a map and data for everyone who works or walks under an open sky.',
    },
    head: {
      landing: { title: 'Balkan Lightning: lightning map of the Balkans' },
      embed: { title: 'Lightning map to embed' },
      map: {
        title: 'Lightning map',
        description:
          'Lightning around you and over the whole Balkan region on one map, some minutes after it was seen: the last ten minutes, hour, six hours or day.',
      },
    },
  },
  landing: {
    hero: {
      demo: 'Open the map',
      eyebrow: 'Lightning, some minutes after it was seen',
      title: 'The storms over the Balkans on one map',
      lead: 'What was seen is on the map some minutes later: too late for warnings.',
    },
    toolBand: {
      watch: 'Rings around your place, and messages. They need a faster source than this map has.',
    },
    processing: {
      collectText: 'New lightning is fetched around the clock. By then it is some minutes old.',
      deliverText: 'What is new reaches every open map at once, with its age.',
    },
    testimonials: {
      guideText: 'Looks before setting out where it thundered in the last hours.',
    },
    app: {
      alerts: 'Alerts when lightning strikes near you, with a faster source',
      radius: 'Your own alert radius and alert types, with a faster source',
      forecast: 'Weather forecasts with a lightning risk rating, with a faster source',
    },
    watchNow: {
      text: 'No alerts: this map’s source is too slow or inaccurate. With a faster one you choose a place and distances. In danger follow the authorities (112).',
      link: 'What watching a place needs',
    },
    integration: {
      notifications: 'Notifications of new lightning, some minutes late',
      areas: 'Customizable alerts for the areas you name, with a faster source',
    },
  },
  about: {
    volunteer: { map: 'Open the map' },
    lead: 'Balkan Lightning shows where there was lightning over the Balkans, some minutes after it was seen. It is a service for companies and emergency services, and a volunteer project at the same time.',
    what: {
      text: 'A map of lightning, some minutes late and free to look at. There are statistics, reports, and a search for the lightning that could have started a fire. Plans add access to our API. There are no alerts: they need a faster source. For those who need their own measurements we plan and run sensor networks.',
    },
    how: {
      delay: 'Some minutes of delay',
      delayText: 'The source reports what it has seen only some minutes later. Therefore there are no alerts.',
    },
    limits: { canMove: 'whether a storm was growing, dying or moving when it was last seen;' },
  },
  descriptions: {
    of: {
      landing:
        'Lightning over the Balkans, some minutes after it was seen: a map, history, data access and sensor networks for people on duty.',
      watch: 'Alerts for a place need a faster source than this map has. Why, and what you can use instead.',
      places:
        'Towns of the Balkans from 15,000 people and the peaks of our map, by country. Each page shows lightning nearby in the last hour, day and two weeks.',
      embed: 'A lightning map for other people’s pages, with the state of the feed and a link to the full map.',
    },
  },
  plans: {
    basic: { monitoring: 'Monitoring, some minutes late', alerts: 'Basic alerts, with a faster source' },
    professional: { alerts: 'Custom alerts, with a faster source' },
    free: 'Free for everyone: the map and the last {days} days.',
  },
  places: {
    lead: 'Choose a town or a peak. Its page shows lightning nearby in the last hour, and the last two weeks.',
  },
  watch: {
    lead: 'One screen for one place, with a level of danger and when work may go on. It needs a faster source.',
  },
  mapMore: {
    wallSetup: {
      noLevel: 'No level of danger: this map’s source is too slow or inaccurate.',
    },
  },
  map: { title: 'Lightning map' },
  api: {
    recipes: {
      lead: 'Whole files to copy, for three programs. Each distinguishes a quiet sky from missing data. With this source they always report missing data.',
    },
    what: {
      notWarning: 'It is information, some minutes late, and no warning system. Do not rely on it for safety.',
    },
  },
} satisfies Instead;
