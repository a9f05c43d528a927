/** Files of at most 30 lines that stand apart although one file imports them, each with the reason. */
export const APART: Readonly<Record<string, string>> = {
  'web/kit/i18n/LanguageContext.tsx': 'the context and its hook, which its importer, a list of exports, only hands on',
  'web/map/embedLayers.ts': 'a table: a line for each layer',
  'web/map/mapLayers.ts': 'a table: a line for each layer',
  'web/map/mapPanels.ts': 'a table: a line for each panel',
  'web/map/notices/sharedText.ts': 'a part of the map, which a table names',
  'web/site/build/groundTilesPlugin.ts': 'runs in the build: its importer only lists plugins',
  'web/sky/kept/useKeptSky.ts': 'the sky knows no screen: only its user is of the map',
  'worker/dev/simulator/sky/scriptedSource.ts': 'the sky of most tests of the Worker',
  'worker/objects/keyedStreamsOf.ts': 'wires the platform to what knows none',
  'worker/watch/openWatch.ts': 'wires the platform to what knows none',
};
