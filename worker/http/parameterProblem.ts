import { HttpProblem } from './HttpProblem.ts';

const RULES: Readonly<Record<string, string>> = {
  missing: 'is required',
  unknown: 'is not a parameter of this call',
  repeated: 'must be given once',
  format: 'is malformed',
  range: 'is out of range',
  reversed: 'must begin before it ends',
  conflict: 'cannot be combined with the other parameters',
  'too-long': 'is too long',
  'too-many': 'has too many values',
  'too-wide': 'spans too much time',
};

const PLACE_RULES = {
  format: 'must be two decimal numbers, latitude,longitude in degrees, for example 42.6977,23.3219',
  range: 'must lie within latitudes -90 to 90 and longitudes -180 to 180, for example 42.6977,23.3219',
};

const OWN_RULES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bbox: {
    format: 'must be four decimal numbers, west,south,east,north in degrees, for example 13,34,31,48',
    range: 'must lie within longitudes -180 to 180 and latitudes -90 to 90, for example 13,34,31,48',
    reversed: 'must have west < east and south < north, for example 13,34,31,48',
    'too-small': 'must be at least 0.2 degrees wide and high',
    'too-large': 'must be at most 60 degrees wide and high',
    missing: 'is required, unless near and radiusKm are given',
    'four-or-six': 'must be four decimal numbers, west,south,east,north in degrees, or six with heights',
    'upside-down': 'must have south ≤ north, for example 13,34,31,48',
    across: 'must be at most 1,200 km from corner to corner',
    'or-region': 'is required, unless region is given',
    'too-wide': 'holds too many tiles for so long a time: ask for less of either, or for all of home',
  },
  region: {
    format: 'must be a district or a country by its code, for example BG.plovdiv or BG',
    'not-known': 'is none of the districts and countries of home; codes are those of the analytics page',
    conflict: 'cannot be combined with bbox: give one of them, or neither',
  },
  near: PLACE_RULES,
  radiusKm: {
    missing: 'is required with near: a number of km, for example 6',
    format: 'must be a decimal number of km, for example 6',
    range: 'must be more than 0 and not more than 100',
  },
  ll: PLACE_RULES,
  day: {
    format: 'must be a day of the calendar as YYYY-MM-DD, for example 2026-07-01',
    range: 'must not be in the future; days are UTC',
    'not-kept': 'is older than what is kept',
  },
  file: { format: 'must be a day with .parquet or .csv.gz, for example 2026-07-01.parquet' },
  minute: {
    format: 'must be a minute in UTC, for example 2026-07-01T12:00Z',
    range: 'must not be in the future',
  },
  grid: { format: 'must be hours or cells' },
  'bbox-crs': { format: 'must be http://www.opengis.net/def/crs/OGC/1.3/CRS84: there is no other' },
  f: { format: 'must be json, or geojson where features are told: nothing else is served' },
  offset: { 'first-page': 'must be 0: the next page is at the address that the link next of a page has' },
  datetime: {
    format:
      'must be an instant with its offset, for example 2026-07-01T12:00:00Z, or two with / between, either of which may be ..',
    reversed: 'must not begin after it ends',
  },
  key: { unknown: 'is not taken in an address but by the stream: send the header Authorization: Bearer' },
};
function wordsFor(field: string, rule: string): string {
  const own = Object.hasOwn(OWN_RULES, field) ? OWN_RULES[field]?.[rule] : undefined;
  return own ?? RULES[rule] ?? rule;
}

/** A schema's fault. The last three fields are valibot's additions to Standard Schema. */
export interface ParameterIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
  readonly type?: string;
  readonly expected?: string | null;
  readonly input?: unknown;
}

function fieldOf(issue: ParameterIssue): string {
  const first = issue.path?.[0];
  return String(typeof first === 'object' ? first.key : (first ?? 'query'));
}

function ruleOf(issue: ParameterIssue): string {
  if (issue.type === 'strict_object') return issue.expected === 'never' ? 'unknown' : 'missing';
  return Array.isArray(issue.input) ? 'repeated' : issue.message;
}

export function parameterProblem(issues: readonly ParameterIssue[]): HttpProblem {
  // A map, because a caller may send a parameter called `constructor`.
  const errors = new Map<string, string>();
  for (const issue of issues) {
    const field = fieldOf(issue).slice(0, 64);
    if (!errors.has(field)) errors.set(field, ruleOf(issue));
  }
  const detail = [...errors].map(([field, rule]) => `${field} ${wordsFor(field, rule)}`);
  return new HttpProblem(400, 'invalid-parameters', `${detail.join('; ')}.`, { errors: Object.fromEntries(errors) });
}
