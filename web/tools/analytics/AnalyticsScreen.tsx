import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter/use-browser-location';
import { systemClock } from '#shared/Clock.ts';
import type { BBox } from '#shared/geo/BBox.ts';
import type { RegionTable } from '#shared/geo/regionTable.ts';
import { dayAfter } from '#shared/utcDay.ts';
import { PICTURE_CREDIT } from '#web/ground/picture/Picture.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Choices } from '#web/kit/components/Choices.tsx';
import figure from '#web/kit/components/components.module.css';
import { Section } from '#web/kit/components/Page.tsx';
import { type QueryState, useQuery } from '#web/kit/http/useQuery.ts';
import { dateTimeFormat, type Texts, useTexts } from '#web/kit/i18n/index.ts';
import { loadRegionOutlines, loadRegions } from '#web/kit/places/regions/loadRegions.ts';
import { useAddress } from '#web/kit/routing/address.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import { useReportedSource } from '#web/sky/reportedSource.ts';
import SourceNote from '#web/sky/SourceNote.tsx';
import { usePrintedFoot } from '#web/tools/query/printedFoot.ts';
import styles from './Analytics.module.css';
import {
  type AnalyticsChoice,
  analyticsAddress,
  type Days,
  daysBefore,
  daysFrom,
  daysOf,
  parseAnalytics,
  SHADED_AREAS,
} from './analyticsAddress.ts';
import { ChoiceForm, DayRange } from './ChoiceForm.tsx';
import { type Comparison, comparePeriods, type HourCounts, rateOf, totalOf } from './counts.ts';
import { CellsFigure, RegionsFigure } from './DensityFigures.tsx';
import {
  BinFigure,
  FigureSubject,
  localDayText,
  type NumberTexts,
  namedDays,
  namedHours,
  namedMonths,
  numberTexts,
  observedOf,
} from './figures.tsx';
import { loadHours, loadWatched } from './loadAnalytics.ts';
import { loadDays, loadOutlines, utcDays } from './loadDays.ts';
import { LOCAL_ZONE, localDayStartMs, localTime } from './localTime.ts';
import { scopeBox, scopeName } from './scope.ts';

interface ResultStateProps {
  readonly state: QueryState<unknown>;
}

export function ResultState({ state }: ResultStateProps) {
  const { LL } = useTexts();
  const { state: texts, errors } = LL.analytics;
  if (state.kind === 'failed') {
    return (
      <div role="alert" className={figure.figureError}>
        <p>{errors[state.errorKind === 'broken' ? 'busy' : state.errorKind]()}</p>
        <Button onClick={state.retry}>{errors.retry()}</Button>
      </div>
    );
  }
  return (
    <p role="status" className={styles.waiting}>
      {state.kind === 'loading' && texts.loading({ percent: Math.round(100 * state.share) })}
    </p>
  );
}

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
  const [first] = counts.gaps;
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

interface CompareSectionProps {
  readonly days: Days;
  readonly counts: HourCounts;
  readonly other: Days | undefined;
  readonly state: QueryState<HourCounts>;
  /** Undefined to stop comparing. */
  readonly onCompare: (days: Days | undefined) => void;
}

export function CompareSection({ days, counts, other, state, onCompare }: CompareSectionProps) {
  const { LL, locale } = useTexts();
  const { compare, column, fault: error } = LL.analytics;
  const [draft, setDraft] = useState<Days>(other ?? daysBefore(days));
  const [wrong, setWrong] = useState(false);
  const today = localTime(systemClock.now()).day;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const days = daysFrom(draft.first, draft.last);
    setWrong(!days);
    if (days) onCompare(days);
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
          error={wrong ? error.other() : undefined}
          onChange={(part) => setDraft({ ...draft, ...part })}
        />
        <Button type="submit">{compare.go()}</Button>
        {other && <Button onClick={() => onCompare(undefined)}>{compare.stop()}</Button>}
      </form>
      {other && !bins && <ResultState state={state} />}
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
  const texts = LL.analytics.compare;
  if (!ratio || verdict === 'none' || verdict === 'noData') return texts[verdict === 'noData' ? 'noData' : 'none']();
  const text = (value: number) => (Number.isFinite(value) ? rate(value) : texts.endless());
  const [low, high] = ratio.interval;
  return texts[verdict]({ first, second, ratio: text(ratio.value), low: text(low), high: text(high) });
}

/** Side of a cell in the middle of the Balkans, by zoom. */
const CELL_KM = { 10: 28, 11: 14, 12: 7 } as const;

interface GridSectionProps {
  readonly choice: AnalyticsChoice;
  readonly days: Days;
  readonly counts: HourCounts;
  readonly home: BBox;
  readonly regions: QueryState<RegionTable>;
  readonly onChoose: (choice: AnalyticsChoice) => void;
}

/** Loads one file for each day, so it waits for a press. */
export function GridSection({ choice, days, counts, home, regions, onChoose }: GridSectionProps) {
  const { LL } = useTexts();
  const texts = LL.analytics.grid;
  const { first, last } = days;
  const { shaded } = choice;
  const requested = utcDays(first, last, counts.toMs, counts.gaps);
  const counted = useQuery(choice.grid ? JSON.stringify(requested) : undefined, (signal, onProgress) =>
    loadDays(requested, signal, onProgress),
  );
  const outlines = useQuery(choice.grid ? 'outlines' : undefined, loadOutlines);
  const shapes = useQuery(choice.grid && shaded === 'regions' ? 'shapes' : undefined, loadRegionOutlines);
  const awaited = shaded === 'regions' ? [regions, shapes].find(({ kind }) => kind !== 'known') : undefined;
  const figure = { home, outlines: outlines.kind === 'known' ? outlines.value : undefined };
  const outcome = useRef<HTMLDivElement>(null);
  const isKnown = counted.kind === 'known';
  useEffect(() => {
    // Opened by a link: the result takes the focus, which shows the map, unless the visitor has focused something.
    if (isKnown && document.activeElement === document.body) outcome.current?.focus({ preventScroll: true });
  }, [isKnown]);
  const load = () => {
    onChoose({ ...choice, grid: true });
    // The button disappears, so the focus moves here.
    outcome.current?.focus({ preventScroll: true });
  };
  return (
    <Section title={texts.title()} lead={texts.lead()}>
      {!choice.grid && (
        <p>
          <Button onClick={load}>{texts.load()}</Button>{' '}
          {texts.cost({ days: requested.filter(({ read }) => read).length })}
        </p>
      )}
      <div ref={outcome} tabIndex={-1} className={styles.quiet}>
        {choice.grid && counted.kind !== 'known' && <ResultState state={counted} />}
      </div>
      {counted.kind === 'known' && (
        <div className={styles.stack} data-grid>
          {counted.value.missing > 0 && <p role="status">{texts.gapDays({ n: counted.value.missing })}</p>}
          {counted.value.observedMs <= 0 && <p role="status">{LL.analytics.state.nothingRead()}</p>}
          {counted.value.observedMs > 0 && (
            <>
              <Choices
                legend={texts.shaded()}
                options={SHADED_AREAS.map((areas) => [
                  areas,
                  areas === 'regions' ? texts.regions() : texts.cell({ km: CELL_KM[areas] }),
                ])}
                value={shaded}
                onChoose={(areas) => onChoose({ ...choice, shaded: areas })}
              />
              {shaded !== 'regions' && (
                <CellsFigure
                  {...figure}
                  counted={counted.value}
                  zoom={shaded}
                  km={CELL_KM[shaded]}
                  fileName={`lightning-density-${CELL_KM[shaded]}km-${first}-${last}`}
                />
              )}
              {shaded === 'regions' && regions.kind === 'known' && shapes.kind === 'known' && (
                <RegionsFigure
                  {...figure}
                  counted={counted.value}
                  table={regions.value}
                  shapes={shapes.value}
                  fileName={`lightning-regions-${first}-${last}`}
                />
              )}
              {awaited && <ResultState state={awaited} />}
            </>
          )}
        </div>
      )}
    </Section>
  );
}

export default function AnalyticsScreen() {
  const { LL, locale } = useTexts();
  const texts = LL.analytics;
  const [choice, change] = useAddress(analyticsAddress, 'query');
  const { errors } = parseAnalytics(useSearch());
  const { primary } = useReportedSource();
  const [nowMs, setNowMs] = useState(() => systemClock.now());
  const [picksRegion, setPicksRegion] = useState(false);
  const go = (next: AnalyticsChoice) => change(next, 'push');
  /** A new count goes up to now; another display of the same counts does not. */
  const countAnew = (next: AnalyticsChoice) => {
    setNowMs(systemClock.now());
    go(next);
  };
  const watched = useQuery('watched', loadWatched);
  const wantsRegions = picksRegion || choice.scope.kind === 'region' || (choice.grid && choice.shaded === 'regions');
  const regions = useQuery(wantsRegions ? 'regions' : undefined, loadRegions);
  const table = regions.kind === 'known' ? regions.value : undefined;
  const home = watched.kind === 'known' ? watched.value.home : undefined;
  const where = home && scopeBox(choice.scope, home, table);
  const box = where?.kind === 'box' ? where.box : undefined;
  const today = localTime(nowMs).day;
  const days = daysOf(choice.period, today);
  const hoursOf = (days: Days | undefined) => {
    if (!box || !days) return undefined;
    const [fromMs, toMs] = [localDayStartMs(days.first), Math.min(localDayStartMs(dayAfter(days.last)), nowMs)];
    return toMs > fromMs ? { box, fromMs, toMs } : undefined;
  };
  const query = hoursOf(days);
  const hours = useQuery(query && JSON.stringify(query), async (signal, onProgress) =>
    query ? loadHours(query, signal, onProgress) : { ok: false, errorKind: 'unreadable' },
  );
  const otherQuery = hoursOf(choice.other);
  const other = useQuery(otherQuery && JSON.stringify(otherQuery), async (signal, onProgress) =>
    otherQuery ? loadHours(otherQuery, signal, onProgress) : { ok: false, errorKind: 'unreadable' },
  );
  const known = hours.kind === 'known' ? hours.value : undefined;
  const awaitedHours = query && !known ? hours : undefined;
  const awaited = watched.kind === 'known' ? awaitedHours : watched;
  const subject = [
    `${scopeName(choice.scope, table, locale, LL)} · ${texts.summary.days({
      first: localDayText(days.first, locale),
      last: localDayText(days.last, locale),
    })}`,
    ...(watched.kind === 'known' && watched.value.simulated ? [texts.simulated()] : []),
  ];
  usePrintedFoot(`${siteConfig.name} · ${subject.join(' · ')}`, PICTURE_CREDIT);
  return (
    <>
      <div className={styles.screen}>
        {errors.length > 0 && <p role="alert">{texts.fault.link()}</p>}
        <ChoiceForm
          choice={choice}
          today={today}
          regions={regions}
          onRegions={() => setPicksRegion(true)}
          onChoose={countAnew}
        />
        {watched.kind === 'known' && watched.value.simulated && <p className={styles.simulated}>{texts.simulated()}</p>}
        {primary && <SourceNote primary={primary} />}
        {where?.kind === 'outside' && <p role="alert">{texts.fault.outside()}</p>}
        {where?.kind === 'unknown' && <p role="alert">{texts.fault.region()}</p>}
        {where?.kind === 'waiting' && regions.kind === 'failed' && <ResultState state={regions} />}
        {box && !query && <p role="status">{texts.state.future()}</p>}
        {awaited && (
          <div data-opening={awaited.kind === 'failed' ? undefined : ''}>
            <ResultState state={awaited} />
          </div>
        )}
      </div>
      <FigureSubject value={subject}>
        {known && <Results choice={choice} days={days} counts={known} table={table} />}
        {known && home && (
          <GridSection choice={choice} days={days} counts={known} home={home} regions={regions} onChoose={go} />
        )}
        {known && (
          <CompareSection
            days={days}
            counts={known}
            other={choice.other}
            state={other}
            onCompare={(days) => go({ ...choice, other: days })}
          />
        )}
      </FigureSubject>
    </>
  );
}
