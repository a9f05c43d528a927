import { type FormEvent, useState } from 'react';
import { systemClock } from '#shared/time/Clock.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Section } from '#web/kit/components/Section.tsx';
import type { AskedState } from '#web/kit/http/useAsked.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { type Days, daysBefore, daysFrom } from '#web/tools/analytics/ask/analyticsAddress.ts';
import { comparePeriods } from '#web/tools/analytics/count/comparison.ts';
import { type HourCounts, totalOf } from '#web/tools/analytics/count/HourCounts.ts';
import { localTime } from '#web/tools/analytics/count/localTime.ts';
import { numberTexts } from '#web/tools/analytics/plot/numberTexts.ts';
import { BinFigure } from './BinFigure.tsx';
import styles from './ChoiceForm.module.css';
import { comparisonText } from './comparisonText.ts';
import { DayRange } from './DayRange.tsx';
import { dayText } from './namedBins.ts';
import { Trouble } from './Trouble.tsx';

interface CompareSectionProps {
  readonly days: Days;
  readonly counts: HourCounts;
  readonly other: Days | undefined;
  readonly state: AskedState<HourCounts>;
  /** Called with the days to compare with; with none to stop. */
  readonly onCompare: (days: Days | undefined) => void;
}

/** The period shown and another, both per observed day. */
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
    LL.analytics.summary.days({ first: dayText(first, locale), last: dayText(last, locale) });
  const short = ({ first, last }: Days) => `${dayText(first, locale, 'short')}–${dayText(last, locale, 'short')}`;
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
      {other && !bins && <Trouble state={state} />}
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
