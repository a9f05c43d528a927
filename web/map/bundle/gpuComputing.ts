/** Replaces luma.gl's gpgpu, with which deck.gl packs attributes for WebGPU. This map draws with WebGL. */
function notInThisBuild(): never {
  throw new Error('This build of deck.gl does not compute on the GPU.');
}

export const backendRegistry = { add(): void {} };

export class GPUDataEvaluator {
  constructor() {
    notInThisBuild();
  }
}

export { notInThisBuild as cleanEvaluateSync, notInThisBuild as interleave };
