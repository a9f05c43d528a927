import { useState } from 'react';
import { navigate, useSearch } from 'wouter/use-browser-location';
import { systemClock } from '#shared/time/Clock.ts';
import { dayAfter } from '#shared/time/utcDay.ts';
import { PICTURE_CREDIT } from '#web/ground/picture/Picture.ts';
import { useAsked } from '#web/kit/http/useAsked.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import SourceNote from '#web/sky/source/SourceNote.tsx';
import { useToldSource } from '#web/sky/source/useToldSource.ts';
import { usePrintedFoot } from '#web/tools/ask/printedFoot.ts';
import styles from './Analytics.module.css';
import { AnswerState } from './AnswerState.tsx';
import { type AnalyticsChoice, type Days, daysOf, parseAnalytics, withAnalytics } from './analyticsAddress.ts';
import { localDayText } from './BinFigure.tsx';
import { ChoiceForm } from './ChoiceForm.tsx';
import { CompareSection } from './CompareSection.tsx';
import { GridSection } from './GridSection.tsx';
import { loadHours, loadRegions, loadWatched } from './loadAnalytics.ts';
import { localDayStartMs, localTime } from './localTime.ts';
import { FigureSubject } from './PlotFigure.tsx';
import { Results } from './Results.tsx';
import { scopeBox, scopeName } from './scope.ts';

export default function AnalyticsScreen() {
  const { LL, locale } = useTexts();
  const words = LL.analytics;
  const { choice, faults } = parseAnalytics(useSearch());
  const { primary } = useToldSource();
  const [nowMs, setNowMs] = useState(() => systemClock.now());
  const [picksRegion, setPicksRegion] = useState(false);
  const go = (next: AnalyticsChoice) =>
    navigate(window.location.pathname + withAnalytics(window.location.search, next));
  /** Counting anew counts up to now; another display of the same counts does not. */
  const countAnew = (next: AnalyticsChoice) => {
    setNowMs(systemClock.now());
    go(next);
  };
  const watched = useAsked('watched', loadWatched);
  const wantsRegions = picksRegion || choice.scope.kind === 'region' || (choice.grid && choice.shaded === 'regions');
  const regions = useAsked(wantsRegions ? 'regions' : undefined, loadRegions);
  const table = regions.kind === 'known' ? regions.value : undefined;
  const home = watched.kind === 'known' ? watched.value.home : undefined;
  const where = home && scopeBox(choice.scope, home, table);
  const box = where?.kind === 'box' ? where.box : undefined;
  const today = localTime(nowMs).day;
  const days = daysOf(choice.period, today);
  const hoursOf = (asked: Days | undefined) => {
    if (!box || !asked) return undefined;
    const [fromMs, toMs] = [localDayStartMs(asked.first), Math.min(localDayStartMs(dayAfter(asked.last)), nowMs)];
    return toMs > fromMs ? { box, fromMs, toMs } : undefined;
  };
  const question = hoursOf(days);
  const hours = useAsked(question && JSON.stringify(question), async (signal, onProgress) =>
    question ? loadHours(question, signal, onProgress) : { ok: false, trouble: 'unreadable' },
  );
  const otherQuestion = hoursOf(choice.other);
  const other = useAsked(otherQuestion && JSON.stringify(otherQuestion), async (signal, onProgress) =>
    otherQuestion ? loadHours(otherQuestion, signal, onProgress) : { ok: false, trouble: 'unreadable' },
  );
  const known = hours.kind === 'known' ? hours.value : undefined;
  const awaitedHours = question && !known ? hours : undefined;
  const awaited = watched.kind === 'known' ? awaitedHours : watched;
  const subject = [
    `${scopeName(choice.scope, table, locale, LL)} · ${words.summary.days({
      first: localDayText(days.first, locale),
      last: localDayText(days.last, locale),
    })}`,
    ...(watched.kind === 'known' && watched.value.simulated ? [words.simulated()] : []),
  ];
  usePrintedFoot(`${siteConfig.name} · ${subject.join(' · ')}`, PICTURE_CREDIT);
  return (
    <>
      <div className={styles.screen}>
        {faults.length > 0 && <p role="alert">{words.fault.link()}</p>}
        <ChoiceForm
          choice={choice}
          today={today}
          regions={regions}
          onRegions={() => setPicksRegion(true)}
          onChoose={countAnew}
        />
        {watched.kind === 'known' && watched.value.simulated && <p className={styles.simulated}>{words.simulated()}</p>}
        {primary && <SourceNote primary={primary} />}
        {where?.kind === 'outside' && <p role="alert">{words.fault.outside()}</p>}
        {where?.kind === 'unknown' && <p role="alert">{words.fault.region()}</p>}
        {where?.kind === 'waiting' && regions.kind === 'failed' && <AnswerState state={regions} />}
        {box && !question && <p role="status">{words.state.future()}</p>}
        {awaited && (
          <div data-opening={awaited.kind === 'failed' ? undefined : ''}>
            <AnswerState state={awaited} />
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
