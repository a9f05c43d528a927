import { type FormEvent, useState } from 'react';
import { systemClock } from '#shared/time/Clock.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Section } from '#web/kit/components/Section.tsx';
import type { AskedState } from '#web/kit/http/useAsked.ts';
import { type Texts, useTexts } from '#web/kit/i18n/index.ts';
import styles from './Analytics.module.css';
import { AnswerState } from './AnswerState.tsx';
import { type Days, daysBefore, daysFrom } from './analyticsAddress.ts';
import { BinFigure, localDayText } from './BinFigure.tsx';
import { type Comparison, comparePeriods } from './comparison.ts';
import { DayRange } from './DayRange.tsx';
import { type HourCounts, totalOf } from './HourCounts.ts';
import { localTime } from './localTime.ts';
import { type NumberTexts, numberTexts } from './PlotFigure.tsx';

interface CompareSectionProps {
  readonly days: Days;
  readonly counts: HourCounts;
  readonly other: Days | undefined;
  readonly state: AskedState<HourCounts>;
  /** Undefined to stop comparing. */
  readonly onCompare: (days: Days | undefined) => void;
}

export function CompareSection({ days, counts, other, state, onCompare }: CompareSectionProps) {
  const { LL, locale } = useTexts();
  const { compare, column, fault } = LL.analytics;
  const [draft, setDraft] = useState<Days>(other ?? daysBefore(days));
  const [wrong, setWrong] = useState(false);
  const today = localTime(systemClock.now()).day;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const asked = daysFrom(draft.first, draft.last);
    setWrong(!asked);
    if (asked) onCompare(asked);
  };
  const name = ({ first, last }: Days) =>
    LL.analytics.summary.days({ first: localDayText(first, locale), last: localDayText(last, locale) });
  const short = ({ first, last }: Days) =>
    `${localDayText(first, locale, 'short')}–${localDayText(last, locale, 'short')}`;
  const bins =
    other && state.kind === 'known'
      ? (
          [
            [days, counts],
            [other, state.value],
          ] as const
        ).map(([of, known]) => ({
          ...totalOf(known),
          key: `${of.first}/${of.last}`,
          label: short(of),
          name: name(of),
        }))
      : undefined;
  return (
    <Section title={compare.title()} lead={compare.lead()} tone="tint">
      <form className={styles.inline} onSubmit={submit} noValidate aria-label={compare.with()}>
        <DayRange
          {...draft}
          today={today}
          error={wrong ? fault.other() : undefined}
          onChange={(part) => setDraft({ ...draft, ...part })}
        />
        <Button type="submit">{compare.go()}</Button>
        {other && <Button onClick={() => onCompare(undefined)}>{compare.stop()}</Button>}
      </form>
      {other && !bins && <AnswerState state={state} />}
      {bins?.[0] && bins[1] && (
        <div className={styles.outcome} data-comparison={comparePeriods(bins[0], bins[1]).verdict}>
          <p role="status">
            <b>
              {comparisonText(comparePeriods(bins[0], bins[1]), bins[0].name, bins[1].name, numberTexts(locale), LL)}
            </b>
          </p>
          <p>{compare.storms()}</p>
          <BinFigure
            title={compare.axis()}
            bins={bins}
            named={['period', column.period()]}
            per="day"
            fileName={`lightning-compared-${days.first}-${other?.first}`}
          />
        </div>
      )}
    </Section>
  );
}

function comparisonText(
  { verdict, ratio }: Comparison,
  first: string,
  second: string,
  { rate }: NumberTexts,
  LL: Texts,
): string {
  const words = LL.analytics.compare;
  if (!ratio || verdict === 'none' || verdict === 'unread') return words[verdict === 'unread' ? 'unread' : 'none']();
  const text = (value: number) => (Number.isFinite(value) ? rate(value) : words.endless());
  const [low, high] = ratio.interval;
  return words[verdict]({ first, second, ratio: text(ratio.value), low: text(low), high: text(high) });
}
