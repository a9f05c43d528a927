/** In place of shader sources in WGSL: this map draws with WebGL, whose shaders are GLSL. */
export const fp64arithmeticWGSL = '';
export const projectWGSL = '';

export function scanWGSLInterface(): never {
  throw new Error('This build of luma.gl has no WebGPU.');
}
