import { zxyToTileId } from 'pmtiles';
import { gzip, joined, type PmtilesOptions, pmtilesHead } from '#worker/dev/basemap/packPmtiles.ts';

const METADATA = {
  attribution: 'Made for tests',
  vector_layers: ['water', 'waterway', 'transportation', 'landuse'].map((id) => ({ id, fields: {} })),
};

/** The bytes of a PMTiles archive (version 3) of vector `tiles`, by `z/x/y`; `unusual` is what is not so. */
export async function pmtilesFile(
  tiles: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
  unusual: Partial<PmtilesOptions> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const packed = await Promise.all(
    [...tiles].map(async ([name, bytes]) => {
      const [z = 0, x = 0, y = 0] = name.split('/').map(Number);
      return { id: zxyToTileId(z, x, y), z, body: await gzip(bytes) };
    }),
  );
  packed.sort((a, b) => a.id - b.id);
  const entries = packed.map(({ id, z, body }) => ({ id, z, bytes: body.length }));
  const head = await pmtilesHead(entries, { metadata: METADATA, ...unusual });
  return joined([head, ...packed.map(({ body }) => body)]);
}
