import { closeSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { zxyToTileId } from 'pmtiles';
import { pmtilesHead } from './pmtilesHead.ts';

interface Row {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly bytes: number;
}

/** Entries of a leaf directory; the root, read with the header in 16 kB, then holds those of 16 million tiles. */
const LEAF_ENTRIES = 4_096;

/** Writes the tiles of an MBTiles file, packed with gzip, as a PMTiles archive (version 3). */
export async function packPmtiles(mbtiles: string, pmtiles: string): Promise<void> {
  const database = new DatabaseSync(mbtiles, { readOnly: true });
  const select = 'SELECT zoom_level AS z, tile_column AS x, tile_row AS y, length(tile_data) AS bytes FROM tiles';
  const tiles = (database.prepare(select).all() as unknown[] as Row[])
    // MBTiles counts rows from the south.
    .map((row) => ({ ...row, id: zxyToTileId(row.z, row.x, 2 ** row.z - 1 - row.y) }))
    .sort((a, b) => a.id - b.id);
  if (tiles.length === 0) throw new Error(`${mbtiles} holds no tiles`);
  const rows = database.prepare('SELECT name, value FROM metadata').all() as { name: string; value: string }[];
  const told = new Map(rows.map(({ name, value }) => [name, value]));
  const { vector_layers = [] } = JSON.parse(told.get('json') ?? '{}') as { vector_layers?: unknown };
  const bounds = told.get('bounds')?.split(',').map(Number);
  const head = await pmtilesHead(tiles, {
    metadata: { attribution: told.get('attribution') ?? '', vector_layers },
    leafEntries: LEAF_ENTRIES,
    ...(bounds && { bounds }),
  });
  const file = openSync(pmtiles, 'w');
  writeSync(file, head);
  const read = database.prepare(
    'SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?',
  );
  for (const { z, x, y } of tiles) writeSync(file, read.get(z, x, y)?.tile_data as Uint8Array);
  closeSync(file);
  database.close();
}
