/** Groups of the API's calls, in the order in which the document lists them; `paths` are after the API's root. */
export const OPERATION_GROUPS = [
  { name: 'Strikes', description: 'Individual strikes: stream and history.', paths: /^\/(live|strikes)/ },
  { name: 'Counts', description: 'Strike counts by time and place.', paths: /^\/(counts|days)/ },
  {
    name: 'Storm cells',
    description: 'Storm positions, motion, and forecast accuracy.',
    paths: /^\/(storm-cells|verification)/,
  },
  { name: 'Look-up', description: 'Strikes that may have ignited a fire.', paths: /^\/look-up/ },
  {
    name: 'Fires',
    description: 'Satellite fire detections, lightning attribution, and possible holdover fires.',
    paths: /^\/(fires|holdover)/,
  },
  { name: 'Slices', description: 'Map data: one tile and hour.', paths: /^\/tiles/ },
  { name: 'GIS', description: 'OGC API – Features, for QGIS, GDAL and others.', paths: /^\/ogc/ },
  { name: 'Files', description: 'One file per completed day.', paths: /^\/files/ },
  { name: 'State', description: 'Feed and service status.', paths: /^\/(status|crossCheck)/ },
  { name: 'Pictures', description: 'Static maps of the last hour.', paths: /^\/picture/ },
  { name: 'Alert quality', description: 'How good the alerts of a place were.', paths: /^\/watch\/skill/ },
  { name: 'Watching', description: 'Watchlists: monitored areas and their recipients.', paths: /^\/watch/ },
  {
    name: 'Internal',
    description: 'Endpoints used by this site’s own pages.',
    paths: /^\/(contact|basemap|place|walls)/,
  },
] as const;

const OTHERS = 'Internal';
/** Calls that return strikes or data derived from them. The stream sends its attribution in `hello`. */
const OF_STRIKES: readonly string[] = [
  'Strikes',
  'Counts',
  'Storm cells',
  'Look-up',
  'Fires',
  'Slices',
  'GIS',
  'Files',
  'Alert quality',
];

/** Calls that return data and take a plan's key. */
const KEYED: readonly string[] = [...OF_STRIKES, 'State', 'Pictures'];

interface OperationGroup {
  readonly name: string;
  readonly keyed: boolean;
  readonly ofStrikes: boolean;
}

/** The group of a call, by its path after the API's root. */
export function operationGroup(path: string): OperationGroup {
  const name = OPERATION_GROUPS.find(({ paths }) => paths.test(path))?.name ?? OTHERS;
  return { name, keyed: KEYED.includes(name), ofStrikes: OF_STRIKES.includes(name) && path !== '/live' };
}
