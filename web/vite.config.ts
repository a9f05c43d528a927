import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { LANGUAGES } from '#shared/languages.ts';
import { siteConfig } from './kit/settings/siteConfig.ts';
import { leanMapStyles, mapLibreFromSource, sharedMapLibrary, stubsOfUnused } from './map/bundle/leanMap.ts';
import { licencesPlugin } from './site/build/licencesPlugin.ts';
import { mapsApart } from './site/build/mapsApart.ts';
import { prerenderPlugin } from './site/build/prerenderPlugin.ts';
import { sharedByMap, sharedFile } from './site/build/sharedFile.ts';
import { builtFor, groundTilesPlugin, hotTextsPlugin, sourceTextsPlugin } from './site/build/sourcePlugins.ts';

const ownTiles = Boolean(process.env.BASEMAP);
const licences = licencesPlugin({
  siteName: siteConfig.name,
  dataOf: ['world-atlas', '@fontsource-variable/source-sans-3'],
  ownTiles,
});
/** Forwards the original host, because the Worker accepts forms from its own pages only. */
const worker = { target: process.env.API_ORIGIN || 'http://127.0.0.1:8787', changeOrigin: false };
/** Paths that the Worker serves itself, while Vite serves the site. */
const proxy = { '^/api/': worker, [`^/(${LANGUAGES.join('|')})/place\\b`]: worker };

export default defineConfig({
  root: import.meta.dirname,
  envPrefix: ['VITE_', 'PUBLIC_'],
  plugins: [
    stubsOfUnused(),
    mapLibreFromSource(),
    react(),
    groundTilesPlugin(),
    prerenderPlugin(),
    sourceTextsPlugin(builtFor(process.env)),
    hotTextsPlugin(),
    leanMapStyles(),
    sharedMapLibrary(),
    licences.ofPage,
    mapsApart(join(import.meta.dirname, '../dist'), join(import.meta.dirname, '../.cache/siteMaps')),
  ],
  define: {
    'import.meta.env.BUILD_YEAR': JSON.stringify(String(new Date().getUTCFullYear())),
    'import.meta.env.OWN_TILES': JSON.stringify(ownTiles),
  },
  // Short names: a class has its name once in the style sheet and once in the program of every page that wears it.
  css: { modules: { generateScopedName: '_[hash:base64:6]' } },
  worker: { format: 'es', plugins: licences.ofWorkers },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    // Inlined, so the pattern behind the first screen arrives with the style sheet and saves a round trip.
    assetsInlineLimit: (file) => file.endsWith('/isobars.svg'),
    chunkSizeWarningLimit: 2_000,
    modulePreload: {
      // Browsers without modulepreload load the same modules slightly later.
      polyfill: false,
      // Pages name their modules in the HTML; only the map has enough files to be worth a list in the entry.
      resolveDependencies: (file, dependencies) =>
        file.includes('MapPage') || file.includes('StrikeMap')
          ? dependencies
          : dependencies.filter((name) => name.endsWith('.css')),
    },
  },
  environments: {
    client: {
      build: {
        // For decoding browsers' error reports (docs/operations.md); `mapsApart` keeps them out of the site. They take
        // a third of the build time.
        sourcemap: process.env.SITE_MAPS === '0' ? false : 'hidden',
        rolldownOptions: {
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                // The landing page has more styles than all other pages together, and its form uses the place styles.
                {
                  name: 'landing-styles',
                  test: /web[\\/](site[\\/]landing|kit[\\/]places)[\\/]\w+\.module\.css$/,
                },
                // One style sheet, not six, for all pages except the map, the place pages and lazy chunks.
                {
                  name: 'site-styles',
                  test: /web[\\/](site[\\/](?!places?[\\/])\w+|kit[\\/]components|map[\\/](preview|tools|parts)|tools[\\/](watch|verification|embed|query))[\\/]\w+(\.module)?\.css$/,
                },
                // Shared by the map's page and its worker.
                {
                  name: 'maplibre-shared',
                  test: /node_modules[\\/](maplibre-gl|@maplibre|@mapbox|bidi-js|earcut|gl-matrix|kdbush|murmurhash-js|pbf|potpack|quickselect|tinyqueue)[\\/]|web[\\/]map[\\/]bundle[\\/]stubs/,
                  minShareCount: 2,
                },
                // The libraries that every page uses.
                {
                  name: 'common',
                  test: /node_modules[\\/](react|scheduler|typesafe-i18n|wouter|regexparam|use-sync-external-store)[\\/]|i18n[\\/](formatters|i18n-util)|preload-helper|rolldown[\\/]runtime|web[\\/]kit[\\/]browser[\\/]alone/,
                },
                // The landing page's place search and sky, without the map's program and its stream.
                {
                  name: 'place-search',
                  test: /web[\\/]kit[\\/]places[\\/](data[\\/]|gazetteer\w+|Landmark|PlaceCombobox|usePlaceEntry|outlines[\\/]readPosition)/,
                },
                // The only part of it that forms need.
                {
                  name: 'paths',
                  test: /shared[\\/](limits|time|wire[\\/]apiPaths|geo[\\/](tile|mercator))\.ts$/,
                },
                {
                  name: 'slices',
                  test: /shared[\\/](strike|sky[\\/](colours|frame)|wire[\\/](strikeSlice|bytes|StrikeColumns)|geo[\\/](BBox|geodesy|Shape)|watch[\\/]Area)\.ts$|web[\\/]sky[\\/](TileCoverage|timeText)\.ts$/,
                },
                sharedFile('live-feed', ['site/pages/MapPage.tsx', 'tools/watch/screens/WatchScreen.tsx']),
                // The map and the tools load it if the source is not the usual one.
                { name: 'SourceNote', test: /web[\\/]sky[\\/](SourceNote|reportedSource)/ },
                // Tools next to the map share choices and pictures with it, but no lightning data.
                {
                  name: 'valtio',
                  test: /node_modules[\\/](valtio|proxy-compare)[\\/]|web[\\/](ground[\\/]picture[\\/]visible|kit[\\/]places[\\/]mapChoice)/,
                },
                // The offline code needs it too, and nothing else of the notification code.
                { name: 'registerWorker', test: /web[\\/]kit[\\/]offline[\\/]registerWorker/ },
                sharedFile('watched-places', ['map/watchPlace/WatchBox.tsx', 'tools/watch/screens/WatchScreen.tsx']),
                // Modules that half of all pages need. With a lower count, pages would load each other's parts.
                {
                  name: 'many-pages',
                  test: /(web|shared)[\\/][^?]*\.tsx?$/,
                  minShareCount: 14,
                  // Modules with circular imports may otherwise run before their dependencies.
                  includeDependenciesRecursively: true,
                },
                sharedByMap('map-shared'),
              ],
            },
          },
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy },
  preview: { host: '127.0.0.1', proxy },
});
