import type { RegionTable } from '#shared/regions/regionTable.ts';
import { Section } from '#web/kit/components/Section.tsx';
import { dateTimeFormat, useTexts } from '#web/kit/i18n/index.ts';
import styles from './Analytics.module.css';
import type { AnalyticsChoice, Days } from './analyticsAddress.ts';
import { BinFigure, localDayText, namedDays, namedHours, namedMonths } from './BinFigure.tsx';
import { rateOf } from './comparison.ts';
import { type HourCounts, totalOf } from './HourCounts.ts';
import { LOCAL_ZONE } from './localTime.ts';
import { numberTexts, observedOf } from './PlotFigure.tsx';
import { scopeName } from './scope.ts';

interface ResultsProps {
  readonly choice: AnalyticsChoice;
  readonly days: Days;
  readonly counts: HourCounts;
  readonly table: RegionTable | undefined;
}

export function Results({ choice, days, counts, table }: ResultsProps) {
  const { LL, locale } = useTexts();
  const { summary, state, days: dayTexts, hours, months, column } = LL.analytics;
  const texts = numberTexts(locale);
  const total = totalOf(counts);
  const rate = rateOf(total);
  const [first] = counts.unread;
  const beginsMs = first && first[0] <= counts.fromMs && first[1] < counts.toMs ? first[1] : undefined;
  const instant = dateTimeFormat(locale, { timeZone: LOCAL_ZONE, dateStyle: 'long', timeStyle: 'short' });
  const file = (what: string) => `lightning-${what}-${days.first}-${days.last}`;
  return (
    <>
      <section className={styles.summary} data-summary>
        <h2>{scopeName(choice.scope, table, locale, LL)}</h2>
        <p>{summary.days({ first: localDayText(days.first, locale), last: localDayText(days.last, locale) })}</p>
        <p className={styles.total}>
          <b>{rate || total.strikes > 0 ? summary.strikes({ n: total.strikes }) : LL.analytics.plot.notRead()}</b>
          <span>{summary.observed(observedOf(total, texts, 'days'))}</span>
          {rate && (
            <span>
              {summary.rate({
                rate: texts.rate(rate.value),
                low: texts.rate(rate.interval[0]),
                high: texts.rate(rate.interval[1]),
              })}
            </span>
          )}
        </p>
        <p>{summary.cg()}</p>
        {choice.scope.kind !== 'home' && <p>{summary.box()}</p>}
        {!rate && <p role="status">{state.nothingRead()}</p>}
        {rate && beginsMs !== undefined && <p role="status">{state.begins({ time: instant.format(beginsMs) })}</p>}
        {rate && total.strikes === 0 && <p role="status">{state.quiet()}</p>}
      </section>
      <Section title={dayTexts.title()} lead={dayTexts.lead({ zone: LOCAL_ZONE })}>
        <BinFigure
          title={dayTexts.axis()}
          bins={namedDays(counts, locale)}
          named={['day', column.day()]}
          per="count"
          fileName={file('days')}
        />
      </Section>
      <Section title={hours.title()} lead={hours.lead()} tone="tint">
        <BinFigure
          title={hours.axis()}
          bins={namedHours(counts)}
          named={['hour', column.hour()]}
          per="hour"
          fileName={file('hours')}
        />
      </Section>
      <Section title={months.title()} lead={months.lead()}>
        <BinFigure
          title={months.axis()}
          bins={namedMonths(counts, locale)}
          named={['month', column.month()]}
          per="day"
          fileName={file('months')}
        />
      </Section>
    </>
  );
}
