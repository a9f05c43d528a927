import type { BaseTranslation } from '#texts/made/i18n-types.ts';

const fireList = {
  title: 'Fires seen by satellites',
  lead: 'Hotspots of the last 7 days that satellites saw here, and how likely lightning lit them. Not for the protection of life or property.',
  views: { label: 'View', fires: 'Seen by satellites', holdover: 'May still smoulder' },
  loading: 'Opening…',
  noScript: 'Needs JavaScript. The same list is open to programs: GET /api/v1/fires.',
  running: 'Asking for the fires…',
  failed: 'The list of fires cannot be reached. Nothing can be said of fires now.',
  stale: 'The list of fires cannot be reached. What follows was told at {time:string}.',
  simulated: 'Simulated data: these fires and this lightning never happened.',
  cut: 'Only the {count|number} fires that were seen last are told.',
  badLink: 'The link is damaged: it names no fire. The list follows.',
  gone: 'This fire is kept no longer, or it has become part of an older one. The list follows.',
  notOpened: 'This fire could not be opened: there was no answer. The list follows.',
  sight: {
    list: 'Newest row of each satellite',
    title: {
      none: 'No satellite has been read',
      part: 'Not every satellite is up to date',
      late: 'The satellites are late',
      dead: 'The satellites tell nothing at present',
    },
    none: 'This site has no source of fires, or nothing has come from it yet. Nothing can be said of fires.',
    fresh: 'Satellites told until {time:string}. What began later is not known.',
    part: 'The newest row is of {time:string}, but some satellites are late: fires may be missing.',
    late: 'The newest row is of {time:string}. New fires are missing, and the map is hatched.',
    dead: 'The newest row is of {time:string}: more than 12 hours old. What burns now is not known, and the map is hatched.',
    newest: '{span:string} old: {state:string}',
    south: 'South of {latitude|number}° N',
    never: 'nothing yet',
    state: { fresh: 'up to date', late: 'late', dead: 'silent' },
  },
  list: {
    title: 'Fires, the most urgent first',
    state: 'Which of them?',
    all: 'All fires',
    seenOnly: 'Only those in view on the map',
    found: '{count|number} {{fire|fires}}: by the chance of lightning, and by how lately it was seen',
    more: 'Show {count:number} more',
  },
  empty: {
    unread: 'Nothing was looked at, so nothing can be listed.',
    listed:
      'Nothing is listed of the last 7 days {place:string}, by satellites until {time:string}. They pass a few times a day, and clouds and smoke hide what burns: something may burn all the same.',
    inView: 'for what the map shows',
    atHome: 'for the whole area',
  },
  state: {
    likely: 'Likely lightning',
    possible: 'Possibly lightning',
    unlikely: 'Unlikely lightning',
    none: 'No lightning found',
    unread: 'Not all was read',
  },
  stateChance: '{state:string}: {share:string}',
  stateAtLeast: '{state:string}: at least {share:string}',
  lessThan: 'below {share:string}',
  meaning:
    'The percentage is the chance that lightning lit it, beside all other causes; it proves no cause. Of those called likely, some 4 in 10 are not. Not for the protection of life or property.',
  meant: {
    likely: 'Lightning is the likeliest single explanation of this place and time.',
    possible: 'Lightning may have lit it, but other causes are likelier.',
    unlikely: 'There was lightning, but too far away, too long before or too little of it.',
    none: 'Within 10 km and 14 days before the first pass none was found, and all of that time was read. No network sees all lightning.',
    unread: 'A part of the lightning before this fire was not read. The chance may be higher.',
  },
  static: 'static',
  aboutStatic:
    'Hot on 5 of 30 days without growing: a furnace, a flare, or a fire that has burned for long in one place.',
  seenAgo: 'seen {ago:string} ago',
  power: '{mw:string} MW',
  facts: {
    first: 'First seen',
    last: 'Last seen',
    power: 'Radiative power',
    district: 'District',
    place: 'Coordinates',
  },
  candidate: {
    title: '{count:number} {{flash that fits best|flashes that fit best}}',
    before: '{span:string} before it was first seen',
    share: '{share:string} of what lightning is expected to have lit here',
    onMap: 'On the map',
    mapOf: 'Flash {rank:number} on the map of that moment',
  },
  back: 'All fires',
  lookedUp: 'All lightning before it',
  notice: 'Not for the protection of life or property.',
  picture: 'North is up: the fire, distances around it and the flashes by their numbers',
  files: {
    label: 'Take it with you',
    print: 'Print',
    copy: 'Copy the link',
    copied: 'Copied. Whoever opens it sees this fire.',
    copyFailed: 'The browser did not copy it. Copy the address of this page.',
  },
  notes: {
    title: 'What the figures mean',
    chance:
      'A fire near a flash proves little: in a dense season most fires have one nearby by coincidence. The chance weighs the lightning here against the fires of all other causes.',
    states:
      'Likely: 50 % or more. Possible: 10 % or more. Unlikely: below. Where more than a little was not read, the chance is at least what it says.',
    seen: 'First seen is when a satellite passed, not when it began to burn. The power is that of the newest pass. A hotspot may also be a furnace, a flare or a burning field.',
    drawn:
      'On the map colour tells when a fire was last seen, size its power; grey is a furnace, a flare, or what has burned for long in one place.',
    districts: 'Districts go by tiles of some 7 km: near a border each that it may be is named.',
    credit:
      'Hotspots: we acknowledge the use of data from NASA’s Fire Information for Resource Management System, part of NASA’s Earth Science Data and Information System (ESDIS).',
    disclaimer: 'Disclaimer',
  },
  danger: {
    show: 'Fire danger of {day:string} on the map',
    about:
      'How fires would spread by the weather, by a model: from green, very low, by yellow and red to the darkest, extreme. It tells of no fire. Where there is no colour nothing is told, and low danger does not mean that nothing can burn.',
    blank: 'There is no picture of {day:string}: nothing is told of the danger.',
    failed: 'The picture cannot be reached: nothing is told of the danger.',
  },
  legend: {
    title: 'Fires by when they were last seen',
    hours: '{hours:number} h',
    days: '{days:number} {{day|days}}',
    older: 'older',
    static: 'Furnace, flare or long-burning',
    size: 'Larger: more power (MW)',
    danger: 'Fire danger: {credit:string}',
    unread: 'Nothing known of fires since {time:string}',
    neverRead: 'Nothing known of fires',
  },
} satisfies BaseTranslation;

export default fireList;
