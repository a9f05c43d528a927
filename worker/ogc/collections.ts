/** A property of a collection's features, as schemas and the OpenAPI document tell it. */
export interface FeatureField {
  readonly type: 'string' | 'integer' | 'number' | 'boolean';
  readonly format?: 'date-time' | 'date';
  readonly description: string;
}

export interface OgcCollection {
  readonly title: string;
  readonly description: string;
  readonly geometry: 'Point' | 'Polygon';
  /** Names of properties. Clients make a column of each, so nothing is nested. */
  readonly fields: Readonly<Record<string, FeatureField>>;
  /** How far back its features may lie: as long as strikes are kept, a day, or now alone. */
  readonly reach: 'kept' | 'day' | 'now';
  /** The fields with the beginning and the end of its features; both are inclusive. */
  readonly time: readonly [start: string, end: string];
}

const instant = (description: string): FeatureField => ({ type: 'string', format: 'date-time', description });
const whole = (description: string): FeatureField => ({ type: 'integer', description });
const real = (description: string): FeatureField => ({ type: 'number', description });
const word = (description: string): FeatureField => ({ type: 'string', description });
const yesNo = (description: string): FeatureField => ({ type: 'boolean', description });

const NOTE = 'Information, not a warning system: strikes may be missing, late or displaced.';
const QUIET = 'Where there is no strike, look at the collection `unread` before you call the sky quiet.';

const NO_FIRES =
  'Where there is none, nothing is said of what burns: satellites pass some times a day, clouds hide, and `sources` of the answer says how late they are.';
const NO_PROTECTION = 'Not for the protection of life or property.';
const SIMULATED = yesNo('Made up, under a simulated sky; absent from real ones');

const STRIKE_FIELDS = {
  timestamp: instant('When it fell'),
  ordinal: whole('Its number, in the order of arrival; negative for strikes read back from the past'),
  type: word('ground: a stroke to the ground; cloud: a flash in clouds; absent where the source does not tell it'),
  currentKa: real('Peak current in kA, with its sign; absent where the source does not tell it'),
  multiplicity: whole('Strokes of the flash; absent where the source does not tell it'),
  semiMajorKm: real('Longer half-axis of the error ellipse; absent where the source does not tell it'),
  semiMinorKm: real('Shorter half-axis of the error ellipse'),
  azimuth: real('Of the longer axis, degrees clockwise from north'),
} as const;

const title = { title: word('A line for lists: what fell, and when (UTC)') };

const DAY_FIELDS = {
  day: { type: 'string', format: 'date', description: 'The day in UTC' },
  start_datetime: instant('Its beginning'),
  end_datetime: instant('Its last millisecond'),
} as const;

export const COLLECTIONS = {
  strikes: {
    title: 'Lightning strikes',
    description: `Every strike at home that is kept, newest first. ${QUIET} ${NOTE}`,
    geometry: 'Point',
    fields: STRIKE_FIELDS,
    reach: 'kept',
    time: ['timestamp', 'timestamp'],
  },
  'strikes-24h': {
    title: 'Lightning strikes of the last 24 hours',
    description: `The strikes at home of the last day, and without a filter never fewer than the newest ten, newest first. ${QUIET} ${NOTE}`,
    geometry: 'Point',
    fields: { ...title, ...STRIKE_FIELDS },
    reach: 'day',
    time: ['timestamp', 'timestamp'],
  },
  'storm-cells': {
    title: 'Storm cells now',
    description: `Where lightning gathers now and where it moves, as outlines, by flashes of the last ten minutes; and one feature without a place, which says of when all of it is, and is always there. ${NOTE}`,
    geometry: 'Polygon',
    fields: {
      kind: word('cell, or state: the feature that speaks for all of them'),
      at: instant('What it stands for: the time up to which home was read; absent if there is nothing yet'),
      stale: yesNo('That time is ten minutes ago or more: it says nothing of now'),
      partial: yesNo('Some of the ten minutes before was not read: there may be more storm cells'),
      flashes: whole('Of the last ten minutes'),
      trend: word('steady, growing or fading; steady unless the change is more than chance'),
      radiusKm: whole('Nine in ten of its flashes lie within'),
      speedKmH: whole('Absent where it has no clear direction'),
      headingDegrees: whole('Where it moves to, clockwise from north; absent where it has no clear direction'),
      headingErrorDegrees: whole('Standard deviation of the heading'),
      ageMinutes: whole('How long it has been followed'),
    },
    reach: 'now',
    time: ['at', 'at'],
  },
  unread: {
    title: 'What was not read',
    description: `Times in which home was not read, oldest first: that there are no strikes then says nothing of the sky. The last one is what was not read yet, and is always there. A gap may be read later. ${NOTE}`,
    geometry: 'Polygon',
    fields: {
      state: word('gap, or not-yet'),
      from: instant('Its beginning'),
      to: instant('Its end; the time of the answer for what was not read yet'),
      seconds: whole('How long it is'),
    },
    reach: 'kept',
    time: ['from', 'to'],
  },
  fires: {
    title: 'Fires that satellites saw',
    description: `Hotspots that belong together, at home, the last seen first, with the lightning that may have lit each; a hotspot may be a furnace or a flare. \`datetime\` asks by when each was last seen. ${NO_FIRES} A chance is no cause: of those called likely 4 in 10 were not lit by lightning. ${NO_PROTECTION}`,
    geometry: 'Point',
    fields: {
      firstSeen: instant('The pass that saw it first, not when it began'),
      lastSeen: instant('The newest pass that saw it'),
      static: yesNo('Hot on 5 of 30 days without growing: a furnace, a flare, or a fire that creeps'),
      frpMw: real('Radiative power of all pixels of the newest pass, megawatts'),
      state: word(
        'likely, possible or unlikely, by the chance; none: no lightning within 10 km in the 14 days before; unread: too much of that was not read to say more than that the chance is at least what it says',
      ),
      chance: real('From 0 to 1: that lightning lit it, beside all other causes'),
      unreadShare: real(
        'From 0 to 1: of the flashes that could have lit it, those that fell while nothing was read, so that the chance is at least what it says; absent where all was read',
      ),
      strikeId: word('Of the strike that fits best; absent where there is none'),
      strikeAt: instant('When that strike fell'),
      strikeKm: real('How far from the middle of the first pixels'),
      strikeShare: real('From 0 to 1: of all that lightning is expected to have lit here and then'),
      simulated: SIMULATED,
    },
    reach: 'kept',
    time: ['lastSeen', 'lastSeen'],
  },
  hotspots: {
    title: 'Hotspots of satellites',
    description: `Pixels at home that a satellite saw hotter than what lies around them, the newest first. ${NO_FIRES} ${NO_PROTECTION}`,
    geometry: 'Point',
    fields: {
      at: instant('When the satellite passed, to the minute'),
      satellite: word('suomi-npp, noaa-20, noaa-21, or modis: Terra and Aqua'),
      scanKm: real('Side of the pixel across the path; the fire is anywhere in it'),
      trackKm: real('Side of the pixel along the path'),
      frpMw: real('Radiative power, megawatts'),
      confidence: word('low, nominal or high'),
      day: yesNo('Seen by day'),
      fire: word('The fire that it belongs to; absent for some minutes'),
      withdrawn: yesNo('A later file of its time had it no more'),
      simulated: SIMULATED,
    },
    reach: 'kept',
    time: ['at', 'at'],
  },
  days: {
    title: 'Strikes of each day',
    description: `The UTC days that are kept, newest first: how many strikes fell at home, and how much of the day was not read. Items of STAC 1.1: \`assets\` are the files of a day that is over, where the deployment hands them out. ${NOTE}`,
    geometry: 'Polygon',
    fields: {
      ...DAY_FIELDS,
      strikes: whole('Strikes at home; fewer than fell if some of the day was not read'),
      unreadSeconds: whole('Seconds of the day that were not read, or not counted yet'),
      unread: word('Which these are: ISO 8601 intervals, or none'),
      settled: yesNo('Whether the files of the day may be expected to stay as they are'),
      updated: instant('When the files of the day were made; absent where there are none'),
      datetime: word('Always empty, as STAC wants it of what has a beginning and an end'),
    },
    reach: 'kept',
    time: ['start_datetime', 'end_datetime'],
  },
  'day-tiles': {
    title: 'Strikes of a day by place',
    description: `How many strikes of home fell in each web-mercator tile of zoom 10 (about 0.35°) on one UTC day: the newest with strikes, or the newest with strikes that \`datetime\` touches. ${NOTE}`,
    geometry: 'Polygon',
    fields: {
      ...DAY_FIELDS,
      tile: word('zoom/x/y'),
      strikes: whole('Strikes of the day in the tile'),
    },
    reach: 'kept',
    time: ['start_datetime', 'end_datetime'],
  },
} as const satisfies Readonly<Record<string, OgcCollection>>;

export type CollectionId = keyof typeof COLLECTIONS;
export const COLLECTION_IDS = Object.keys(COLLECTIONS) as CollectionId[];

export function isCollectionId(id: string): id is CollectionId {
  return Object.hasOwn(COLLECTIONS, id);
}
