import type { BBox } from '#shared/geo/BBox.ts';
import { type Polygon, ringOfBox } from '#shared/geo/shape/Shape.ts';
import { tileBounds } from '#shared/geo/tile.ts';
import type { RegionTable } from '#shared/regions/regionTable.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import type { PictureOfAreas } from '#web/ground/picture/Picture.ts';
import type { Locale, Texts } from '#web/kit/i18n/index.ts';
import { classOf, densityClasses, FEW_STRIKES, gridCells, regionSums } from './density.ts';
import type { CountedDays } from './loadDays.ts';
import { type Cell, numberTexts } from './PlotFigure.tsx';
import { polygonsOf, type RegionOutlines } from './region/outlines.ts';
import { countryNames, regionName } from './scope.ts';

/** A cell of the grid or a region, with what fell in it. */
export interface AreaCount {
  /** In the table and on the map. */
  readonly id: string;
  readonly name: string;
  readonly strikes: number;
  readonly areaKm2: number;
  /** None for the sea and what is no region. */
  readonly polygons: readonly Polygon[];
  /** The cells of a table that name it. */
  readonly named: readonly Cell[];
}

/** Cells with strikes, densest first. */
export function cellCounts(strikes: CountedDays['strikes'], zoom: number, home: BBox): AreaCount[] {
  return gridCells(strikes, zoom, home).map(({ x, y, ...sum }) => {
    const box = tileBounds({ z: zoom, x, y });
    const { west, south, east, north } = box;
    const centre = `${((south + north) / 2).toFixed(2)}, ${((west + east) / 2).toFixed(2)}`;
    const id = `${zoom}/${x}/${y}`;
    const named = [id, centre].map((text) => ({ shown: text, value: text }));
    return { ...sum, id, name: centre, named, polygons: [{ type: 'Polygon', coordinates: [ringOfBox(box)] }] };
  });
}

/** Regions, and all that is none, densest first. */
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
      { shown: own, value: id },
      { shown: country, value: country },
    ];
    const name = own.includes(country) ? own : `${own}, ${country}`;
    return { ...sum, id, name, named, polygons: polygonsOf(shapes.get(id) ?? []) };
  });
}

/** What the map shades; `counts` stand densest first. */
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
  const drawn = counts
    .filter(({ polygons }) => polygons.length > 0)
    .map((count) => ({ ...count, density: count.strikes / count.areaKm2 / (observedMs / DAY_MS) }));
  const classes = densityClasses(drawn.map(({ density }) => density));
  return {
    kind,
    around: home,
    areas: drawn.map(({ id, name, polygons, strikes, density }) => ({
      id,
      polygons,
      level: classOf(density, classes),
      few: strikes < FEW_STRIKES,
      label: `${name}: ${rate(density)} · ${summary.strikes({ n: strikes })}`,
    })),
    legend: { title: grid.legend(), bounds: classes.slice(1).map(rate) },
  };
}
