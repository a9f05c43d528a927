import type { Plugin } from 'vite';

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
