const here = (file: string) => `${import.meta.dirname}/${file}`;

/**
 * Replaces parts of deck.gl's dependencies that this map never calls with stubs: gestures (MapLibre has them), file
 * loaders (strikes come as typed arrays), GPU computing (attributes are written as they are), controllers and the globe
 * (MapLibre moves the view), statistics, and shaders for WebGPU. That saves an eighth of the map's weight; `tests/e2e/map*.spec.ts` draw, pan, pick and lose contexts without them.
 */
export const leanAliases = [
  { find: /^mjolnir\.js$/, replacement: here('gestures.ts') },
  { find: /^@loaders\.gl\/(core|images)$/, replacement: here('loaders.ts') },
  { find: /^@luma\.gl\/gpgpu(\/webgpu)?$/, replacement: here('gpuComputing.ts') },
  { find: /^@probe\.gl\/stats$/, replacement: here('statistics.ts') },
  { find: /^(\.\.?\/controllers|\.)\/(map|globe)-controller\.js$/, replacement: here('controllers.ts') },
  { find: /^\.\/views\/globe-view\.js$/, replacement: here('controllers.ts') },
  { find: /^\.\/(shader-assembly\/)?wgsl-interface-scan\.js$/, replacement: here('webgpuShaders.ts') },
  { find: /^\.\/(fp64-arithmetic-wgsl|project\.wgsl)\.js$/, replacement: here('webgpuShaders.ts') },
];
