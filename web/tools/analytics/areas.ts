import { type BBox, bboxIntersection } from '#shared/geo/BBox.ts';
import { EARTH_RADIUS_KM } from '#shared/geo/geodesy.ts';
import type { RegionTable } from '#shared/geo/regionTable.ts';
import { type Polygon, ringOfBox } from '#shared/geo/Shape.ts';
import { type TileRange, tileBounds, tileRange } from '#shared/geo/tile.ts';
import { DAY_MS } from '#shared/time.ts';
import type { PictureOfAreas } from '#web/ground/picture/Picture.ts';
import type { Locale, Texts } from '#web/kit/i18n/index.ts';
import { countryNames, polygonsOf, type RegionOutlines, regionName } from '#web/kit/places/regions/loadRegions.ts';
import { type Cell, numberTexts } from './figures.tsx';
import { type CountedDays, GRID_ZOOM, tileKey } from './loadDays.ts';

/** About 80 counts are needed to know a density to ±20 %: Diendorfer 2008, IEC 62858. */
export const FEW_STRIKES = 80;

interface GridCell {
  readonly x: number;
  readonly y: number;
  readonly strikes: number;
  /** Area of the part within home. */
  readonly areaKm2: number;
}

const DEGREES = Math.PI / 180;

/** The area of a box on the mean sphere. */
export function areaKm2({ west, south, east, north }: BBox): number {
  const band = Math.sin(north * DEGREES) - Math.sin(south * DEGREES);
  return EARTH_RADIUS_KM ** 2 * (east - west) * DEGREES * band;
}

/** Cells with strikes at a zoom of 12 or less, densest first. */
export function gridCells(strikes: ReadonlyMap<number, number>, zoom: number, home: BBox): GridCell[] {
  const sums = new Map<number, number>();
  const shrink = 2 ** (GRID_ZOOM - zoom);
  for (const [key, count] of strikes) {
    const [x, y] = [Math.floor(key / 2 ** GRID_ZOOM), key % 2 ** GRID_ZOOM];
    const cell = tileKey(Math.floor(x / shrink), Math.floor(y / shrink));
    sums.set(cell, (sums.get(cell) ?? 0) + count);
  }
  const cells: GridCell[] = [];
  for (const [key, count] of sums) {
    const [x, y] = [Math.floor(key / 2 ** GRID_ZOOM), key % 2 ** GRID_ZOOM];
    const within = bboxIntersection(tileBounds({ z: zoom, x, y }), home);
    if (within) cells.push({ x, y, strikes: count, areaKm2: areaKm2(within) });
  }
  return cells.sort((a, b) => b.strikes / b.areaKm2 - a.strikes / a.areaKm2);
}

interface RegionSum {
  /** Index in the table; undefined at sea and outside it. */
  readonly region: number | undefined;
  readonly strikes: number;
  readonly areaKm2: number;
}

/** Sums home's tiles by the region of their middles; strikes and area are of the same tiles. */
export function regionSums(strikes: ReadonlyMap<number, number>, table: RegionTable, home: BBox): RegionSum[] {
  const sums = new Map<number | undefined, { strikes: number; areaKm2: number }>();
  const { west, east, north, south }: TileRange = tileRange(home, GRID_ZOOM);
  for (let y = north; y <= south; y += 1) {
    for (let x = west; x <= east; x += 1) {
      const within = bboxIntersection(tileBounds({ z: GRID_ZOOM, x, y }), home);
      const region = table.regionAt(x, y);
      const sum = sums.get(region) ?? { strikes: 0, areaKm2: 0 };
      sums.set(region, sum);
      sum.strikes += strikes.get(tileKey(x, y)) ?? 0;
      sum.areaKm2 += within ? areaKm2(within) : 0;
    }
  }
  return [...sums]
    .map(([region, sum]) => ({ region, ...sum }))
    .sort((a, b) => b.strikes / b.areaKm2 - a.strikes / a.areaKm2);
}

const THRESHOLDS = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30];
const CLASSES = 5;

/**
 * Share of the areas that may exceed the bound of the highest class, so that one storm over one place does not put all
 * others into the lowest class.
 */
const UPPER_SHARE = 0.05;

/** Lower bounds of the five density classes, in thirds of a power of ten. `densities`: highest first. */
export function densityClasses(densities: readonly number[]): number[] {
  const high = densities[Math.floor(densities.length * UPPER_SHARE)] ?? 0;
  const top = THRESHOLDS.findLastIndex((threshold) => threshold <= high);
  const last = Math.max(CLASSES - 1, top);
  return THRESHOLDS.slice(last - CLASSES + 1, last + 1);
}

/** 0 to 4; densities below the first bound are in class 0 too. */
export function classOf(density: number, classes: readonly number[]): number {
  return Math.max(
    0,
    classes.findLastIndex((threshold) => threshold <= density),
  );
}

/** A cell of the grid or a region, with its strikes. */
export interface AreaCount {
  /** Its id in the table and on the map. */
  readonly id: string;
  readonly name: string;
  readonly strikes: number;
  readonly areaKm2: number;
  /** Empty for the sea and outside the regions. */
  readonly polygons: readonly Polygon[];
  /** Table cells that identify it. */
  readonly named: readonly Cell[];
}

/** Cells with strikes, densest first. */
export function cellCounts(strikes: CountedDays['strikes'], zoom: number, home: BBox): AreaCount[] {
  return gridCells(strikes, zoom, home).map(({ x, y, ...sum }) => {
    const box = tileBounds({ z: zoom, x, y });
    const { west, south, east, north } = box;
    const centre = `${((south + north) / 2).toFixed(2)}, ${((west + east) / 2).toFixed(2)}`;
    const id = `${zoom}/${x}/${y}`;
    const named = [id, centre].map((text) => ({ visible: text, value: text }));
    return { ...sum, id, name: centre, named, polygons: [{ type: 'Polygon', coordinates: [ringOfBox(box)] }] };
  });
}

/** Regions, and everything outside them, densest first. */
export function regionCounts(
  strikes: CountedDays['strikes'],
  { table, shapes }: { readonly table: RegionTable; readonly shapes: RegionOutlines },
  home: BBox,
  LL: Texts,
  locale: Locale,
): AreaCount[] {
  const countryOf = countryNames(locale);
  return regionSums(strikes, table, home).map(({ region: index, ...sum }) => {
    const region = index === undefined ? undefined : table.regions[index];
    const id = region?.code ?? 'rest';
    const own = region ? regionName(region, locale, LL) : LL.analytics.grid.rest();
    const country = region ? countryOf(region.country) : '';
    const named = [
      { visible: own, value: id },
      { visible: country, value: country },
    ];
    const name = own.includes(country) ? own : `${own}, ${country}`;
    return { ...sum, id, name, named, polygons: polygonsOf(shapes.get(id) ?? []) };
  });
}

/** The shaded areas of the map; `counts`: densest first. */
export function pictureOfCounts(
  kind: PictureOfAreas['kind'],
  counts: readonly AreaCount[],
  observedMs: number,
  home: BBox,
  LL: Texts,
  locale: Locale,
): PictureOfAreas {
  const { grid, summary } = LL.analytics;
  const { rate } = numberTexts(locale);
  const rendered = counts
    .filter(({ polygons }) => polygons.length > 0)
    .map((count) => ({ ...count, density: count.strikes / count.areaKm2 / (observedMs / DAY_MS) }));
  const classes = densityClasses(rendered.map(({ density }) => density));
  return {
    kind,
    around: home,
    areas: rendered.map(({ id, name, polygons, strikes, density }) => ({
      id,
      polygons,
      level: classOf(density, classes),
      few: strikes < FEW_STRIKES,
      label: `${name}: ${rate(density)} · ${summary.strikes({ n: strikes })}`,
    })),
    legend: { title: grid.legend(), bounds: classes.slice(1).map(rate) },
  };
}
