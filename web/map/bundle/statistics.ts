/** In place of @probe.gl/stats: deck.gl and luma.gl count what they do, and nobody here reads it. */
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
