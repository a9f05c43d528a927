import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';
import { dateTimeFormat, type Locale, useTexts } from '#web/kit/i18n/index.ts';
import { BarPlot } from './BarPlot.tsx';
import { rateOf } from './comparison.ts';
import { type Bin, dayBins, type HourCounts, hourOfDayBins, monthBins } from './HourCounts.ts';
import { localTime } from './localTime.ts';
import { type DataTable, numberTexts, observedOf, PlotFigure, rateCells } from './PlotFigure.tsx';

interface NamedBin extends Bin {
  readonly label: string;
  readonly name: string;
  readonly utc?: string;
}

interface BinFigureProps {
  readonly title: string;
  readonly bins: readonly NamedBin[];
  /** Key in files, and label, of the first column. */
  readonly named: readonly [key: string, label: string];
  /** `count`: the numbers as they are. `hour`, `day`: per observed hour or day. */
  readonly per: 'count' | 'hour' | 'day';
  readonly fileName: string;
}

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

/** Days are dates without a zone. */
const utc = (day: string) => Date.parse(`${day}T00:00:00Z`);

export function localDayText(day: string, locale: Locale, form: 'long' | 'short' = 'long'): string {
  const options =
    form === 'long'
      ? ({ day: 'numeric', month: 'long', year: 'numeric' } as const)
      : ({ day: 'numeric', month: 'numeric' } as const);
  return dateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(utc(day));
}

export function namedDays(counts: HourCounts, locale: Locale): NamedBin[] {
  return dayBins(counts).map((bin) => ({
    ...bin,
    label: localDayText(bin.key, locale, 'short'),
    name: localDayText(bin.key, locale),
  }));
}

export function namedMonths(counts: HourCounts, locale: Locale): NamedBin[] {
  const long = dateTimeFormat(locale, { timeZone: 'UTC', month: 'long', year: 'numeric' });
  const short = dateTimeFormat(locale, { timeZone: 'UTC', month: 'numeric', year: '2-digit' });
  return monthBins(counts).map((bin) => {
    const atMs = utc(`${bin.key}-01`);
    return { ...bin, label: short.format(atMs), name: long.format(atMs) };
  });
}

/** `14:00` with the hour in UTC: both of winter and summer if the time has both. */
export function namedHours(counts: HourCounts): NamedBin[] {
  const utcHours = new Map<number, Set<number>>();
  for (let hourMs = counts.fromMs; hourMs < counts.toMs; hourMs += HOUR_MS) {
    const { hour } = localTime(hourMs);
    const known = utcHours.get(hour) ?? new Set();
    utcHours.set(hour, known.add(new Date(hourMs).getUTCHours()));
  }
  return hourOfDayBins(counts).map((bin: Bin) => ({
    ...bin,
    label: bin.key,
    name: clock(Number(bin.key)),
    utc: [...(utcHours.get(Number(bin.key)) ?? [])].map(clock).join(' / '),
  }));
}

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
