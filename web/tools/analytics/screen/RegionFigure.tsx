import type { BBox } from '#shared/geo/BBox.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { rateOf } from '#web/tools/analytics/count/comparison.ts';
import { FEW_STRIKES, regionSums } from '#web/tools/analytics/grid/density.ts';
import type { CountedDays } from '#web/tools/analytics/grid/loadDays.ts';
import type { DataTable } from '#web/tools/analytics/plot/DataTable.ts';
import { numberTexts, observedOf, rateCells } from '#web/tools/analytics/plot/numberTexts.ts';
import { PlotFigure } from '#web/tools/analytics/plot/PlotFigure.tsx';
import { RowPlot } from '#web/tools/analytics/plot/RowPlot.tsx';
import { countryNames, regionName } from '#web/tools/analytics/region/regionName.ts';
import type { RegionTable } from '#web/tools/analytics/region/regionTable.ts';

interface RegionFigureProps {
  readonly counted: CountedDays;
  readonly table: RegionTable;
  readonly home: BBox;
  readonly fileName: string;
}

const PLOTTED = 15;

/** The density of strikes by region: the densest as bars, all as a table. */
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
      { key: 'strokes', label: column.strikes() },
      { key: 'area_km2', label: column.area() },
      { key: 'strokes_per_km2_per_observed_day', label: column.density() },
      { key: 'low_95', label: column.low() },
      { key: 'high_95', label: column.high() },
      { key: 'under_80', label: column.few() },
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
