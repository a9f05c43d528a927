import type { Plugin } from 'vite';

/** Pictures of MapLibre's own buttons. This map has its own. */
const BUTTON_PICTURE =
  /[^{}]*maplibregl-ctrl-(?:zoom-in|zoom-out|compass|geolocate|fullscreen|shrink|terrain|globe|logo)[^{}]*\{[^{}]*url\([^{}]*\}/g;

/** Leaves out of MapLibre's style sheet the pictures of buttons this map does without: three quarters of it. */
export function leanMapStyles(): Plugin {
  return {
    name: 'lean-map-styles',
    enforce: 'pre',
    transform(code, id) {
      return id.endsWith('maplibre-gl/dist/maplibre-gl.css') ? code.replace(BUTTON_PICTURE, '') : undefined;
    },
  };
}
