import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { type Plugin, transformWithOxc } from 'vite';

const STUBS = `${import.meta.dirname}/stubs.ts`;

/** Stubs for parts of deck.gl's dependencies that this map never calls; they save an eighth of the map's weight. */
export const leanAliases = [
  /^mjolnir\.js$/,
  /^@loaders\.gl\/(core|images)$/,
  /^@luma\.gl\/gpgpu(\/webgpu)?$/,
  /^@probe\.gl\/stats$/,
  /^(\.\.?\/controllers|\.)\/(map|globe)-controller\.js$/,
  /^\.\/views\/globe-view\.js$/,
  /^\.\/(shader-assembly\/)?wgsl-interface-scan\.js$/,
  /^\.\/(fp64-arithmetic-wgsl|project\.wgsl)\.js$/,
].map((find) => ({ find, replacement: STUBS }));

const MAPLIBRE = dirname(createRequire(`${import.meta.dirname}/`).resolve('maplibre-gl/package.json'));
const WORKER = `${MAPLIBRE}/src/source/worker.ts`;
const WORKER_URL_MODULE = '\0map-worker-url';
const WORKER_URL = /^maplibre-gl\/dist\/maplibre-gl-worker\.mjs\?worker&url$/;

const AS_ASSIGNED = {
  assumptions: { setPublicClassFields: true },
  typescript: { removeClassFieldsWithoutInitializer: true },
};

/** Parts of MapLibre that this map never calls: tiles of another format than ours, and its own buttons. */
const UNUSED_OF_MAPLIBRE = /\/(vector_tile_mlt|(geolocate|fullscreen|terrain|globe|navigation)_control)\.ts$/;

/**
 * Builds MapLibre from the sources in its package. As published, its page and its worker each bring a copy of what both
 * need, a fifth of the map's weight; built here they share one file.
 */
export function mapLibreFromSource(): Plugin {
  let worker = '';
  return {
    name: 'maplibre-from-source',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      worker = this.emitFile({ type: 'chunk', id: WORKER, name: 'map-worker' });
    },
    resolveId(id, importer) {
      if (id === 'maplibre-gl') return `${MAPLIBRE}/src/index.ts`;
      if (WORKER_URL.test(id)) return WORKER_URL_MODULE;
      if (importer?.startsWith(MAPLIBRE) && UNUSED_OF_MAPLIBRE.test(id)) return STUBS;
      return null;
    },
    load(id) {
      if (id === WORKER_URL_MODULE) return `export default import.meta.ROLLUP_FILE_URL_${worker};`;
      // It asks for its version only, and would bring all of the file.
      if (id === `${MAPLIBRE}/package.json`) {
        const { version } = JSON.parse(readFileSync(id, 'utf8'));
        return `{ "version": ${JSON.stringify(version)} }`;
      }
      return null;
    },
    // Written for compilers that give a class only the fields that have a value: else fields hide what a superclass set.
    transform(code, id) {
      return id.startsWith(`${MAPLIBRE}/src/`) && id.endsWith('.ts') ? transformWithOxc(code, id, AS_ASSIGNED) : null;
    },
  };
}

/** Rules with images for MapLibre's own buttons, which this map does not use. */
const BUTTON_PICTURE =
  /[^{}]*maplibregl-ctrl-(?:zoom-in|zoom-out|compass|geolocate|fullscreen|shrink|terrain|globe|logo)[^{}]*\{[^{}]*url\([^{}]*\}/g;

/** Removes the rules of unused buttons from MapLibre's style sheet: three quarters of its size. */
export function leanMapStyles(): Plugin {
  return {
    name: 'lean-map-styles',
    enforce: 'pre',
    transform(code, id) {
      return id.endsWith('maplibre-gl/dist/maplibre-gl.css') ? code.replace(BUTTON_PICTURE, '') : undefined;
    },
  };
}

const FALLBACK = "mapLib || import('maplibre-gl')";

/** Removes react-map-gl's own import of MapLibre: `StrikeMap` passes it. Fails the build if it is not found. */
export function givenMapLibrary(): Plugin {
  return {
    name: 'given-map-library',
    apply: 'build',
    transform(code, id) {
      if (!/react-maplibre[\\/]dist[\\/]components[\\/]map\.js$/.test(id)) return null;
      if (!code.includes(FALLBACK)) throw new Error(`${id} imports MapLibre in another way`);
      return { code: code.replace(FALLBACK, 'mapLib'), map: null };
    },
  };
}
