import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { licencesPlugin } from './build/licencesPlugin.ts';
import { prerenderPlugin } from './build/prerenderPlugin.ts';
import { leanAliases } from './map/bundle/aliases.ts';
import { leanMapStyles } from './map/bundle/leanMapStyles.ts';
import { siteConfig } from './settings/siteConfig.ts';

const ownTiles = Boolean(process.env.BASEMAP);
const licences = licencesPlugin({ siteName: siteConfig.name, dataOf: ['world-atlas'], ownTiles });
const apiOrigin = 'http://127.0.0.1:8787';

export default defineConfig({
  root: import.meta.dirname,
  envPrefix: ['VITE_', 'PUBLIC_'],
  plugins: [react(), prerenderPlugin(), leanMapStyles(), licences.ofPage],
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
          // One style sheet for all pages but the map, so that no page waits for six small ones.
          groups: [{ name: 'site-styles', test: /web[\\/](?!map)\w+[\\/]\w+(\.module)?\.css$/ }],
        },
      },
    },
  },
  server: { proxy: { '/api': apiOrigin } },
  preview: { proxy: { '/api': apiOrigin } },
});
