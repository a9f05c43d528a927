import type { Context } from 'hono';
import { systemClock } from '#shared/Clock.ts';
import type { BBox } from '#shared/geo/BBox.ts';
import { XML_DECLARATION, xmlElement } from '#shared/http.ts';
import { FRESH_WITHIN_MS, RECENT_WITHIN_MS } from '#shared/limits.ts';
import { sparkColours, strikeLook } from '#shared/sky/colours.ts';
import { DETAIL_COLUMNS } from '#shared/strike.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import { API_ROOT } from '#shared/wire/apiPaths.ts';
import {
  type Collection,
  type HistoryCollection,
  instant,
  real,
  whole,
  word,
  yesNo,
} from '#worker/archive/HistoryCollection.ts';
import { retainedSinceMs } from '#worker/archive/StrikeArchive.ts';
import { attributionBody } from '#worker/http/attribution.ts';
import { parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { edgeCached } from '#worker/http/edgeCached.ts';

/** Facts of this deployment for the response to one request. None of them needs the archive. */
export interface OgcSite {
  /** `https://` and a host, as the client requested it. */
  readonly origin: string;
  /** Absolute URL of the landing page: GDAL truncates relative links. */
  readonly root: string;
  readonly home: BBox;
  readonly nowMs: number;
  /** Start of the retention period, rounded to ten minutes like the counts. */
  readonly retainedFromMs: number;
  /** A day ago, or up to ten minutes earlier. */
  readonly dayFromMs: number;
  /** Credit for the data, as required by the licence or set by the operator. */
  readonly attribution: string;
  /** Strikes and fires are synthetic. */
  readonly simulated: boolean;
  readonly collections: readonly (Collection | HistoryCollection)[];
}

/** Interval of the counts. */
export const TENTH_MS = 10 * MINUTE_MS;

export function siteOf(c: Context<{ Bindings: Env }>, collections: OgcSite['collections']): OgcSite {
  const { areas, historyDays, source } = parseConfig(c.env);
  const nowMs = systemClock.now();
  const { origin } = new URL(c.req.url);
  const retainedFromMs = Math.ceil(retainedSinceMs(historyDays, nowMs) / TENTH_MS) * TENTH_MS;
  const dayFromMs = Math.max(retainedFromMs, Math.floor((nowMs - DAY_MS) / TENTH_MS) * TENTH_MS);
  const named = typeof c.env.PUBLIC_DATA_SOURCE === 'string' ? c.env.PUBLIC_DATA_SOURCE : '';
  const attribution = attributionBody(c.env).attribution ?? (named || 'Balkan Lightning');
  return {
    ...{ origin, root: `${origin}${API_ROOT}/ogc`, home: areas.home, nowMs, retainedFromMs, dayFromMs, attribution },
    simulated: source === 'simulated',
    collections,
  };
}

/** Credit for a collection's features. */
export function attributionOf(
  { attribution, simulated }: Pick<OgcSite, 'attribution' | 'simulated'>,
  { credit }: Collection,
): string {
  return simulated || !credit ? attribution : credit.textWith(attribution);
}

const NOTE = 'Information only, not a warning system: strikes may be missing, late or misplaced.';
const QUIET = 'Check `gaps` before treating a place without strikes as quiet.';

const FIELD_OF = { word, real, whole } as const;

const STRIKE_FIELDS = {
  timestamp: instant('Time of the strike'),
  ordinal: whole('Sequence number by arrival; negative for backfilled strikes'),
  ...Object.fromEntries(
    DETAIL_COLUMNS.map(({ name, kind, description }) => [name, FIELD_OF[kind](`${description}; absent if unknown`)]),
  ),
} as const;

const title = { title: word('Display title') };

const DAY_FIELDS = {
  day: { type: 'string', format: 'date', description: 'UTC date' },
  start_datetime: instant('Start'),
  end_datetime: instant('End: its last millisecond'),
} as const;

type OwnCollections = Readonly<Record<string, Omit<Collection, 'id'>>>;

const OF_STRIKES = {
  strikes: {
    title: 'Lightning strikes',
    description: `All stored strikes in home, newest first. ${QUIET} ${NOTE}`,
    geometry: 'Point',
    fields: STRIKE_FIELDS,
    reach: 'kept',
    time: ['timestamp', 'timestamp'],
  },
  'strikes-24h': {
    title: 'Lightning strikes of the last 24 hours',
    description: `Strikes in home over the last day, but at least the latest ten without a filter, newest first. ${QUIET} ${NOTE}`,
    geometry: 'Point',
    fields: { ...title, ...STRIKE_FIELDS },
    reach: 'day',
    time: ['timestamp', 'timestamp'],
  },
  'storm-cells': {
    title: 'Storm cells now',
    description: `Current storm cells as outlines, plus one feature without geometry that gives their time and is always present. ${NOTE}`,
    geometry: 'Polygon',
    fields: {
      kind: word('cell, or state (applies to all)'),
      at: instant('Valid time; absent without data'),
      stale: yesNo('Valid time is ten or more minutes ago'),
      partial: yesNo('Data missing: there may be more cells'),
      flashes: whole('Flashes of the last ten minutes'),
      trend: word('Trend: steady, growing or fading; steady unless significant'),
      radiusKm: whole('Contains nine in ten flashes'),
      speedKmH: whole('Absent without a clear direction'),
      headingDegrees: whole('Direction of motion, clockwise from north; absent without a clear direction'),
      headingErrorDegrees: whole('Heading standard deviation'),
      ageMinutes: whole('Age'),
    },
    reach: 'now',
    time: ['at', 'at'],
  },
  'data-gaps': {
    title: 'Data gaps',
    description: `Intervals without data for home, oldest first; the last one, always present, is not yet received. Gaps may be filled later. ${NOTE}`,
    geometry: 'Polygon',
    fields: {
      state: word('gap, or not-yet'),
      from: instant('Start'),
      to: instant('End; request time for the open gap'),
      seconds: whole('Duration'),
    },
    reach: 'kept',
    time: ['from', 'to'],
  },
} as const satisfies OwnCollections;

const OF_DAYS = {
  days: {
    title: 'Strikes by day',
    description: `Stored UTC days, newest first: strikes in home and missing seconds. STAC 1.1 items; \`assets\` are the daily files, if public. ${NOTE}`,
    geometry: 'Polygon',
    fields: {
      ...DAY_FIELDS,
      strikes: whole('Strikes in home; a minimum if data is missing'),
      gapSeconds: whole('Seconds without data or not yet counted'),
      gaps: word('Those intervals: ISO 8601, or none'),
      settled: yesNo('Files of this day are final'),
      updated: instant('When the files were produced; absent if there are none'),
      datetime: word('Always null (STAC uses start and end)'),
    },
    reach: 'kept',
    time: ['start_datetime', 'end_datetime'],
  },
  'day-tiles': {
    title: 'Strikes of one day by place',
    description: `Strikes in home by zoom-10 tile (about 0.35°) for one UTC day: the latest with strikes, or the latest with strikes in \`datetime\`. ${NOTE}`,
    geometry: 'Polygon',
    fields: {
      ...DAY_FIELDS,
      tile: word('zoom/x/y'),
      strikes: whole('Strikes of the day in the tile'),
    },
    reach: 'kept',
    time: ['start_datetime', 'end_datetime'],
  },
} as const satisfies OwnCollections;

export type OwnId = keyof typeof OF_STRIKES | keyof typeof OF_DAYS;

/** Ours and those handed in, in the order of their list. */
export function collectionsWith(handed: readonly HistoryCollection[]): readonly (Collection | HistoryCollection)[] {
  const named = (own: OwnCollections) => Object.entries(own).map(([id, collection]) => ({ id, ...collection }));
  return [...named(OF_STRIKES), ...handed, ...named(OF_DAYS)];
}

export const LAYERS_TYPE = 'application/x-qgis-layer-definition';

type Values = Readonly<Record<string, string>>;

const REFRESH_MS = MINUTE_MS;
const RULE_KEY = '{7b6c1d0a-5a8e-4d0b-9d6e-4f1f2a3b4c5d}';

/** Converts `#rrggbb` to QGIS's notation of colours. */
function colour(hex: string, alpha = 255): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return [...parts, alpha].join(',');
}

function options(values: Values): string {
  const each = Object.entries(values).map(([name, value]) =>
    xmlElement('Option', '', { name, type: 'QString', value }),
  );
  return xmlElement('Option', each, { type: 'Map' });
}

function symbol(
  type: 'marker' | 'fill' | 'line',
  name: string,
  layerClass: string,
  values: Values,
  inner?: string,
): string {
  const layer = xmlElement('layer', [options(values), inner], {
    class: layerClass,
    enabled: '1',
    locked: '0',
    pass: '0',
  });
  return xmlElement('symbol', [layer], { type, name, alpha: '1', clip_to_extent: '1', force_rhr: '0' });
}

const singleSymbol = (of: string) =>
  xmlElement('renderer-v2', [xmlElement('symbols', [of])], {
    type: 'singleSymbol',
    symbollevels: '0',
    forceraster: '0',
  });

/** At most this old at the end of the temporal controller's range, or now without one. */
const younger = (ms: number) =>
  `"timestamp" > coalesce(@map_end_time, now()) - to_interval('${ms / MINUTE_MS} minutes')`;

/** Each strike must match exactly one rule: QGIS draws it once per matching rule. */
function strikesByAge(): string {
  const classes = [
    {
      label: `Up to ${FRESH_WITHIN_MS / MINUTE_MS} minutes old`,
      filter: younger(FRESH_WITHIN_MS),
      size: '3',
      ageMs: FRESH_WITHIN_MS / 2,
    },
    {
      label: `Up to ${RECENT_WITHIN_MS / MINUTE_MS} minutes old`,
      filter: `${younger(RECENT_WITHIN_MS)} AND NOT (${younger(FRESH_WITHIN_MS)})`,
      size: '2.4',
      ageMs: RECENT_WITHIN_MS / 2,
    },
    { label: 'Older', filter: 'ELSE', size: '1.8', ageMs: HOUR_MS },
  ];
  const rules = classes.map(({ label, filter }, index) =>
    xmlElement('rule', '', { key: RULE_KEY.replace('7b6c', `7b6${index}`), symbol: `${index}`, label, filter }),
  );
  const symbols = classes.map(({ size, ageMs }, index) =>
    symbol('marker', `${index}`, 'SimpleMarker', {
      name: 'circle',
      color: colour(strikeLook('light', ageMs).colour),
      outline_color: colour(sparkColours.light.casing),
      outline_width: '0.2',
      outline_width_unit: 'MM',
      size,
      size_unit: 'MM',
    }),
  );
  const parts = [xmlElement('rules', rules, { key: RULE_KEY }), xmlElement('symbols', symbols)];
  return xmlElement('renderer-v2', parts, { type: 'RuleRenderer', symbollevels: '0', forceraster: '0' });
}

const outlines = symbol('fill', '0', 'SimpleFill', {
  color: colour('#d7272c', 40),
  style: 'solid',
  outline_color: colour('#d7272c'),
  outline_style: 'solid',
  outline_width: '0.5',
  outline_width_unit: 'MM',
});

const GREY = colour('#5a6570', 160);
const hatchLine = symbol('line', '@0@0', 'SimpleLine', {
  line_color: GREY,
  line_style: 'solid',
  line_width: '0.26',
  line_width_unit: 'MM',
});
const hatched = symbol(
  'fill',
  '0',
  'LinePatternFill',
  { angle: '45', distance: '3', distance_unit: 'MM', line_width: '0.26', line_width_unit: 'MM', color: GREY },
  hatchLine,
);

interface Layer {
  readonly id: keyof typeof OF_STRIKES;
  readonly geometry: 'Point' | 'Polygon';
  readonly renderer: string;
  /** QGIS's numbers: 1 for one field with an instant, 2 for two fields with start and end. */
  readonly timeMode: '1' | '2';
}

/** From top to bottom. */
const LAYERS: readonly Layer[] = [
  { id: 'strikes-24h', geometry: 'Point', renderer: strikesByAge(), timeMode: '1' },
  { id: 'storm-cells', geometry: 'Polygon', renderer: singleSymbol(outlines), timeMode: '1' },
  { id: 'data-gaps', geometry: 'Polygon', renderer: singleSymbol(hatched), timeMode: '2' },
];

const layerId = (id: OwnId) => `balkan_lightning_${id.replaceAll('-', '_')}`;

/**
 * Data source for QGIS's OAPIF provider. `pagingEnabled` must be `true`: older versions, such as 3.22, take any other
 * value for off, and silently stop after one page. It contains no key: QGIS adds one as Basic (`authcfg`).
 */
function sourceOf(root: string, id: OwnId): string {
  return ` pagingEnabled='true' srsname='OGC:CRS84' typename='${id}' url='${root}'`;
}

/** Storm cells exist only for now, so the temporal controller never hides them. */
function timeOf({ id, timeMode }: Layer): string {
  const [startField, endField] = OF_STRIKES[id].time;
  const range = xmlElement('fixedRange', [xmlElement('start', ''), xmlElement('end', '')]);
  const fields = timeMode === '1' ? { startField, endField: '' } : { startField, endField };
  return xmlElement('temporal', [range], {
    enabled: id === 'storm-cells' ? '0' : '1',
    mode: timeMode,
    ...fields,
    fixedDuration: '0',
    durationUnit: 'min',
    durationField: '',
    accumulate: '0',
    limitMode: '0',
    startExpression: '',
    endExpression: '',
  });
}

function mapLayer(root: string, layer: Layer): string {
  const { id, geometry, renderer } = layer;
  const parts = [
    xmlElement('id', layerId(id)),
    xmlElement('datasource', sourceOf(root, id)),
    xmlElement('layername', OF_STRIKES[id].title),
    xmlElement('srs', [xmlElement('spatialrefsys', [xmlElement('authid', 'OGC:CRS84')])]),
    xmlElement('provider', 'OAPIF', { encoding: 'UTF-8' }),
    timeOf(layer),
    renderer,
  ];
  return xmlElement('maplayer', parts, {
    type: 'vector',
    geometry,
    wkbType: geometry,
    styleCategories: 'AllStyleCategories',
    autoRefreshMode: 'ReloadData',
    autoRefreshEnabled: '1',
    autoRefreshTime: `${REFRESH_MS}`,
  });
}

/**
 * A layer definition of QGIS (`.qlr`): the layers with their styles, as a group. QGIS reads these symbols from 3.20 on,
 * and reloads data automatically from 3.34 on.
 */
export function layerDefinition({ root }: Pick<OgcSite, 'root'>): string {
  const checked = { checked: 'Qt::Checked', expanded: '1' };
  const leaves = LAYERS.map(({ id }) =>
    xmlElement('layer-tree-layer', '', {
      id: layerId(id),
      name: OF_STRIKES[id].title,
      source: sourceOf(root, id),
      providerKey: 'OAPIF',
      ...checked,
    }),
  );
  const group = xmlElement('layer-tree-group', leaves, { name: 'Balkan Lightning', ...checked });
  const tree = xmlElement('layer-tree-group', [group], { name: '', ...checked });
  const layers = xmlElement(
    'maplayers',
    LAYERS.map((layer) => mapLayer(root, layer)),
  );
  return `${XML_DECLARATION}<!DOCTYPE qgis-layer-definition>\n${xmlElement('qlr', [tree, layers])}\n`;
}

/** The result of `make` as JSON of that content type, cached under `path` as its cache-control says. */
export function cachedJson(
  c: Context<{ Bindings: Env }>,
  path: string,
  headers: { readonly 'content-type': string; readonly 'cache-control': string },
  make: () => Promise<unknown>,
): Promise<Response> {
  return edgeCached(c, path, async () => new Response(JSON.stringify(await make()), { headers }));
}
