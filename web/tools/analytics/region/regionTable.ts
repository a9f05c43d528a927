import type { BBox } from '#shared/geo/BBox.ts';
import { bboxUnion } from '#shared/geo/BBox.ts';
import { tileBounds } from '#shared/geo/tile.ts';

/** Zoom of the tiles: some 7 km in the middle of the Balkans. */
export const REGION_ZOOM = 12;

export interface NamedRegion {
  /** `BG.plovdiv`, or `MK` for a country. */
  readonly code: string;
  /** ISO 3166-1 alpha-2; `XK` for Kosovo. */
  readonly country: string;
  readonly en: string;
  readonly ru: string;
  readonly bg: string;
  readonly box: BBox;
}

export interface RegionTable {
  readonly regions: readonly NamedRegion[];
  /** Index of the region at the tile's middle; undefined at sea, and beyond the table. */
  readonly regionAt: (x: number, y: number) => number | undefined;
}

/** Reads the table that `buildRegions.ts` writes. @throws Error if it is none */
export function parseRegions(text: string): RegionTable {
  const [head = '', ...lines] = text.trimEnd().split('\n');
  const [zoom, west = 0, north = 0, width = 0] = head.split('\t').map(Number);
  const gap = lines.indexOf('');
  if (zoom !== REGION_ZOOM || gap === -1) throw new Error('This is no table of regions');
  const rows = lines.slice(gap + 1).map((line) => rowOf(line, width));
  const boxes: (BBox | undefined)[] = [];
  for (const [row, cells] of rows.entries()) {
    for (const [column, index] of cells.entries()) {
      if (index === 0) continue;
      const box = tileBounds({ z: zoom, x: west + column, y: north + row });
      const known = boxes[index];
      boxes[index] = known ? bboxUnion(known, box) : box;
    }
  }
  const regions = lines.slice(0, gap).map((line, index): NamedRegion => {
    const [code = '', country = '', en = '', ru = '', bg = ''] = line.split('\t');
    const box = boxes[index + 1];
    if (!box) throw new Error(`${code} has no tile`);
    return { code, country, en, ru, bg, box };
  });
  return {
    regions,
    regionAt: (x, y) => {
      const index = x < west ? 0 : (rows[y - north]?.[x - west] ?? 0);
      return index === 0 ? undefined : index - 1;
    },
  };
}

function rowOf(line: string, width: number): Uint16Array {
  const row = new Uint16Array(width);
  let column = 0;
  for (const run of line.split(',')) {
    const [count, index] = run.includes('*') ? run.split('*').map(Number) : [1, Number(run)];
    row.fill(index ?? 0, column, column + (count ?? 1));
    column += count ?? 1;
  }
  return row;
}
