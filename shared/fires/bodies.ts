import * as v from 'valibot';
import { DAY_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { InstantBody } from '#shared/time/InstantBody.ts';
import { isoSeconds, isoSpans } from '#shared/time/isoTime.ts';
import type { ReadExtent } from '#shared/wire/strikePages.ts';
import { FIRE_SATELLITES } from './Hotspot.ts';
import { cornersOfCell, type HoldoverList, type UnseenStarts } from './holdover.ts';

const Share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

const CandidateBody = v.object({
  strikeId: v.pipe(v.string(), v.description('Of the stroke of the flash that fits best')),
  distanceKm: v.pipe(v.number(), v.minValue(0), v.description('From the middle of the pixels of the first pass')),
  timestamp: InstantBody,
  share: v.pipe(Share, v.description('Of all that lightning is expected to have lit here and then')),
});

export const FireBody = v.object({
  id: v.pipe(v.string(), v.description('Of fires that grow together the older one stays')),
  latitude: v.number(),
  longitude: v.number(),
  firstSeen: v.pipe(InstantBody, v.description('The pass that saw it first, not when it began')),
  lastSeen: InstantBody,
  frpMw: v.pipe(
    v.number(),
    v.minValue(0),
    v.description('Radiative power of all pixels of the newest pass, megawatts'),
  ),
  static: v.pipe(
    v.boolean(),
    v.description('Hot on 5 of 30 days without growing: a furnace, a flare, or a fire that creeps'),
  ),
  state: v.pipe(
    v.picklist(['likely', 'possible', 'unlikely', 'none', 'unread']),
    v.description(
      'By the chance: 50 % or more, 10 % or more, less; `none`: no lightning within 10 km in the 14 days before, and all of it was read; `unread`: too much was not read to say more than that the chance is at least what it says',
    ),
  ),
  chance: v.pipe(
    Share,
    v.description('That lightning lit it, beside all other causes. Of those called likely 4 in 10 were not'),
  ),
  unreadShare: v.exactOptional(
    v.pipe(
      Share,
      v.description(
        'Of the flashes that could have lit it, the share that fell while nothing was read: the chance is at least what it says. Absent where all was read',
      ),
    ),
  ),
  candidates: v.array(CandidateBody),
});
export type FireBody = v.InferOutput<typeof FireBody>;

const newestRow = {
  newest: v.nullable(v.pipe(InstantBody, v.description('Of the newest row of all that it tells, wherever'))),
  state: v.pipe(
    v.picklist(['fresh', 'late', 'dead']),
    v.description('The newest row is at most 6 h old, at most 12, or older: then no fire here says nothing'),
  ),
};
const FireSourceBody = v.object({ satellite: v.string(), ...newestRow });

const FiresSouthBody = v.pipe(
  v.object({ below: v.pipe(v.number(), v.description('Latitude, degrees')), ...newestRow }),
  v.description(
    'Where home reaches so far: what the satellites saw south of this latitude is read of files of its own. While they are dead, fires may be missing there',
  ),
);

const FiresSimulated = v.exactOptional(v.pipe(v.literal(true), v.description('Fires and lightning are made up')));

/** What NASA asks to be linked where hotspots of FIRMS are shown or passed on. */
export const FIRMS_DISCLAIMER = 'https://www.earthdata.nasa.gov/learn/find-data/near-real-time/citation';

/** A page of the list has no more. */
export const FIRES_A_PAGE = 2_000;

/** Answer of `GET /fires`. */
export const FiresBody = v.object({
  fires: v.array(FireBody),
  next: v.exactOptional(v.pipe(v.string(), v.description('Address of the next page. Absent on the last one only.'))),
  sources: v.array(FireSourceBody),
  south: v.exactOptional(FiresSouthBody),
  simulated: FiresSimulated,
});
export type FiresBody = v.InferOutput<typeof FiresBody>;

const Amount = v.pipe(v.number(), v.minValue(0));
const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

const starts = {
  expected: v.pipe(Amount, v.description('Unseen starts that are expected: fires that lightning lit and nobody saw')),
  low: v.pipe(Amount, v.description('If fires here show as soon as around the Mediterranean (Pineda 2022)')),
  high: v.pipe(Amount, v.description('If they smoulder as long as the cautious curve says: 45 % unseen at 24 h')),
};

const HoldoverCellBody = v.object({
  id: v.pipe(v.string(), v.description('Of a square of 2 km; the same for ever')),
  latitude: v.pipe(v.number(), v.description('Of its middle')),
  longitude: v.number(),
  flashes: v.pipe(
    Count,
    v.description('That struck here. Many a stroke struck in truth in the cell beside it: `radius50Km`'),
  ),
  newest: v.pipe(InstantBody, v.description('When the newest of them fell')),
  ...starts,
});
export type HoldoverCellBody = v.InferOutput<typeof HoldoverCellBody>;

/** Answer of `GET /holdover`. */
export const HoldoverBody = v.object({
  at: v.pipe(InstantBody, v.description('Ages are counted up to here')),
  days: v.pipe(Count, v.description('So many days of flashes were asked for')),
  unseenStarts: v.pipe(
    v.object(starts),
    v.description(
      'Of all cells. One flash in 840 is taken to light a fire; that alone may be three times too much or too little',
    ),
  ),
  atLeast: v.pipe(
    v.boolean(),
    v.description('Some of the time was not read, or not searched: there may be more, and cells that are not listed'),
  ),
  flashes: v.pipe(Count, v.description('All together, each once')),
  radius50Km: v.pipe(Amount, v.description('Half of the strokes truly struck within so much of where they are told')),
  cells: v.pipe(v.array(HoldoverCellBody), v.description('The most expected first, 2,000 at most')),
  found: v.pipe(Count, v.description('Cells in all')),
  searched: v.pipe(
    v.object({ from: InstantBody, to: InstantBody, cut: v.boolean() }),
    v.description('`cut`: the search ended at its bound of rows before all that was asked for'),
  ),
  completeTo: v.nullable(v.pipe(InstantBody, v.description('Up to this instant the box was read, but for `unread`'))),
  unread: v.array(v.object({ from: InstantBody, to: InstantBody })),
  simulated: v.exactOptional(v.pipe(v.literal(true), v.description('Of simulated strikes: an exercise'))),
  attribution: v.exactOptional(v.pipe(v.string(), v.description('Whose data the strikes are: show it with them'))),
});
export type HoldoverBody = v.InferOutput<typeof HoldoverBody>;

/** What is read stays some seconds behind the clock; a strike may be told minutes late. */
const BEHIND_MS = 15 * MINUTE_MS;

const rounded = (value: number) => Number(value.toPrecision(3));

const startsBody = ({ expected, low, high }: UnseenStarts) => ({
  expected: rounded(expected),
  low: rounded(low),
  high: rounded(high),
});

interface HoldoverFacts {
  readonly nowMs: number;
  readonly days: number;
  /** The search reached back to here. */
  readonly edgeMs: number;
  /** Of the days that were asked for. */
  readonly extent: Pick<ReadExtent, 'completeToMs' | 'unread'>;
  readonly radius50Km: number;
}

/** The list as the API tells it; three digits are more than it is worth. */
export function holdoverBody({ all, flashes, cells, found }: HoldoverList, facts: HoldoverFacts): HoldoverBody {
  const { nowMs, days, edgeMs, extent, radius50Km } = facts;
  const cut = edgeMs > nowMs - days * DAY_MS;
  const behindMs = nowMs - (extent.completeToMs ?? 0);
  return {
    at: isoSeconds(nowMs),
    days,
    unseenStarts: startsBody(all),
    atLeast: cut || extent.unread.length > 0 || behindMs > BEHIND_MS,
    flashes,
    radius50Km,
    cells: cells.map(({ id, latitude, longitude, newestMs, ...cell }) => ({
      ...{ id, latitude: Number(latitude.toFixed(5)), longitude: Number(longitude.toFixed(5)) },
      ...{ flashes: cell.flashes, newest: isoSeconds(newestMs), ...startsBody(cell) },
    })),
    found,
    searched: { from: isoSeconds(edgeMs), to: isoSeconds(nowMs), cut },
    completeTo: extent.completeToMs === null ? null : isoSeconds(extent.completeToMs),
    unread: isoSpans(extent.unread),
  };
}

export const HOLDOVER_FORMATS = ['json', 'geojson', 'csv'] as const;
export type HoldoverFormat = (typeof HOLDOVER_FORMATS)[number];

const WARNING = 'Not for the protection of life or property. What is not listed may burn all the same.';

/** Numbers, ids and instants: nothing that needs quotes. */
function csv({ cells }: HoldoverBody): string {
  const head = 'rank,id,latitude,longitude,flashes,newest,expected,low,high';
  const rows = cells.map(({ id, latitude, longitude, flashes, newest, expected, low, high }, at) =>
    [at + 1, id, latitude, longitude, flashes, newest, expected, low, high].join(','),
  );
  return `${[head, ...rows].join('\r\n')}\r\n`;
}

/** RFC 7946: a Polygon for each cell. */
function geojson({ cells, ...head }: HoldoverBody): string {
  const features = cells.map(({ id, ...properties }, at) => ({
    type: 'Feature',
    id,
    geometry: { type: 'Polygon', coordinates: [cornersOfCell(properties)] },
    properties: { rank: at + 1, ...properties },
  }));
  return JSON.stringify({ type: 'FeatureCollection', features, ...head, note: WARNING });
}

/** The list as a file. CSV has no head: the answer's headers say what was not read. */
export function formatHoldover(
  format: HoldoverFormat,
  body: HoldoverBody,
): { readonly contentType: string; readonly body: string } {
  switch (format) {
    case 'json':
      return { contentType: 'application/json', body: JSON.stringify(body) };
    case 'geojson':
      return { contentType: 'application/geo+json', body: geojson(body) };
    case 'csv':
      return { contentType: 'text/csv; charset=utf-8; header=present', body: csv(body) };
  }
}

const Satellite = v.pipe(
  v.picklist(FIRE_SATELLITES),
  v.description('`modis`: Terra and Aqua, which are told in one file'),
);
const Power = v.pipe(v.number(), v.minValue(0), v.description('Radiative power, megawatts'));

const SightingBody = v.object({
  at: v.pipe(InstantBody, v.description('Of its first pixel, to the minute')),
  satellite: Satellite,
  hotspots: v.pipe(v.number(), v.integer(), v.minValue(1)),
  frpMw: Power,
});

const HotspotBody = v.object({
  latitude: v.pipe(v.number(), v.description('Of the pixel’s middle; the fire is anywhere in the pixel')),
  longitude: v.number(),
  at: InstantBody,
  satellite: Satellite,
  scanKm: v.pipe(v.number(), v.description('Side of the pixel across the satellite’s path')),
  trackKm: v.pipe(v.number(), v.description('Side of the pixel along the path')),
  frpMw: Power,
  confidence: v.picklist(['low', 'nominal', 'high']),
  day: v.pipe(v.boolean(), v.description('Seen by day')),
  withdrawn: v.pipe(v.boolean(), v.description('A later file of its time had it no more')),
});

/** Answer of `GET /fires/{id}`. */
export const WholeFireBody = v.object({
  ...FireBody.entries,
  sightings: v.pipe(
    v.array(SightingBody),
    v.description('What each pass saw of it, the newest first. Passes that saw nothing are told nowhere'),
  ),
  hotspots: v.pipe(v.array(HotspotBody), v.description('The newest first, 2,000 at most')),
  cut: v.pipe(v.boolean(), v.description('There are older hotspots: the last sighting may lack some')),
  simulated: FiresSimulated,
});
export type WholeFireBody = v.InferOutput<typeof WholeFireBody>;
