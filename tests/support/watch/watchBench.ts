import { fileProduct } from '#tests/support/fileProduct.ts';
import { FAST } from '#tests/support/historyProduct.ts';
import { type Product, startProduct } from '#tests/support/startProduct.ts';
import { type ScriptedSource, type SimulatedStrike, scriptedSource } from '#worker/dev/simulator/simulatedSource.ts';
import { WatchClient } from './WatchClient.ts';

/** The area's id in each watchlist. */
export const AREA = '5d2c3a52-6a57-4f4e-9a8f-0a9c2f0d7a11';

/** Places are so far apart that no strike near one is near another. */
const APART_DEG = 0.8;
const FIRST_DEG = 14.6;
const MOST_PLACES = 20;
/** Tests name longitudes as if their camp were here. */
const CAMP_DEG = 23.32;

interface Watched {
  readonly product: Product;
  readonly source: ScriptedSource;
  readonly watchlist: WatchClient;
  /** What is put as an area: a camp at a place where nothing has struck. */
  readonly camp: {
    readonly name: string;
    readonly kind: 'site';
    readonly shape: { readonly type: 'Point'; readonly coordinates: readonly number[] };
    readonly ringsKm: readonly number[];
  };
  /** A strike that is that far east of the camp as `longitude` is of 23.32°; nobody has seen it until it is added. */
  strikeAt(longitude: number, ageMs?: number): SimulatedStrike;
}

/** A product that the tests of a file share: each has a separate watchlist, and a place that no other looks at. */
interface WatchBench {
  readonly product: Product;
  next(): Promise<Watched>;
}

export function watchBench(
  varsOf: () => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>> = () => ({}),
): WatchBench {
  const source = scriptedSource();
  const product = fileProduct(async () => {
    const vars = await varsOf();
    return startProduct({ simulator: { source }, vars: { ...FAST, ...vars } });
  });
  let places = 0;
  let created = 0;
  return {
    product,
    next: async () => {
      if (places === MOST_PLACES) throw new Error(`home has room for ${MOST_PLACES} places`);
      const eastDeg = FIRST_DEG + APART_DEG * places - CAMP_DEG;
      const moved = (longitude: number) => Math.round((longitude + eastDeg) * 10_000) / 10_000;
      places += 1;
      return {
        product,
        source,
        watchlist: await WatchClient.create(product.url),
        camp: {
          name: 'Лагер',
          kind: 'site',
          shape: { type: 'Point', coordinates: [moved(CAMP_DEG), 42.7] },
          ringsKm: [30, 16, 10],
        },
        strikeAt: (longitude, ageMs = 0) => {
          created += 1;
          return { id: `w${created}`, longitude: moved(longitude), latitude: 42.7, atMs: Date.now() - ageMs };
        },
      };
    },
  };
}
