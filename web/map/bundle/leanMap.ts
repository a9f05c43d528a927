import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { type Plugin, transformWithOxc } from 'vite';

const STUBS = `${import.meta.dirname}/stubs.ts`;

/**
 * The stubbed parts of deck.gl's dependencies and of MapLibre, which this map never calls: a sixth of its size. By
 * the importing package, and by the imported name.
 */
const STUBBED: Readonly<Record<string, readonly string[]>> = {
  '@deck.gl/core': [
    'mjolnir.js',
    '@loaders.gl/core',
    '@loaders.gl/images',
    '@luma.gl/gpgpu',
    '@luma.gl/gpgpu/webgpu',
    '@probe.gl/log',
    '@probe.gl/stats',
    '../../transitions/gpu-interpolation-transition.js',
    '../../transitions/gpu-spring-transition.js',
    './controllers/map-controller.js',
    '../controllers/map-controller.js',
    './map-controller.js',
    './controllers/globe-controller.js',
    './views/globe-view.js',
    './project.wgsl.js',
  ],
  '@luma.gl/core': ['@probe.gl/log', '@probe.gl/stats'],
  '@luma.gl/engine': ['@probe.gl/stats', '../debug/debug-framebuffer.js'],
  '@luma.gl/shadertools': [
    './shader-assembly/wgsl-binding-debug.js',
    './wgsl-binding-debug.js',
    './wgsl-interface-scan.js',
    './shader-assembly/wgsl-interface-scan.js',
    './fp64-arithmetic-wgsl.js',
  ],
  '@luma.gl/webgl': ['./resources/webgl-query-set.js', './resources/webgl-transform-feedback.js'],
  '@maplibre/maplibre-gl-style-spec': [
    './definitions/distance.mjs',
    './definitions/within.mjs',
    './distance.mjs',
    './within.mjs',
  ],
  'maplibre-gl': [
    '../render/terrain.ts',
    '../source/canvas_source.ts',
    '../source/raster_dem_tile_source.ts',
    '../source/vector_tile_mlt.ts',
    '../source/video_source.ts',
    '../style/style_layer/color_relief_style_layer.ts',
    '../style/style_layer/fill_extrusion_style_layer.ts',
    '../style/style_layer/heatmap_style_layer.ts',
    '../style/style_layer/hillshade_style_layer.ts',
    '../webgl/render_to_texture.ts',
    './draw_collision_debug.ts',
    './draw_color_relief.ts',
    './draw_debug.ts',
    './draw_fill_extrusion.ts',
    './draw_heatmap.ts',
    './draw_hillshade.ts',
    './draw_sky.ts',
    './draw_terrain.ts',
    './globe_camera_helper.ts',
    './globe_projection.ts',
    './globe_transform.ts',
    './raster_dem_tile_worker_source.ts',
    './source/canvas_source.ts',
    './source/raster_dem_tile_source.ts',
    './source/video_source.ts',
    './style_layer/color_relief_style_layer.ts',
    './style_layer/fill_extrusion_style_layer.ts',
    './style_layer/heatmap_style_layer.ts',
    './style_layer/hillshade_style_layer.ts',
    './vertical_perspective_camera_helper.ts',
    './vertical_perspective_projection.ts',
    './vertical_perspective_transform.ts',
    './ui/control/fullscreen_control.ts',
    './ui/control/geolocate_control.ts',
    './ui/control/globe_control.ts',
    './ui/control/navigation_control.ts',
    './ui/control/terrain_control.ts',
    './vector_tile_mlt.ts',
  ],
};

/** MapLibre's shaders for what is stubbed, and for patterns and gradients, which no layer has. They are text, so an empty one stands for each. */
const UNUSED_SHADER =
  /^\.\/glsl\/(_projection_globe|\w+_pattern|atmosphere|collision_\w+|color_relief|debug|fill_extrusion\w*|heatmap\w*|hillshade\w*|line_gradient\w*|sky|terrain\w*)\.\w+\.glsl\.g\.ts$/;
const EMPTY_SHADER = '\0empty-shader';
const PACKAGE_OF = /.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;

/** Replaces unused parts by stubs. Fails the build if one is no longer imported, because it was then renamed. */
export function stubsOfUnused(stubbed = STUBBED): Plugin {
  const unmatched = new Set(
    Object.entries(stubbed).flatMap(([from, names]) => names.map((name) => `${from}: ${name}`)),
  );
  return {
    name: 'stubs-of-unused',
    apply: 'build',
    enforce: 'pre',
    resolveId(name, importer = '') {
      const from = PACKAGE_OF.exec(importer)?.[1]?.replaceAll('\\', '/') ?? '';
      if (from === 'maplibre-gl' && UNUSED_SHADER.test(name)) return EMPTY_SHADER;
      if (!stubbed[from]?.includes(name)) return null;
      unmatched.delete(`${from}: ${name}`);
      return STUBS;
    },
    load: (id) => (id === EMPTY_SHADER ? "export default '';" : null),
    buildEnd(error) {
      if (error === undefined && this.environment.name === 'client' && unmatched.size > 0)
        throw new Error(`leanMap.ts has stubs for what nobody imports: ${[...unmatched].join(', ')}`);
    },
  };
}

const MAPLIBRE = dirname(createRequire(`${import.meta.dirname}/`).resolve('maplibre-gl/package.json'));
const WORKER = `${MAPLIBRE}/src/source/worker.ts`;
const WORKER_URL_MODULE = '\0map-worker-url';
const WORKER_URL = /^maplibre-gl\/dist\/maplibre-gl-worker\.mjs\?worker&url$/;

const AS_ASSIGNED = {
  assumptions: { setPublicClassFields: true },
  typescript: { removeClassFieldsWithoutInitializer: true },
};

/**
 * Builds MapLibre from the sources in its package. As published, its page and its worker each contain a copy of their
 * shared code, a fifth of the map's size; built here they share one file.
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
    resolveId(id) {
      if (id === 'maplibre-gl') return `${MAPLIBRE}/src/index.ts`;
      if (WORKER_URL.test(id)) return WORKER_URL_MODULE;
      return null;
    },
    load(id) {
      if (id === WORKER_URL_MODULE) return `export default import.meta.ROLLUP_FILE_URL_${worker};`;
      // Only the version is needed, and the whole file would be bundled.
      if (id === `${MAPLIBRE}/package.json`) {
        const { version } = JSON.parse(readFileSync(id, 'utf8'));
        return `{ "version": ${JSON.stringify(version)} }`;
      }
      return null;
    },
    // MapLibre expects class fields without initialisers to be omitted: otherwise they hide values set by a superclass.
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
export function sharedMapLibrary(): Plugin {
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
