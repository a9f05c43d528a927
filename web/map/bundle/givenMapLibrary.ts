import type { Plugin } from 'vite';

const FALLBACK = "mapLib || import('maplibre-gl')";

/**
 * Takes out the library that react-map-gl would import if it were given none: `StrikeMap` gives it one. The import costs a file
 * that names each of MapLibre's exports. Fails the build where it is not found any more.
 */
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
