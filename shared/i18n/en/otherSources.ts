import type { OtherSourceTexts } from '../dictionaryTypes.ts';
import { flashVerdictTexts } from './server.ts';

export default {
  /** For a source of flashes of every kind: what is counted, listed or opened is a flash, and nothing says that it reached the ground. */
  flashes: {
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
    sky: flashVerdictTexts,
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
  },
  /** What the tools say of flashes of every kind. */
  flashTools: {
    watch: {
      setup: {
        dwell: 'Wait after the last flash, min',
        private: 'The place stays on this device. We receive only a request for a wide area around it.',
      },
      advice: { clear: 'No flash within {km} km for {min} min' },
      facts: {
        nearest: 'Nearest flash',
        newest: 'Newest flash',
        rules:
          'Watch {watch}, warning {warning}, stop {stop} km. Wait {dwell} min after the last flash, and 60 s for late reports.',
      },
      scope: { label: 'Flashes within {km} km, north is up: {count}' },
      changes: {
        raise: '{level}: flash {where} at {time}',
        same: 'Still {level}: flash {where} at {time}',
        again: 'Flash {where} at {time}: the wait starts again',
        countdown: '5 min without a flash within {km} km: countdown',
      },
    },
    lookUp: {
      title: 'Which flash may have lit this fire?',
      failure: { notKept: 'Too long ago: no flashes are stored.' },
      simulated: 'Simulated data: these flashes never happened.',
      meaning:
        'A candidate is lightning that could have started the fire; flashes within clouds are included. It is not proof.',
      none: {
        all: 'No flash was found within {km} in these {days} {{day|days}}.',
        part: 'No flash found, but data is incomplete.',
        missed: 'No source sees every flash, and some fires smoulder for more than two weeks.',
      },
      complete: {
        cut: 'The search went back only to {time}: too many flashes, or older ones are not stored.',
      },
      share: '{share} likely to have flashed within 500 m of the fire',
      shareHelp:
        'The source reports no accuracy. We assume half of all flashes lie within {half} of the given point, and 90 % within {most}.',
      shareHelpOwn:
        'The likelihood follows from the error ellipse reported with a flash. Without one, we assume half of all flashes lie within {half} of the given point.',
      fewPerCent: 'Even a flash at the fire itself scores only a few per cent. Compare candidates.',
      order: 'The order weighs how near, how recent and how likely a flash is.',
    },
    report: {
      lead: 'Flashes located near a place on a day: for an insurer, an owner or a file. The report is made in your browser. You can print it, and check it later.',
      noScript: 'Needs JavaScript. The same flashes for programs: GET /api/v1/strikes with near and radiusKm.',
      failure: { many: 'More than 10,000 flashes there. Choose a smaller distance or fewer days.' },
      running: 'Loading flashes…',
      simulated: 'Simulated data: these flashes never happened.',
      found: {
        some: '{count|number} {{flash was|flashes were}} located within {km} on {day}. The nearest: {nearest}, at {time}.',
        all: 'No flash was located within {km} on {day}. Data is complete.',
        part: 'No flash located within {km} on {day} in the available data; some is missing.',
      },
      missing: {
        part: 'No data for {missing} of {asked}. Flashes may be missing.',
        outside: 'The distance around this place reaches beyond our home area: flashes may be missing.',
      },
      pictures: { near: 'Flashes within 1 km. North is up.', wide: 'Flashes within {km}. North is up.' },
      strokes: { title: 'All flashes by distance' },
      limits: {
        opinion:
          'A list of measurements, not an expert opinion: whether a flash caused damage must be assessed on the spot.',
        ground: 'Flashes of every kind: those within clouds are among them, and the list does not say that one struck.',
        accuracy:
          'Unless a row gives it, accuracy is unknown: often hundreds of metres, sometimes kilometres. No source sees every flash.',
      },
      proof: {
        different:
          'Not the same: the rows have changed since this link was made. Flashes may have arrived later, or are no longer stored.',
      },
    },
    analytics: {
      lead: 'Flashes by day, hour, month, region and square kilometre, for the whole archive. Each number shows how much of the time was observed.',
      state: { quiet: 'No flash was located in the observed time.' },
      summary: {
        strikes: '{n|number} {{flash|flashes}}',
        rate: '{rate} flashes per observed day ({low} to {high})',
        cg: 'Flashes of every kind, in clouds and to the ground.',
      },
      plot: { few: 'hatched, on the map paler: fewer than 80 flashes, not known to ±20 %' },
      column: { strikes: 'Flashes' },
      days: { axis: 'Flashes a day' },
      hours: {
        lead: 'Local time in Sofia, with UTC in the table. Flashes per observed hour, all days of the period together.',
        axis: 'Flashes per observed hour',
      },
      months: { axis: 'Flashes per observed day' },
      compare: {
        axis: 'Flashes per observed day',
        more: '{first} had {ratio} times as many flashes per observed day as {second} (95 %: {low} to {high}). Chance alone does not explain the difference.',
        less: '{first} had fewer flashes per observed day than {second}: {ratio} of their number (95 %: {low} to {high}). Chance alone does not explain the difference.',
        none: 'No flash was located in either period.',
        storms:
          'Flashes come in storms, and are not independent. The true range of chance is therefore wider than this one; one storm more or less can make the difference.',
      },
      grid: {
        mapName: 'Map of the density of flashes, cells of about {km} km, {strikes|number} flashes',
        legend: 'Flashes per km² and observed day',
        regionMap: 'Map of the density of flashes by region',
        regionAxis: 'Flashes per km² and observed day, the densest fifteen',
      },
      reading: {
        strikes: 'Flashes, not strokes',
        strikesText:
          'One flash often has several strokes along the same channel. As far as the source joins them, they count once here.',
        ground: 'Ground and cloud',
        groundText:
          'Most flashes stay within the clouds, and no source sees every one. These counts say how much it flashed, not how often the ground was struck.',
        chanceText:
          'Intervals hold the true rate with 95 % confidence if flashes are independent. About 80 flashes are needed to know a density to ±20 %; cells with fewer are hatched.',
      },
    },
    api: {
      what: {
        isCloud:
          'Lightning flashes of every kind, in clouds and to the ground: where and when. The API calls them strikes.',
        notAll:
          'It is not complete: no source sees every flash, weak ones are missed most of all, and some arrive late.',
      },
    },
  },
  /** For a source that may guard nothing, whatever it sees: nothing comes within seconds, and nothing warns. */
  late: {
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
  },
  /** For an instrument in space that sees the light of flashes: what it is, and how roughly it gives a place. */
  optical: {
    landing: {
      hero: {
        eyebrow: 'Lightning as a satellite sees it',
        lead: 'Flashes seen from space, in clouds and to the ground, some minutes later: too late for warnings.',
      },
      toolBand: { lookUp: 'Which flashes could have started a fire. Each may be some kilometres off.' },
      testimonials: { gridText: 'Sees whether there was a storm when a line tripped, and where.' },
    },
    about: {
      lead: 'Balkan Lightning shows where a satellite saw lightning over the Balkans, in clouds and to the ground, some minutes later. It is a service for companies and emergency services, and a volunteer project at the same time.',
      how: {
        title: 'How a flash is seen from space',
        lead: 'No radio here: an instrument on a satellite looks down at the clouds.',
        pulse: 'A cloud lights up',
        pulseText: 'Each flash lights its cloud from within, whether it reaches the ground or not.',
        arrival: 'An eye above it',
        arrivalText: 'The satellite sees that light at the top of the cloud: by night better than by day.',
        crossing: 'A place on the map',
        crossingText:
          'The direction of the light and the height of the cloud give the place. The height is assumed, so it may be some kilometres off.',
        delayText: 'Flashes come in files, each of many minutes. Therefore there are no alerts.',
      },
      limits: {
        canLook: 'over which valleys and forests a storm passed;',
        cannotAll: 'that nothing flashed: a satellite misses some flashes, by day more than by night;',
        cannotExact: 'the exact place: it may be off by some kilometres;',
      },
    },
    map: { truth: { noFeed: 'no data from the satellite', noFormat: 'invalid data from the satellite' } },
    descriptions: {
      of: {
        landing:
          'Lightning over the Balkans as a satellite sees it, some minutes later: a map, history, data access and sensor networks for people on duty.',
        about:
          'What this project is, how a satellite sees lightning, what its data can and cannot show, and who is behind it.',
      },
    },
    api: {
      what: {
        isCloud:
          'Flashes that a satellite saw, in clouds and to the ground: where and when. The API calls them strikes.',
        notAll: 'It is not complete: a satellite misses some flashes, by day more than by night.',
        notExact: 'It is not exact: a position may be off by some kilometres.',
      },
    },
    report: {
      limits: {
        accuracy:
          'Flashes are placed by their light at the top of a cloud: one may be listed some kilometres from where it was. A satellite does not see every flash.',
      },
    },
  },
} satisfies OtherSourceTexts;
