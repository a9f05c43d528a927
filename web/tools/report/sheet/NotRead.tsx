import { lengthMs } from '#shared/time/spans.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { longSpanText } from '#web/sky/words/spanText.ts';
import { missingOf } from '#web/tools/report/data/daySums.ts';
import type { MadeReport } from './MadeReport.ts';
import styles from './Report.module.css';
import { clockText } from './reportText.ts';

/** So many of what is missing are named, the longest. */
const NAMED = 8;

interface NotReadProps {
  readonly report: MadeReport;
  readonly zone: string;
}

/** What of the days was not read: loud if there is any. */
export function NotRead({ report: { days, data, madeAtMs }, zone }: NotReadProps) {
  const { LL, locale } = useTexts();
  const words = LL.report.missing;
  const [fromMs, toMs] = [days[0]?.fromMs ?? 0, Math.min(days.at(-1)?.toMs ?? 0, madeAtMs)];
  const missing = missingOf([fromMs, toMs], data);
  if (missing.length === 0) return <p className={styles.small}>{words.none()}</p>;
  const named = missing
    .toSorted(([a, b], [c, d]) => d - c - (b - a))
    .slice(0, NAMED)
    .sort(([a], [b]) => a - b);
  return (
    <div className={styles.missing} data-missing>
      <h3>{words.title()}</h3>
      <p>
        {data.completeToMs === null
          ? words.outside()
          : words.part({
              missing: longSpanText(lengthMs(missing), locale),
              asked: longSpanText(toMs - fromMs, locale),
            })}
      </p>
      {data.completeToMs !== null && (
        <ul>
          {named.map(([from, to]) => (
            <li key={from}>{words.span({ from: clockText(from, zone, locale), to: clockText(to, zone, locale) })}</li>
          ))}
          {missing.length > NAMED && <li>{words.more({ count: missing.length - NAMED })}</li>}
        </ul>
      )}
    </div>
  );
}
