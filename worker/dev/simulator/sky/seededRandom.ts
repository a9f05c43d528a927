/** Yields numbers in [0, 1). */
export type Random = () => number;

/** The finaliser of MurmurHash3: every input bit affects every output bit, and no two inputs share an output. */
function scramble(word: number): number {
  let h = word | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** An unsigned 32-bit hash of whole numbers, in order. Numbers of up to 53 bits count in full. */
export function hash32(...values: readonly number[]): number {
  let h = 0x9e3779b9;
  for (const value of values) {
    h = scramble(h ^ value);
    const high = Math.floor(value / 2 ** 32);
    if (high !== 0 && high !== -1) h = scramble(h ^ high);
    h = (h + 0x6d2b79f5) | 0;
  }
  return scramble(h);
}

/** Unsigned, 32 bits. */
export function hashText(seed: number, text: string): number {
  let h = scramble(seed ^ 0x811c9dc5);
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return scramble(h);
}

/** Depends only on `seed` (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function between(random: Random, low: number, high: number): number {
  return low + random() * (high - low);
}

export function gaussian(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

export function poisson(random: Random, mean: number): number {
  if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * gaussian(random)));
  const floor = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > floor; product *= random()) count++;
  return count;
}
