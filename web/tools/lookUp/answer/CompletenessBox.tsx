import { useTexts } from '#web/kit/i18n/index.ts';
import { formatLookUpAddress, type LookUpQuestion } from '#web/kit/routing/lookUpAddress.ts';
import { longSpanText } from '#web/sky/words/spanText.ts';
import { localText } from '#web/tools/lookUp/words/clockText.ts';
import styles from './Answer.module.css';
import type { Completeness } from './completeness.ts';

/** So many of what is missing are named, the longest. */
const NAMED = 5;

interface CompletenessBoxProps {
  readonly question: LookUpQuestion;
  readonly completeness: Completeness;
}

/** What of the time was read: quiet if it is all, loud if it is not. */
export function CompletenessBox({ question, completeness }: CompletenessBoxProps) {
  const { LL, locale } = useTexts();
  const words = LL.lookUp.complete;
  const { state, askedMs, missing, missingMs, completeToMs, cutMs } = completeness;
  const [fromMs, toMs] = askedMs;
  const span = (ms: number) => longSpanText(ms, locale);
  const named = missing
    .toSorted(([a, b], [c, d]) => d - c - (b - a))
    .slice(0, NAMED)
    .sort(([a], [b]) => a - b);
  if (state === 'all') {
    return (
      <p className={styles.small} data-complete="all">
        {words.all({ time: localText(Math.min(toMs, completeToMs ?? toMs), locale, true) })}
      </p>
    );
  }
  return (
    <div className={styles.incomplete} data-complete={state}>
      <h3>{words.title()}</h3>
      <p>
        {state === 'nothing' ? words.nothing() : words.part({ missing: span(missingMs), asked: span(toMs - fromMs) })}
      </p>
      {cutMs !== undefined && (
        <p>
          {words.cut({ time: localText(cutMs, locale) })}{' '}
          {cutMs < toMs && cutMs > fromMs && (
            <a href={formatLookUpAddress({ ...question, beforeMs: cutMs })}>{words.earlier()}</a>
          )}
        </p>
      )}
      {state === 'part' && (
        <ul aria-label={words.missing()}>
          {named.map(([from, to]) => (
            <li key={from}>
              {LL.lookUp.sheet.span({ from: localText(from, locale), to: localText(to, locale) })} ({span(to - from)})
            </li>
          ))}
          {missing.length > NAMED && <li>{words.more({ count: missing.length - NAMED })}</li>}
        </ul>
      )}
    </div>
  );
}
