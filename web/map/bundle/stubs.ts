/** Stubs for parts of deck.gl, luma.gl and MapLibre that this map never calls (`leanMap.ts`). */

function notInThisBuild(): never {
  throw new Error('This build of the map does without this part.');
}

/** deck.gl's controllers and its globe: in an overlay the map moves the view, and this one is flat. */
export default class NotInThisBuild {
  constructor() {
    notInThisBuild();
  }
}

/** mjolnir.js: deck.gl creates an event manager, but in an overlay the map handles all gestures. */
export class EventManager {
  on(): void {}
  off(): void {}
  watch(): void {}
  destroy(): void {}
}

/** deck.gl names recognizers in its defaults; the event manager does not use them. */
class Recognizer {}

/** loaders.gl: no layer of this map is given a URL. */
export const ImageLoader = {};

export function registerLoaders(): void {}

/** luma.gl's gpgpu, with which deck.gl packs attributes for WebGPU. This map uses WebGL. */
export const backendRegistry = { add(): void {} };

/** WGSL shaders: WebGL uses GLSL. */
export const fp64arithmeticWGSL = '';
export const projectWGSL = '';

/** @probe.gl/stats: the counts of deck.gl and luma.gl are unused. */
class Stat {
  readonly count = 0;
  reset = () => this;
  incrementCount = () => this;
  decrementCount = () => this;
  addCount = () => this;
  subtractCount = () => this;
  addTime = () => this;
  timeStart = () => this;
  timeEnd = () => this;
  setSampleSize = () => this;
  getHz = () => 0;
  getAverageTime = () => 0;
  getSampleHz = () => 0;
  getSampleAverageTime = () => 0;
}

const stat = new Stat();

export class Stats {
  readonly stats = {};
  get = () => stat;
  reset = () => this;
  forEach(): void {}
}

type Said = () => void;
const silent: Said = () => {};

/** Return what writes it, as the library does. An error of drawing must reach the console, where tests look. */
// biome-ignore lint/suspicious/noConsole: the library's own way to tell.
const failed = (...data: unknown[]): Said => console.error.bind(console, ...data);
// biome-ignore lint/suspicious/noConsole: the same.
const warned = (...data: unknown[]): Said => console.warn.bind(console, ...data);

/** @probe.gl/log: only warnings and errors of deck.gl and luma.gl are written. They set no levels. */
export class Log {
  readonly level = 0;
  readonly error = failed;
  readonly removed = failed;
  readonly warn = warned;
  readonly deprecated = warned;
  readonly log = () => silent;
  readonly group = this.log;
  readonly groupCollapsed = this.log;
  readonly groupEnd = this.log;
  readonly info = this.log;
  readonly once = this.log;
  readonly probe = this.log;
  readonly table = this.log;
  readonly time = this.log;
  readonly timeEnd = this.log;
  readonly get = () => undefined;
  enable = () => this;
  setLevel = () => this;

  assert(condition: unknown, message?: string): asserts condition {
    if (!condition) throw new Error(message);
  }
}

/** No style layer of this map is of a kind that was left out; nor is a sky in view from straight above. */
const never = () => false;

/** MapLibre: buttons, globe, terrain and layers, sources and expressions that this map does not use, and tiles in the format MLT. */
export {
  NotInThisBuild as CanvasSource,
  NotInThisBuild as ColorReliefStyleLayer,
  NotInThisBuild as Distance,
  NotInThisBuild as FillExtrusionStyleLayer,
  NotInThisBuild as FullscreenControl,
  NotInThisBuild as FullscreenEvent,
  NotInThisBuild as GeolocateControl,
  NotInThisBuild as GeolocateErrorEvent,
  NotInThisBuild as GeolocateEvent,
  NotInThisBuild as GeolocatePositionEvent,
  NotInThisBuild as GlobeCameraHelper,
  NotInThisBuild as GlobeControl,
  NotInThisBuild as GlobeProjection,
  NotInThisBuild as HeatmapStyleLayer,
  NotInThisBuild as HillshadeStyleLayer,
  NotInThisBuild as MLTVectorTile,
  NotInThisBuild as NavigationControl,
  NotInThisBuild as RasterDEMTileSource,
  NotInThisBuild as RasterDEMTileWorkerSource,
  NotInThisBuild as RenderToTexture,
  NotInThisBuild as Terrain,
  NotInThisBuild as TerrainControl,
  NotInThisBuild as VerticalPerspectiveCameraHelper,
  NotInThisBuild as VerticalPerspectiveProjection,
  NotInThisBuild as VideoSource,
  NotInThisBuild as Within,
  NotInThisBuild as GPUDataEvaluator,
  NotInThisBuild as MapState,
  NotInThisBuild as WEBGLQuerySet,
  NotInThisBuild as WEBGLTransformFeedback,
  never as drawSky,
  never as isColorReliefStyleLayer,
  never as isFillExtrusionStyleLayer,
  never as isHeatmapStyleLayer,
  never as isHillshadeStyleLayer,
  notInThisBuild as cleanEvaluateSync,
  notInThisBuild as createGlobeTransform,
  notInThisBuild as createVerticalPerspectiveTransform,
  notInThisBuild as debugFramebuffer,
  notInThisBuild as drawAtmosphere,
  notInThisBuild as drawCollisionDebug,
  notInThisBuild as drawColorRelief,
  notInThisBuild as drawDebug,
  notInThisBuild as drawDebugPadding,
  notInThisBuild as drawDepth,
  notInThisBuild as drawFillExtrusion,
  notInThisBuild as drawHeatmap,
  notInThisBuild as drawHillshade,
  notInThisBuild as drawTerrainHeightMap,
  notInThisBuild as fetchFile,
  notInThisBuild as getShaderBindingDebugRowsFromWGSL,
  notInThisBuild as interleave,
  notInThisBuild as load,
  notInThisBuild as parse,
  notInThisBuild as scanWGSLInterface,
  notInThisBuild as selectDebugSource,
  Recognizer as DoubleClickDrag,
  Recognizer as Pan,
  Recognizer as Pinch,
  Recognizer as Tap,
};
