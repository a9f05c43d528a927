import type { Texts } from '#web/kit/i18n/index.ts';
import type { ReportQuestion } from '#web/kit/routing/reportAddress.ts';
import type { DaySum } from '#web/tools/report/data/daySums.ts';
import type { ReportRow } from '#web/tools/report/data/reportRows.ts';
import { dayText, kmText, timeText } from './reportText.ts';

/** What fell on the day that the report is about. That nothing did is said only of what was read. */
export function foundText(
  { day, radiusKm, zone }: Pick<ReportQuestion, 'day' | 'radiusKm' | 'zone'>,
  sums: readonly DaySum[],
  rows: readonly ReportRow[],
  LL: Texts,
  locale: string,
): string {
  const words = LL.report.found;
  const said = { km: kmText(radiusKm, LL, locale), day: dayText(day, locale) };
  const own = sums.find((sum) => sum.day === day);
  const nearest = rows.find(({ atMs }) => own && atMs >= own.fromMs && atMs < own.toMs);
  if (own && nearest) {
    const time = timeText(nearest.atMs, zone, locale);
    return words.some({ ...said, count: own.strokes, nearest: kmText(nearest.km, LL, locale), time });
  }
  if (!own || own.observedMs === 0) return words.nothing({ day: said.day });
  return own.observedMs < own.toMs - own.fromMs ? words.part(said) : words.all(said);
}
