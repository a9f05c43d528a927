import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { rateOf } from '#web/tools/analytics/count/comparison.ts';
import type { Bin } from '#web/tools/analytics/count/HourCounts.ts';
import { BarPlot } from '#web/tools/analytics/plot/BarPlot.tsx';
import type { DataTable } from '#web/tools/analytics/plot/DataTable.ts';
import { numberTexts, observedOf, rateCells } from '#web/tools/analytics/plot/numberTexts.ts';
import { PlotFigure } from '#web/tools/analytics/plot/PlotFigure.tsx';

/** A bin with what it is called. */
export interface NamedBin extends Bin {
  readonly label: string;
  readonly name: string;
  /** More cells right after the name. */
  readonly utc?: string;
}

interface BinFigureProps {
  readonly title: string;
  readonly bins: readonly NamedBin[];
  /** Column of the names: its key in files, and its label. */
  readonly named: readonly [key: string, label: string];
  /** `count`: the numbers as they are. `hour`, `day`: per observed hour or day. */
  readonly per: 'count' | 'hour' | 'day';
  readonly fileName: string;
}

/** Bars of bins, with their intervals, what was not read, the table and the file. */
export function BinFigure({ title, bins, named, per, fileName }: BinFigureProps) {
  const { LL, locale } = useTexts();
  const { plot, column, summary } = LL.analytics;
  const texts = numberTexts(locale);
  const perMs = per === 'hour' ? HOUR_MS : DAY_MS;
  const rows = bins.map((bin) => {
    const rate = rateOf(bin, per === 'count' ? Math.max(1, bin.observedMs) : perMs);
    const observed = summary.observedHours(observedOf(bin, texts, 'hours'));
    const shown = rate && {
      value: texts.rate(rate.value),
      low: texts.rate(rate.interval[0]),
      high: texts.rate(rate.interval[1]),
    };
    return {
      bin,
      rate,
      bar: {
        key: bin.key,
        label: bin.label,
        title: shown ? plot.bar({ name: bin.name, observed, ...shown }) : plot.unreadBar({ name: bin.name }),
        rate,
        unread: bin.lengthMs > 0 ? 1 - bin.observedMs / bin.lengthMs : 1,
      },
    };
  });
  const withUtc = bins.some(({ utc }) => utc !== undefined);
  const perLabel = per === 'hour' ? column.rateHour() : column.rateDay();
  const table: DataTable = {
    columns: [
      { key: named[0], label: named[1] },
      ...(withUtc ? [{ key: 'utc', label: column.utc() }] : []),
      { key: 'strokes', label: column.strikes() },
      { key: 'observed_h', label: column.observedH() },
      { key: 'length_h', label: column.lengthH() },
      ...(per === 'count' ? [] : [{ key: `strokes_per_observed_${per}`, label: perLabel }]),
      { key: 'low_95', label: column.low() },
      { key: 'high_95', label: column.high() },
    ],
    rows: rows.map(({ bin, rate }) => {
      const [value, ...ends] = rateCells(rate, texts, plot.notRead());
      const hours = (ms: number) => ({ shown: texts.tenths(ms / HOUR_MS), value: Number((ms / HOUR_MS).toFixed(3)) });
      return [
        { shown: bin.name, value: bin.key },
        ...(withUtc ? [{ shown: bin.utc ?? '', value: bin.utc ?? '' }] : []),
        // Nothing was read, and nothing came: that is no zero.
        rate || bin.strikes > 0
          ? { shown: texts.whole(bin.strikes), value: bin.strikes }
          : { shown: plot.notRead(), value: '' },
        hours(bin.observedMs),
        hours(bin.lengthMs),
        ...(per === 'count' || !value ? [] : [value]),
        ...ends,
      ];
    }),
  };
  const total = bins.reduce(
    (sum, bin) => ({ lengthMs: sum.lengthMs + bin.lengthMs, observedMs: sum.observedMs + bin.observedMs }),
    { lengthMs: 0, observedMs: 0 },
  );
  const notes = [
    summary.observed(observedOf(total, texts, 'days')),
    plot.whiskers(),
    ...(total.observedMs < total.lengthMs ? [plot.hatched()] : []),
  ];
  return (
    <PlotFigure title={title} notes={notes} table={table} fileName={fileName}>
      <BarPlot name={title} bars={rows.map(({ bar }) => bar)} tickText={texts.rate} />
    </PlotFigure>
  );
}
