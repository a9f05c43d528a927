import type { Plugin } from 'vite';

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
