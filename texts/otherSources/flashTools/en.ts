import type { Instead } from '#texts/otherSources/Instead.ts';

/** What the tools say of flashes of every kind. */
export default {
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
      notAll: 'It is not complete: no source sees every flash, weak ones are missed most of all, and some arrive late.',
    },
  },
} satisfies Instead;
