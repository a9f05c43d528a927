import { XML_DECLARATION, xmlElement } from '#shared/http/xmlText.ts';
import { FRESH_WITHIN_MS, RECENT_WITHIN_MS } from '#shared/limits.ts';
import { sparkColours, strikeLook } from '#shared/picture/colours.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { COLLECTIONS, type CollectionId } from './collections.ts';
import type { OgcSite } from './OgcSite.ts';

export const LAYERS_TYPE = 'application/x-qgis-layer-definition';

type Values = Readonly<Record<string, string>>;

const REFRESH_MS = MINUTE_MS;
const RULE_KEY = '{7b6c1d0a-5a8e-4d0b-9d6e-4f1f2a3b4c5d}';

/** `#rrggbb` as QGIS writes colours. */
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

/** Up to so old, at the end of what the temporal controller shows, or now. */
const younger = (ms: number) =>
  `"timestamp" > coalesce(@map_end_time, now()) - to_interval('${ms / MINUTE_MS} minutes')`;

/** Each strike by one rule: QGIS draws it by every rule that holds. */
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
  readonly id: CollectionId;
  readonly geometry: 'Point' | 'Polygon';
  readonly renderer: string;
  /** As QGIS numbers them: 1 for an instant in a field, 2 for a beginning and an end in two. */
  readonly timeMode: '1' | '2';
}

/** From top to bottom. */
const LAYERS: readonly Layer[] = [
  { id: 'strikes-24h', geometry: 'Point', renderer: strikesByAge(), timeMode: '1' },
  { id: 'storm-cells', geometry: 'Polygon', renderer: singleSymbol(outlines), timeMode: '1' },
  { id: 'unread', geometry: 'Polygon', renderer: singleSymbol(hatched), timeMode: '2' },
];

const layerId = (id: CollectionId) => `balkan_lightning_${id.replaceAll('-', '_')}`;

/**
 * How QGIS's provider OAPIF is told where its data are. `pagingEnabled` is `true`: older versions, as 3.22, take all
 * else for off, and stop after one page without a word. No key is in it: QGIS adds one as Basic (`authcfg`).
 */
function sourceOf(root: string, id: CollectionId): string {
  return ` pagingEnabled='true' srsname='OGC:CRS84' typename='${id}' url='${root}'`;
}

/** Storm cells are of now alone: no time of the temporal controller hides them. */
function timeOf({ id, timeMode }: Layer): string {
  const [startField, endField] = COLLECTIONS[id].time;
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
    xmlElement('layername', COLLECTIONS[id].title),
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
 * A layer definition of QGIS (`.qlr`): the layers with their styles, as a group. QGIS reads symbols written so from 3.20
 * on, and reloads data by itself from 3.34 on.
 */
export function layerDefinition({ root }: Pick<OgcSite, 'root'>): string {
  const checked = { checked: 'Qt::Checked', expanded: '1' };
  const leaves = LAYERS.map(({ id }) =>
    xmlElement('layer-tree-layer', '', {
      id: layerId(id),
      name: COLLECTIONS[id].title,
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
