import { percentile } from '#tests/load/percentile.ts';
import { startProduct } from '#tests/support/startProduct.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { scriptedSource } from '#worker/dev/simulator/sky/scriptedSource.ts';
import { seededRandom } from '#worker/dev/simulator/sky/seededRandom.ts';
import { countAtMost, type Figure, timeAtMost } from './Figure.ts';

const PAGE = 2_000;

/** What a picture of a storm weighs, and takes from request to answer when no cache has it. */
export async function pictureFigures({
  strikes,
  pictures,
}: {
  readonly strikes: number;
  readonly pictures: number;
}): Promise<Figure[]> {
  const product = await startProduct({ simulator: { source: scriptedSource() }, vars: { HISTORY_BACKFILL_DAYS: '0' } });
  try {
    const archive = new StrikeArchive((await product.runtime.miniflare.getD1Database('DB')) as never);
    const storm = hourStorm(Date.now(), strikes).map((strike, index) => ({ ...strike, ordinal: index + 1 }));
    for (let from = 0; from < storm.length; from += PAGE) {
      await archive.insert(storm.slice(from, from + PAGE), await archive.seq());
    }
    const tookMs: number[] = [];
    let bytes = 0;
    for (let picture = 0; picture < pictures; picture += 1) {
      // One pixel wider is another picture.
      const url = `${product.url}/api/v1/picture.svg?bbox=19,39,27,45&width=${600 + picture}`;
      const fromMs = performance.now();
      const response = await fetch(url);
      const text = await response.text();
      tookMs.push(performance.now() - fromMs);
      if (!text.includes(`: ${strikes.toLocaleString('en')}<`))
        throw new Error(`${response.status} ${text.slice(0, 200)}`);
      bytes = Math.max(bytes, new TextEncoder().encode(text).length);
    }
    const group = 'picture';
    const name = `of ${strikes} strikes in the hour`;
    return [
      { group, name: `${name}, heaviest`, unit: 'B', ours: bytes, ...countAtMost(60_000) },
      { group, name: `${name}, past the cache, p50`, unit: 'ms', ours: percentile(tookMs, 50), ...timeAtMost(50, 150) },
    ];
  } finally {
    await product.close();
  }
}

const MINUTE_MS = 60_000;

/** A storm of the hour before `nowMs` over the middle of home: so many strikes, the same ones each time, by age. */
export function hourStorm(nowMs: number, strikes: number) {
  const random = seededRandom(160);
  return Array.from({ length: strikes }, (_, index) => ({
    id: `s${index}`,
    longitude: 20 + random() * 6,
    latitude: 40 + random() * 4,
    atMs: nowMs - 45 * MINUTE_MS + Math.floor((index / strikes) * 44 * MINUTE_MS),
  }));
}
