import type {
  ChatTexts,
  ContactTexts,
  FeedTexts,
  FlashPictureTexts,
  FlashPlotTexts,
  FlashVerdictTexts,
  LatePlaceTexts,
  MessageTexts,
  PictureTexts,
  PlacePageTexts,
} from '../dictionaryTypes.ts';
import form from './form/index.ts';

export { default as verdictTexts } from './sky/index.ts';

/* The Worker's own texts: messages, pages of places, static maps, answers to the form. */

export const messageTexts: MessageTexts = {
  exercise: 'EXERCISE, simulated data',
  drill: 'DRILL',
  raise: { watch: 'Watch', warning: 'Warning', stop: 'STOP' },
  again: 'STOP goes on',
  lowered: 'Lowered',
  clear: 'All clear',
  blind: 'NO DATA',
  sight: 'Data is back',
  ended: 'Monitoring ended',
  test: 'Test',
  reportedAt: (time) => `Reported only at ${time}.`,
  correction: 'Correction.',
  since: (time) => `Since ${time}.`,
  keepAway: 'Stop work outside and go to a safe place.',
  againText: 'Lightning again within the stop distance: the wait restarts.',
  loweredTo: {
    watch: 'There is still lightning within the watch distance. Not an all-clear.',
    warning: 'Stop is lifted, but there is still lightning within the warning distance. Not an all-clear.',
  },
  clearText: 'No lightning within the distance for the full wait. Data complete.',
  sightText: {
    clear: 'Level: Clear.',
    watch: 'Level: Watch.',
    warning: 'Level: Warning.',
    stop: 'Level: Stop.',
  },
  endedText: 'Monitoring ended with lightning nearby. No further alerts.',
  testText: 'This is a test. There is nothing to do.',
  missed: {
    watch: (time) => `A watch from ${time} on could not be delivered.`,
    warning: (time) => `A warning from ${time} on could not be delivered.`,
    stop: (time) => `STOP from ${time} on could not be delivered.`,
  },
  unreachable: (name) => `${name} is unreachable.`,
  muted: (name, time) => `${name} is muted until ${time}.`,
  mutedUntilClear: (name, time) => `${name} is muted until the all-clear, until ${time} at the latest.`,
  unconfirmed: (minutes) => `Nobody confirmed within ${minutes} min.`,
  ending: (date) => `Nobody has opened this watch for over a year. Open its panel by ${date}, or monitoring ends.`,
  notice: 'Notice',
  early: 'Early notice',
  earlyText: ({ times, of, range80 }) => {
    const when = range80 ? ` If it comes, 8 times in 10 it is ${range80[0]} to ${range80[1]} min from now.` : '';
    return `Storm approaching: about ${times} in ${of} chance within 10 km in 30 min.${when} Often wrong. Rely on your alert distances.`;
  },
  fire: 'Fire, likely lightning',
  fireText: ({ where, first, last, percent, atLeast }) =>
    `Satellites saw a hotspot ${where}${first === last ? ` at ${first}` : `: first at ${first}, last at ${last}`}. Likely lightning: chance ${atLeast ? 'at least ' : ''}${percent}%; about 4 in 10 are not. Not for the protection of life or property.`,
  fireCorrected: 'Correction about a fire',
  fireCorrectedText: ({ where, first, percent }) =>
    `The hotspot ${where}, first seen on ${first}, is no longer likely lightning: the chance is now ${percent}%. It may still burn. Not for the protection of life or property.`,
};

export const chatTexts: ChatTexts = {
  started:
    'This chat now receives alerts. /seen confirms an alert, /areas lists watched places, /test sends a test, /stop ends alerts.',
  stopped: 'Alerts stopped.',
  areas: (names) => (names.length === 0 ? 'No places are watched.' : `Watched: ${names.join(', ')}`),
  seen: (names) => (names.length === 0 ? 'Nothing to confirm.' : `Confirmed: ${names.join(', ')}`),
};

export const feedTexts: FeedTexts = {
  feed: 'Lightning near the watched areas',
  lightning: 'Lightning',
  noData: 'No lightning data',
  restriction: 'For holders of this link only. Information, not an official warning.',
};

export const contactTexts: ContactTexts = {
  success: form.success,
  failure: form.failure,
  full: form.full,
  errors: form.errors,
  kept: 'What you wrote is still here. Our e-mail address is at the foot of this page.',
  limited: 'Too many messages were sent. Please try again later.',
  faulty: 'Please check the marked fields.',
};

export const mapImageTexts: PictureTexts = {
  title: 'Lightning of the last hour',
  live: 'Up to date',
  delayed: 'Delayed',
  down: 'NO DATA',
  readTo: (at) => `data to ${at}`,
  never: 'no data',
  count: (count) => `Strikes in the last hour: ${count}`,
  lastKnown: (count) => `Strikes last known: ${count}`,
  simulated: 'Simulated data: no real lightning',
  gaps: (spans) => `No data: ${spans}`,
  gapsInAll: (minutes) => `No data: ${minutes} min of this hour`,
  outside: 'Hatched: incomplete data',
  since: (at) => `Too many: showing only those since ${at}`,
  ages: (minutes) => `≤ ${minutes} min`,
  land: 'Land: Natural Earth',
};

export const flashPictureTexts: FlashPictureTexts = {
  count: (count) => `Flashes in the last hour: ${count}`,
  lastKnown: (count) => `Flashes last known: ${count}`,
};

export const placePageTexts: PlacePageTexts = {
  places: 'All places',
  peak: '',
  heading: 'Lightning near {of}',
  strike: 'Lightning near {of}, {time}',
  title: 'Lightning near {of}: live map and alerts',
  description: {
    town: 'Where lightning strikes near {of}, and whether it is coming closer. The last hour, day and two weeks; an alert on your phone.',
    peak: 'Where lightning strikes near {of} and whether it is coming closer: look before you climb. The last hour, day and two weeks; an alert on your phone.',
  },
  asOf: 'As of {time}, local time ({utc} UTC).',
  stale: 'Could not update. Data is from the time shown.',
  picture: 'Map of the lightning around {of} in the last hour',
  cells: {
    title: 'Storm cells nearby',
    cell: '{km} {direction}; lightning flashes in ten minutes: {flashes}',
    moves: 'moving {direction} at {speed}\u00a0km/h',
    turns: 'no clear direction',
    growing: 'growing',
    fading: 'fading',
    none: 'No storm cell within {km}.',
    unknown: 'Currently unknown.',
    asOf: 'From data up to {time}.',
  },
  plots: {
    title: 'Recent lightning',
    hour: 'Last hour',
    day: 'Last 24 hours',
    fortnight: 'Last 14 days',
    count: 'Strikes: {n}',
    known: 'At least {n}; data incomplete.',
    none: 'Currently unavailable.',
    hatched: 'Hatched: no data.',
    now: 'now',
    area: 'Counted: strikes to the ground in an area of {width} by {height}\u00a0km around {of}.',
  },
  gaps: {
    title: 'Data gaps',
    all: 'Data is complete for the last 14 days.',
    spans: 'No data for {spans}. Lightning may have been missed.',
    more: 'and {n} more',
    unknown: 'Data coverage is currently unknown.',
  },
  actions: {
    title: 'For this place',
    tell: 'Alert me to lightning here',
    map: 'Live map',
    report: 'Report on a day',
    analytics: 'Statistics',
  },
  near: { title: 'Places nearby', place: '{name}, {km}' },
  missing: {
    title: 'No page for this place',
    text: 'Places with similar names:',
    all: 'All places with a page',
  },
  credit: 'Place names: GeoNames, CC BY 4.0, changed',
};

export const flashPlotTexts: FlashPlotTexts = {
  count: 'Flashes: {n}',
  known: 'At least {n}; data incomplete.',
  area: 'Counted: flashes, in clouds and to the ground, in an area of {width} by {height}\u00a0km around {of}.',
};

export const latePlaceTexts: LatePlaceTexts = {
  title: 'Lightning near {of}: map and statistics',
  description: {
    town: 'Where there was lightning near {of}, some minutes after it was seen; the last hour, day and two weeks.',
    peak: 'Where there was lightning near {of}, some minutes after it was seen: look before you climb, and listen on the way. The last hour, day and two weeks.',
  },
};

export const flashVerdictTexts = {
  last: 'Last flash {where}{when}.',
  lastMovedOff: 'Last flash {where}{when}, moving off.',
  counted: 'Hourly counts only.',
} as const satisfies FlashVerdictTexts;
