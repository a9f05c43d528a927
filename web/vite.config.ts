import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { siteConfig } from './kit/settings/siteConfig.ts';
import { leanAliases } from './map/bundle/aliases.ts';
import { givenMapLibrary } from './map/bundle/givenMapLibrary.ts';
import { leanMapStyles } from './map/bundle/leanMapStyles.ts';
import { groundTilesPlugin } from './site/build/groundTilesPlugin.ts';
import { licencesPlugin } from './site/build/licencesPlugin.ts';
import { prerenderPlugin } from './site/build/prerenderPlugin.ts';

const ownTiles = Boolean(process.env.BASEMAP);
const licences = licencesPlugin({
  siteName: siteConfig.name,
  dataOf: ['world-atlas', '@fontsource-variable/source-sans-3'],
  ownTiles,
});
const apiOrigin = 'http://127.0.0.1:8787';

export default defineConfig({
  root: import.meta.dirname,
  envPrefix: ['VITE_', 'PUBLIC_'],
  plugins: [react(), groundTilesPlugin(), prerenderPlugin(), leanMapStyles(), givenMapLibrary(), licences.ofPage],
  define: {
    'import.meta.env.BUILD_YEAR': JSON.stringify(String(new Date().getUTCFullYear())),
    'import.meta.env.OWN_TILES': JSON.stringify(ownTiles),
  },
  resolve: { alias: leanAliases },
  worker: { format: 'es', plugins: licences.ofWorkers },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    // Inlined, the pattern behind the first screen arrives with the style sheet instead of one round trip later.
    assetsInlineLimit: (file) => file.endsWith('/isobars.svg'),
    chunkSizeWarningLimit: 2_000,
    modulePreload: {
      // A browser that does not know modulepreload loads the same modules a little later; it needs no polyfill for that.
      polyfill: false,
      // Pages name their modules in the HTML; only the map has enough files to be worth a list in the entry.
      resolveDependencies: (file, dependencies) =>
        file.includes('MapPage') || file.includes('StrikeMap')
          ? dependencies
          : dependencies.filter((name) => name.endsWith('.css')),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          // One style sheet for all pages but the map and what others load on demand, so that no page waits for six small ones.
          groups: [
            {
              name: 'site-styles',
              test: /web[\\/](site[\\/]\w+|kit[\\/]components|map[\\/]preview|tools[\\/](watch|proof|embed))[\\/]\w+(\.module)?\.css$/,
            },
            // What timeline and look-up share with the map, in the files in which the map has it: cut out, it packs worse.
            {
              name: 'live-feed',
              test: /(shared[\\/](limits|medianOf|ageClass|geo[\\/](BBox|geodesy|mercatorFixed)|picture[\\/]colours|watch[\\/]Area|wire[\\/](ByteReader|StrikeBody|StrikeColumns|strikeSlice|slicePlanes|feedCodec|FeedEvent|cellsEvent|reconnectDelay)|nowcast[\\/](cells[\\/]StormCell|place[\\/]CellsNews))|web[\\/](kit[\\/](i18n[\\/]dateTimeFormat|browser[\\/](useNow|useMediaQuery|useVisitorPosition)|places[\\/](data[\\/]gazetteer|gazetteerText|gazetteerStore)|wall[\\/](useWakeLock|useWallDisplay|renewal|useRenewal))|ground[\\/](view[\\/]mapColours|land[\\/]groundTiles)|sky[\\/](words[\\/]spanText|feed[\\/](Timers|viewTiles|loadSlice|TileCoverage|WindowLoader|CellStream|announcedProtocol|connectionMachine|FeedConnection|FeedView|SliceFollower|serverClock|LiveFeed|openEventStream|PageSignals|useLiveFeed)|strikes[\\/](Crowds|OrdinalSet|StrikeStore|HeldStrikes)|handOver[\\/]previewedSlices))|node_modules[\\/]eventsource(-parser)?)[\\/.]/,
            },
            // What is shown of the sky: the map's files that are loaded later share it.
            { name: 'shown-sky', test: /web[\\/]sky[\\/]shown[\\/]|node_modules[\\/](valtio|proxy-compare)[\\/]/ },
            {
              name: 'useHref',
              test: /node_modules[\\/](wouter|regexparam|use-sync-external-store)|web[\\/]kit[\\/]routing[\\/](usePathname|useHref)|shared[\\/]plans/,
            },
            // What the map's box and the panel share, in one file instead of six small ones: it packs better.
            {
              name: 'watched-places',
              test: /(shared[\\/](watch[\\/]reachOf|geo[\\/]shape[\\/](Shape|distanceFrom|shapeFault))|routing[\\/](shapeCode|shapeAddress|watchAddress|formatWatchAddress)|watch[\\/]preview[\\/]\w+|watch[\\/]book[\\/](callBook|faultText)|watchPlace[\\/]draftShape|picture[\\/]distanceContours)\.tsx?$/,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': apiOrigin } },
  preview: { proxy: { '/api': apiOrigin } },
});
