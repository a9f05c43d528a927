import type { LookUpView } from '#shared/lookUp/bodies.ts';
import { DAY_MS, lengthMs, mergedSpans, type Span } from '#shared/time.ts';
import { formatLookUpAddress, type LookUpQuestion } from '#web/kit/addresses/lookUpAddress.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { longSpanText } from '#web/sky/words/spanText.ts';
import answer from '#web/tools/query/QueryResult.module.css';
import { localText } from './lookUpText.ts';

/** The newest data is always a little behind. */
const FRESH_MS = 5 * 60_000;

export interface Completeness {
  readonly askedMs: Span;
  /** Spans that were not read or searched, oldest first: candidates may be missing from them. */
  readonly missing: readonly Span[];
  readonly missingMs: number;
  /** Data is complete up to here, except for `missing`; null if no data is known to have been read. */
  readonly completeToMs: number | null;
  /** Where the search ended, if it ended early: older strikes need another request. */
  readonly cutMs: number | undefined;
  readonly state: 'all' | 'part' | 'nothing';
}

export function completenessOf(
  { reportedMs, days, beforeMs }: LookUpQuestion,
  { searched, completeTo, gaps }: Pick<LookUpView, 'searched' | 'completeTo' | 'gaps'>,
): Completeness {
  const [fromMs, toMs] = [reportedMs - days * DAY_MS, beforeMs ?? reportedMs];
  const completeToMs = completeTo === null ? null : Date.parse(completeTo);
  const cutMs = searched.cut ? Date.parse(searched.from) : undefined;
  const tail: Span[] =
    completeToMs === null || toMs - completeToMs < FRESH_MS ? [] : [[Math.max(fromMs, completeToMs), toMs]];
  const missing = mergedSpans([
    ...(completeToMs === null ? [[fromMs, toMs] as const] : []),
    ...(cutMs === undefined ? [] : [[fromMs, cutMs] as const]),
    ...gaps.map(({ from, to }): Span => [Date.parse(from), Date.parse(to)]),
    ...tail,
  ]);
  const missingMs = lengthMs(missing);
  const state = missingMs === 0 ? 'all' : missingMs >= toMs - fromMs ? 'nothing' : 'part';
  return { askedMs: [fromMs, toMs], missing, missingMs, completeToMs, cutMs, state };
}

/** The most spans that are listed, longest first. */
const NAMED = 5;

interface CompletenessBoxProps {
  readonly question: LookUpQuestion;
  readonly completeness: Completeness;
}

export function CompletenessBox({ question, completeness }: CompletenessBoxProps) {
  const { LL, locale } = useTexts();
  const texts = LL.lookUp.complete;
  const { state, askedMs, missing, missingMs, completeToMs, cutMs } = completeness;
  const [fromMs, toMs] = askedMs;
  const span = (ms: number) => longSpanText(ms, locale);
  const named = missing
    .toSorted(([a, b], [c, d]) => d - c - (b - a))
    .slice(0, NAMED)
    .sort(([a], [b]) => a - b);
  if (state === 'all') {
    return (
      <p className={answer.small} data-complete="all">
        {texts.all({ time: localText(Math.min(toMs, completeToMs ?? toMs), locale, true) })}
      </p>
    );
  }
  return (
    <div className={answer.bad} data-complete={state}>
      <h3>{texts.title()}</h3>
      <p>
        {state === 'nothing' ? texts.nothing() : texts.part({ missing: span(missingMs), asked: span(toMs - fromMs) })}
      </p>
      {cutMs !== undefined && (
        <p>
          {texts.cut({ time: localText(cutMs, locale) })}{' '}
          {cutMs < toMs && cutMs > fromMs && (
            <a href={formatLookUpAddress({ ...question, beforeMs: cutMs })}>{texts.earlier()}</a>
          )}
        </p>
      )}
      {state === 'part' && (
        <ul aria-label={texts.missing()}>
          {named.map(([from, to]) => (
            <li key={from}>
              {LL.lookUp.sheet.span({ from: localText(from, locale), to: localText(to, locale) })} ({span(to - from)})
            </li>
          ))}
          {missing.length > NAMED && <li>{texts.more({ count: missing.length - NAMED })}</li>}
        </ul>
      )}
    </div>
  );
}
