import { DAY_MS } from '#shared/time/hourKey.ts';
import type { PreviewView } from '#shared/watch/PreviewBody.ts';
import type { Texts } from '#web/kit/i18n/index.ts';
import { longSpanText } from '#web/sky/words/spanText.ts';

/** An archive that lacks less than this of what was asked for is not called short. */
const NEARLY_DAYS = 0.5;

/** What watching would have told, as sentences; honest where less was searched, or read, than was asked for. */
export function previewText(preview: PreviewView, watchKm: number, LL: Texts, locale: string): string {
  const words = LL.book.preview;
  const { fromMs, toMs, alerts, atNight, byLevel, longestStopMs, unreadMs, askedDays, cut } = preview;
  if (toMs <= fromMs) return words.nothing();
  const number = (value: number) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value);
  const coveredDays = (toMs - fromMs) / DAY_MS;
  const isShort = cut || askedDays - coveredDays > NEARLY_DAYS;
  const days = isShort ? Math.round(coveredDays * 10) / 10 : askedDays;
  const km = number(watchKm);
  return (
    [
      alerts === 0
        ? words.none({ days, km })
        : words.days({ days, km, alerts: number(alerts), night: number(atNight), stops: number(byLevel.stop) }),
      longestStopMs > 0 ? words.longest({ span: longSpanText(longestStopMs, locale) }) : '',
      cut ? words.cut({ days }) : isShort ? words.short({ days }) : '',
      unreadMs >= 60_000 ? words.unread({ span: longSpanText(unreadMs, locale) }) : '',
    ]
      .filter((sentence) => sentence !== '')
      // A unit may end with the point that ends the sentence.
      .map((sentence) => sentence.replace(/\.\.$/, '.'))
      .join(' ')
  );
}
