/** Replaces loaders.gl: no layer of this map is given a URL. */
function notInThisBuild(): never {
  throw new Error('This build of deck.gl loads no files.');
}

export const ImageLoader = {};

export function registerLoaders(): void {}

export { notInThisBuild as fetchFile, notInThisBuild as load, notInThisBuild as parse };
