const BITS_PER_BLOCK = 2 ** 15;

/**
 * A set of whole numbers that lie close together, like the ordinals of a day: bits in blocks of 4 kB, which take a
 * hundredth of the memory of a Set and leave no garbage.
 */
export class OrdinalSet {
  private readonly blocks = new Map<number, Uint32Array>();

  /** Adds the number and returns whether it was new. */
  add(ordinal: number): boolean {
    const blockNumber = Math.floor(ordinal / BITS_PER_BLOCK);
    let block = this.blocks.get(blockNumber);
    if (block === undefined) {
      block = new Uint32Array(BITS_PER_BLOCK / 32);
      this.blocks.set(blockNumber, block);
    }
    const bit = ordinal - blockNumber * BITS_PER_BLOCK;
    const word = bit >>> 5;
    const mask = 1 << (bit & 31);
    const held = block[word] ?? 0;
    if ((held & mask) !== 0) return false;
    block[word] = held | mask;
    return true;
  }

  clear(): void {
    this.blocks.clear();
  }
}
