import * as v from 'valibot';
import { InstantBody } from '#shared/geo/schemas.ts';
import { DAY_MS, isoSeconds, isoSpans, MINUTE_MS } from '#shared/time.ts';
import type { ReadExtent } from '#shared/wire/StrikeBody.ts';
import { FIRE_SATELLITES } from './Hotspot.ts';
import { cornersOfCell, type HoldoverList, type UnseenStarts } from './holdover.ts';

const Share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

const CandidateBody = v.object({
  strikeId: v.pipe(v.string(), v.description('Id of the best-fitting flash’s stroke')),
  distanceKm: v.pipe(v.number(), v.minValue(0), v.description('From the centre of the first detection’s pixels')),
  timestamp: InstantBody,
  share: v.pipe(Share, v.description('Its share of all expected ignitions at that place and time')),
});

export const FireBody = v.object({
  id: v.pipe(v.string(), v.description('Of merged fires, the older id survives')),
  latitude: v.number(),
  longitude: v.number(),
  firstSeen: v.pipe(InstantBody, v.description('First detection, not ignition')),
  lastSeen: InstantBody,
  frpMw: v.pipe(v.number(), v.minValue(0), v.description('Total radiative power at the latest detection, MW')),
  static: v.pipe(
    v.boolean(),
    v.description('Hot on 5 of 30 days without growing: industrial heat source or a stationary fire'),
  ),
  state: v.pipe(
    v.picklist(['likely', 'possible', 'unlikely', 'none', 'incomplete']),
    v.description(
      'By probability: 50 % or more, 10 % or more, less; `none`: no lightning within 10 km in the previous 14 days, with complete data; `incomplete`: too much data is missing, the probability is a minimum',
    ),
  ),
  chance: v.pipe(
    Share,
    v.description('Probability of lightning ignition. Of those rated likely, about 4 in 10 are not'),
  ),
  gapShare: v.exactOptional(
    v.pipe(
      Share,
      v.description(
        'Share of possible ignition flashes in intervals without data: the probability is a minimum. Absent if data is complete',
      ),
    ),
  ),
  candidates: v.array(CandidateBody),
});
export type FireBody = v.InferOutput<typeof FireBody>;

const newestRow = {
  newest: v.nullable(v.pipe(InstantBody, v.description('Latest row in the whole file'))),
  state: v.pipe(
    v.picklist(['fresh', 'late', 'dead']),
    v.description('`fresh`: at most 6 h old; `late`: 12 h; `dead`: older, so no fire listed means nothing'),
  ),
};
const FireSourceBody = v.object({ satellite: v.string(), ...newestRow });

const FiresSouthBody = v.pipe(
  v.object({ below: v.pipe(v.number(), v.description('Latitude, degrees')), ...newestRow }),
  v.description('Status of the files south of this latitude; while `dead`, fires there may be missing'),
);

const FiresSimulated = v.exactOptional(v.pipe(v.literal(true), v.description('Simulated data')));

/** NASA requires this link wherever hotspots of FIRMS are shown or redistributed. */
export const FIRMS_DISCLAIMER = 'https://www.earthdata.nasa.gov/learn/find-data/near-real-time/citation';

/** Maximum number of fires per page. */
export const FIRES_A_PAGE = 2_000;

/** Response of `GET /fires`. */
export const FiresBody = v.object({
  fires: v.array(FireBody),
  next: v.exactOptional(v.pipe(v.string(), v.description('URL of the next page; absent on the last page'))),
  sources: v.array(FireSourceBody),
  south: v.exactOptional(FiresSouthBody),
  simulated: FiresSimulated,
});
export type FiresBody = v.InferOutput<typeof FiresBody>;

const Amount = v.pipe(v.number(), v.minValue(0));
const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

const starts = {
  expected: v.pipe(Amount, v.description('Expected undetected ignitions')),
  low: v.pipe(Amount, v.description('Lower curve: Mediterranean (Pineda 2022)')),
  high: v.pipe(Amount, v.description('Upper curve: cautious, 45 % undetected after 24 h')),
};

const HoldoverCellBody = v.object({
  id: v.pipe(v.string(), v.description('2 km square id, permanent')),
  latitude: v.pipe(v.number(), v.description('Of its centre')),
  longitude: v.number(),
  flashes: v.pipe(
    Count,
    v.description('Located in this square; many truly struck a neighbouring one: see `radius50Km`'),
  ),
  newest: v.pipe(InstantBody, v.description('Time of the latest flash')),
  ...starts,
});
export type HoldoverCellBody = v.InferOutput<typeof HoldoverCellBody>;

/** Response of `GET /holdover`. */
export const HoldoverBody = v.object({
  at: v.pipe(InstantBody, v.description('Reference time for ages')),
  days: v.pipe(Count, v.description('Days of flashes requested')),
  unseenStarts: v.pipe(
    v.object(starts),
    v.description(
      'Total over all squares. Assumes that one flash in 840 lights a fire, which is uncertain by a factor of three',
    ),
  ),
  atLeast: v.pipe(v.boolean(), v.description('Some data is missing or was not searched: values are minimums')),
  flashes: v.pipe(Count, v.description('Total, each counted once')),
  radius50Km: v.pipe(Amount, v.description('50 % location error')),
  cells: v.pipe(v.array(HoldoverCellBody), v.description('Highest first, at most 2,000')),
  found: v.pipe(Count, v.description('Total number of squares')),
  searched: v.pipe(
    v.object({ from: InstantBody, to: InstantBody, cut: v.boolean() }),
    v.description('`cut`: the row limit stopped the search early'),
  ),
  completeTo: v.nullable(v.pipe(InstantBody, v.description('The box is complete up to this time, except for `gaps`'))),
  gaps: v.array(v.object({ from: InstantBody, to: InstantBody })),
  simulated: v.exactOptional(v.pipe(v.literal(true), v.description('Simulated data'))),
  attribution: v.exactOptional(v.pipe(v.string(), v.description('Attribution to display'))),
});
export type HoldoverBody = v.InferOutput<typeof HoldoverBody>;

/** The data lags some seconds behind the clock, and a strike may be reported minutes late. */
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
  /** Completeness of the requested days. */
  readonly extent: Pick<ReadExtent, 'completeToMs' | 'gaps'>;
  readonly radius50Km: number;
}

/** The list in the API's format; rounded to three digits, which already exceed its accuracy. */
export function holdoverBody({ all, flashes, cells, found }: HoldoverList, facts: HoldoverFacts): HoldoverBody {
  const { nowMs, days, edgeMs, extent, radius50Km } = facts;
  const truncated = edgeMs > nowMs - days * DAY_MS;
  const behindMs = nowMs - (extent.completeToMs ?? 0);
  return {
    at: isoSeconds(nowMs),
    days,
    unseenStarts: startsBody(all),
    atLeast: truncated || extent.gaps.length > 0 || behindMs > BEHIND_MS,
    flashes,
    radius50Km,
    cells: cells.map(({ id, latitude, longitude, newestMs, ...cell }) => ({
      ...{ id, latitude: Number(latitude.toFixed(5)), longitude: Number(longitude.toFixed(5)) },
      ...{ flashes: cell.flashes, newest: isoSeconds(newestMs), ...startsBody(cell) },
    })),
    found,
    searched: { from: isoSeconds(edgeMs), to: isoSeconds(nowMs), cut: truncated },
    completeTo: extent.completeToMs === null ? null : isoSeconds(extent.completeToMs),
    gaps: isoSpans(extent.gaps),
  };
}

export const HOLDOVER_FORMATS = ['json', 'geojson', 'csv'] as const;
export type HoldoverFormat = (typeof HOLDOVER_FORMATS)[number];

const WARNING = 'Not for the protection of life or property. Unlisted squares may still be burning.';

/** Numbers, ids and instants: nothing that needs quotes. */
function csv({ cells }: HoldoverBody): string {
  const head = 'rank,id,latitude,longitude,flashes,newest,expected,low,high';
  const rows = cells.map(({ id, latitude, longitude, flashes, newest, expected, low, high }, at) =>
    [at + 1, id, latitude, longitude, flashes, newest, expected, low, high].join(','),
  );
  return `${[head, ...rows].join('\r\n')}\r\n`;
}

/** RFC 7946: one Polygon per cell. */
function geojson({ cells, ...head }: HoldoverBody): string {
  const features = cells.map(({ id, ...properties }, at) => ({
    type: 'Feature',
    id,
    geometry: { type: 'Polygon', coordinates: [cornersOfCell(properties)] },
    properties: { rank: at + 1, ...properties },
  }));
  return JSON.stringify({ type: 'FeatureCollection', features, ...head, note: WARNING });
}

/** The list as a file. CSV has no metadata: the response headers list the data gaps. */
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

const Satellite = v.pipe(v.picklist(FIRE_SATELLITES), v.description('`modis`: Terra and Aqua, published in one file'));
const Power = v.pipe(v.number(), v.minValue(0), v.description('Radiative power, megawatts'));

const SightingBody = v.object({
  at: v.pipe(InstantBody, v.description('Time of its first pixel, to the minute')),
  satellite: Satellite,
  hotspots: v.pipe(v.number(), v.integer(), v.minValue(1)),
  frpMw: Power,
});

const HotspotBody = v.object({
  latitude: v.pipe(v.number(), v.description('Pixel centre; the fire may be anywhere in the pixel')),
  longitude: v.number(),
  at: InstantBody,
  satellite: Satellite,
  scanKm: v.pipe(v.number(), v.description('Pixel size across track')),
  trackKm: v.pipe(v.number(), v.description('Pixel size along track')),
  frpMw: Power,
  confidence: v.picklist(['low', 'nominal', 'high']),
  day: v.pipe(v.boolean(), v.description('Seen by day')),
  withdrawn: v.pipe(v.boolean(), v.description('Removed in a later version of the file')),
});

/** Response of `GET /fires/{id}`. */
export const WholeFireBody = v.object({
  ...FireBody.entries,
  sightings: v.pipe(
    v.array(SightingBody),
    v.description('One entry per detecting pass, newest first; passes without detections are not listed'),
  ),
  hotspots: v.pipe(v.array(HotspotBody), v.description('Newest first, at most 2,000')),
  cut: v.pipe(v.boolean(), v.description('Older hotspots exist: the last sighting may be incomplete')),
  simulated: FiresSimulated,
});
export type WholeFireBody = v.InferOutput<typeof WholeFireBody>;
