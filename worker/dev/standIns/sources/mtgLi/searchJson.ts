import { isoMillis } from '#shared/time/isoTime.ts';
import type { MtgLiProduct } from './mtgLiProducts.ts';

/** Where a product's files are said to be: each by itself, only together in the zip, or at another host. */
export type EntryPlace = 'here' | 'in-zip' | 'elsewhere';

export const COLLECTION = 'EO:EUM:DAT:0691';

function productPath({ id }: MtgLiProduct): string {
  return `/data/download/1.0.0/collections/${encodeURIComponent(COLLECTION)}/products/${encodeURIComponent(id)}`;
}

/** The store's answer to a search, TRAIL before BODY. `products` are all that were found. */
export function searchJson(
  products: readonly MtgLiProduct[],
  url: string,
  entries: EntryPlace,
  query: URLSearchParams,
) {
  const startIndex = Number(query.get('si') ?? 0);
  const itemsPerPage = Number(query.get('c') ?? 10);
  return {
    type: 'FeatureCollection',
    properties: { title: 'EUMETSAT Data Store', updated: isoMillis(0) },
    totalResults: products.length,
    startIndex,
    itemsPerPage,
    features: products.slice(startIndex, startIndex + itemsPerPage).map((product) => featureOf(product, url, entries)),
  };
}

function featureOf(product: MtgLiProduct, url: string, place: EntryPlace) {
  const { id, bodyName, trailName, fromMs, toMs, listedMs } = product;
  const path = productPath(product);
  const host = place === 'elsewhere' ? 'http://127.0.0.1:9' : url;
  const entries = [trailName, 'quicklooks/quicklook.png', 'manifest.xml', bodyName, 'EOPMetadata.xml'];
  return {
    type: 'Feature',
    id,
    geometry: { type: 'Polygon', coordinates: [] },
    properties: {
      identifier: id,
      date: `${isoMillis(fromMs)}/${isoMillis(toMs)}`,
      updated: isoMillis(listedMs),
      links: {
        type: 'Links',
        data: [{ type: 'Link', href: `${url}${path}`, title: 'Product download', mediaType: 'application/zip' }],
        ...(place === 'in-zip'
          ? {}
          : {
              'sip-entries': entries.map((title) => ({
                type: 'Link',
                title,
                href: `${host}${path}/entry?name=${encodeURIComponent(title)}`,
                mediaType: title.endsWith('.nc') ? 'application/x-netcdf' : 'application/octet-stream',
              })),
            }),
      },
    },
  };
}
