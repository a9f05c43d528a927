/** Stubs for parts of deck.gl and MapLibre that this map never calls (`leanMap.ts`). */

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

/** MapLibre: buttons, globe, terrain and layers and sources that this map does not use, and tiles in the format MLT. */
export {
  NotInThisBuild as CanvasSource,
  NotInThisBuild as FullscreenControl,
  NotInThisBuild as FullscreenEvent,
  NotInThisBuild as GeolocateControl,
  NotInThisBuild as GeolocateErrorEvent,
  NotInThisBuild as GeolocateEvent,
  NotInThisBuild as GeolocatePositionEvent,
  NotInThisBuild as GlobeCameraHelper,
  NotInThisBuild as GlobeControl,
  NotInThisBuild as GlobeProjection,
  NotInThisBuild as MLTVectorTile,
  NotInThisBuild as NavigationControl,
  NotInThisBuild as RasterDEMTileSource,
  NotInThisBuild as RasterDEMTileWorkerSource,
  NotInThisBuild as TerrainControl,
  NotInThisBuild as VerticalPerspectiveCameraHelper,
  NotInThisBuild as VerticalPerspectiveProjection,
  NotInThisBuild as VideoSource,
  NotInThisBuild as GPUDataEvaluator,
  NotInThisBuild as MapState,
  notInThisBuild as cleanEvaluateSync,
  notInThisBuild as createGlobeTransform,
  notInThisBuild as createVerticalPerspectiveTransform,
  notInThisBuild as drawColorRelief,
  notInThisBuild as drawFillExtrusion,
  notInThisBuild as drawHeatmap,
  notInThisBuild as drawHillshade,
  notInThisBuild as fetchFile,
  notInThisBuild as interleave,
  notInThisBuild as load,
  notInThisBuild as parse,
  notInThisBuild as scanWGSLInterface,
  Recognizer as DoubleClickDrag,
  Recognizer as Pan,
  Recognizer as Pinch,
  Recognizer as Tap,
};
