/** Replaces deck.gl's controllers and its globe: in an overlay the map moves the view, and this one is flat. */
export default class NotInThisBuild {
  constructor() {
    throw new Error('This build of deck.gl neither moves views nor draws globes.');
  }
}

export { NotInThisBuild as MapState };
