import { useMemo } from 'react';
import type { BBox } from '#shared/geo/BBox.ts';
import { tileBounds } from '#shared/geo/tile.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { PaperOnly } from '#web/ground/picture/AnswerPicture.tsx';
import { useOnMap } from '#web/ground/picture/shownPicture.ts';
import { type Texts, useTexts } from '#web/kit/i18n/index.ts';
import { RowPlot } from './BarPlot.tsx';
import { rateOf } from './comparison.ts';
import { DensityLegend, DensityMap } from './DensityMap.tsx';
import { classOf, densityClasses, FEW_STRIKES, gridCells, regionSums } from './density.ts';
import type { CountedDays, Outlines } from './loadDays.ts';
import { type DataTable, numberTexts, observedOf, PlotFigure, rateCells } from './PlotFigure.tsx';
import type { RegionTable } from './region/regionTable.ts';
import { countryNames, regionName } from './scope.ts';

interface GridFigureProps {
  readonly counted: CountedDays;
  readonly zoom: number;
  readonly km: number;
  readonly home: BBox;
  readonly outlines: Outlines | undefined;
  readonly fileName: string;
}

const SHOWN_ROWS = 100;
/** Share of the cells that may lie beyond the bound of the highest class. */
const UPPER_SHARE = 0.05;

export function GridFigure({ counted, zoom, km, home, outlines, fileName }: GridFigureProps) {
  const { LL, locale } = useTexts();
  const { grid, plot, column, summary } = LL.analytics;
  const texts = numberTexts(locale);
  const cells = useMemo(() => gridCells(counted.strikes, zoom, home), [counted, zoom, home]);
  const observedDays = counted.observedMs / DAY_MS;
  // One storm over one place must not leave all others in the lowest class.
  const often = cells[Math.floor(cells.length * UPPER_SHARE)];
  const classes = useMemo(
    () => densityClasses(often ? often.strikes / often.areaKm2 / observedDays : 0),
    [often, observedDays],
  );
  const table: DataTable = useMemo(
    () => ({
      columns: [
        { key: 'tile', label: column.tile() },
        { key: 'centre', label: column.centre() },
        ...densityColumns(column),
      ],
      rows: cells.map(({ x, y, strikes, areaKm2 }) => {
        const { west, south, east, north } = tileBounds({ z: zoom, x, y });
        const centre = `${((south + north) / 2).toFixed(2)}, ${((west + east) / 2).toFixed(2)}`;
        const tile = `${zoom}/${x}/${y}`;
        const few = strikes < FEW_STRIKES;
        return [
          { shown: tile, value: tile },
          { shown: centre, value: centre },
          { shown: texts.whole(strikes), value: strikes },
          { shown: texts.whole(areaKm2), value: Number(areaKm2.toFixed(1)) },
          ...rateCells(rateOf({ strikes, observedMs: counted.observedMs }, DAY_MS / areaKm2), texts, plot.notRead()),
          { shown: few ? column.yes() : column.no(), value: few ? 1 : 0 },
        ];
      }),
    }),
    [cells, zoom, counted, texts, column, plot],
  );
  const picture = useMemo(
    () => ({
      around: home,
      cells: cells.map(({ x, y, strikes, areaKm2 }) => ({
        box: tileBounds({ z: zoom, x, y }),
        level: classOf(strikes / areaKm2 / observedDays, classes),
        few: strikes < FEW_STRIKES,
      })),
    }),
    [cells, zoom, home, observedDays, classes],
  );
  useOnMap(picture);
  const strikes = cells.reduce((sum, cell) => sum + cell.strikes, 0);
  return (
    <PlotFigure
      title={grid.mapTitle()}
      notes={[
        summary.strikes({ n: strikes }),
        summary.observed(observedOf(counted, texts, 'days')),
        plot.few(),
        ...(cells.length > SHOWN_ROWS ? [grid.most()] : []),
      ]}
      table={table}
      mostRows={SHOWN_ROWS}
      fileName={fileName}
    >
      <PaperOnly>
        <DensityMap
          name={grid.mapName({ km, strikes })}
          cells={cells}
          zoom={zoom}
          home={home}
          observedDays={observedDays}
          classes={classes}
          outlines={outlines}
        />
      </PaperOnly>
      <DensityLegend title={grid.legend()} classes={classes} text={texts.rate} />
    </PlotFigure>
  );
}

const densityColumns = (column: Texts['analytics']['column']): DataTable['columns'] => [
  { key: 'strokes', label: column.strikes() },
  { key: 'area_km2', label: column.area() },
  { key: 'strokes_per_km2_per_observed_day', label: column.density() },
  { key: 'low_95', label: column.low() },
  { key: 'high_95', label: column.high() },
  { key: 'under_80', label: column.few() },
];

interface RegionFigureProps {
  readonly counted: CountedDays;
  readonly table: RegionTable;
  readonly home: BBox;
  readonly fileName: string;
}

const PLOTTED = 15;

export function RegionFigure({ counted, table, home, fileName }: RegionFigureProps) {
  const { LL, locale } = useTexts();
  const { grid, plot, column, summary } = LL.analytics;
  const texts = numberTexts(locale);
  const countryOf = countryNames(locale);
  const rows = regionSums(counted.strikes, table, home).map(({ region: index, strikes, areaKm2 }) => {
    const region = index === undefined ? undefined : table.regions[index];
    return {
      code: region?.code ?? 'rest',
      name: region ? regionName(region, locale, LL) : grid.rest(),
      country: region ? countryOf(region.country) : '',
      strikes,
      areaKm2,
      rate: rateOf({ strikes, observedMs: counted.observedMs }, DAY_MS / areaKm2),
      few: strikes < FEW_STRIKES,
    };
  });
  const data: DataTable = {
    columns: [
      { key: 'region', label: column.region() },
      { key: 'country', label: column.country() },
      ...densityColumns(column),
    ],
    rows: rows.map(({ code, name, country, strikes, areaKm2, rate, few }) => [
      { shown: name, value: code },
      { shown: country, value: country },
      { shown: texts.whole(strikes), value: strikes },
      { shown: texts.whole(areaKm2), value: Math.round(areaKm2) },
      ...rateCells(rate, texts, plot.notRead()),
      { shown: few ? column.yes() : column.no(), value: few ? 1 : 0 },
    ]),
  };
  const bars = rows
    .filter(({ code }) => code !== 'rest')
    .slice(0, PLOTTED)
    .flatMap(({ code, name, country, rate, few }) =>
      rate
        ? [{ key: code, label: country === '' || name.includes(country) ? name : `${name}, ${country}`, rate, few }]
        : [],
    );
  return (
    <PlotFigure
      title={grid.regionAxis()}
      notes={[summary.observed(observedOf(counted, texts, 'days')), plot.whiskers(), plot.few(), grid.source()]}
      table={data}
      fileName={fileName}
    >
      <RowPlot name={grid.regionTitle()} rows={bars} text={texts.rate} />
    </PlotFigure>
  );
}
