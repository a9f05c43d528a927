import { useState } from 'react';
import { encodeShape } from '#shared/geo/shape/shapeCode.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { SKILL_DAYS } from '#shared/watch/Area.ts';
import type { SkillView } from '#shared/watch/skillBody.ts';
import type { WatchedPlace } from '#web/kit/addresses/watchAddress.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { ownTimeZone, type Texts, useTexts } from '#web/kit/i18n/index.ts';
import { longSpanText } from '#web/sky/words/spanText.ts';
import { callBook, faultText } from '#web/tools/watch/book/callBook.ts';

interface PreviewProps {
  /** Undefined if the place chosen is invalid; the error is shown elsewhere. */
  readonly placeNow: () => Promise<WatchedPlace | undefined>;
}

/** Tells which alerts the place would have had in the last days. */
export function Preview({ placeNow }: PreviewProps) {
  const { LL, locale } = useTexts();
  const texts = LL.book.preview;
  const [shown, setShown] = useState<{ readonly preview: SkillView; readonly watchKm: number }>();
  const [said, setSaid] = useState<string>();
  const ask = async () => {
    const place = await placeNow();
    if (!place) return;
    setShown(undefined);
    setSaid(texts.reading());
    const { shape, ringsKm, dwellMin } = place;
    const query = new URLSearchParams({
      shape:
        shape.type === 'Point'
          ? shape.coordinates
              .toReversed()
              .map((degrees) => degrees.toFixed(2))
              .join(',')
          : encodeShape(shape),
      rings: ringsKm.join(','),
      dwell: String(dwellMin),
      timeZone: ownTimeZone(),
    });
    const called = await callBook<SkillView>(`/skill?${query}`);
    setSaid(called.ok ? undefined : faultText(called, LL));
    if (called.ok) setShown({ preview: called.value, watchKm: ringsKm[0] });
  };
  return (
    <div data-preview>
      <Button onClick={ask}>{texts.ask()}</Button>
      <p role="status">{shown ? previewText(shown.preview, shown.watchKm, LL, locale) : (said ?? texts.sent())}</p>
    </div>
  );
}

/** A smaller gap in the archive is not mentioned. */
const NEARLY_DAYS = 0.5;

/** The preview as sentences. They say if less was searched, or read, than was asked for. */
export function previewText(preview: SkillView, watchKm: number, LL: Texts, locale: string): string {
  const words = LL.book.preview;
  const { fromMs, toMs, here, gapMs, cut } = preview;
  if (!here || toMs <= fromMs) return words.nothing();
  const { alerts, atNight, stops, longestStopMs } = here;
  const number = (value: number) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value);
  const coveredDays = (toMs - fromMs) / DAY_MS;
  const isShort = cut || SKILL_DAYS - coveredDays > NEARLY_DAYS;
  const days = isShort ? Math.round(coveredDays * 10) / 10 : SKILL_DAYS;
  const km = number(watchKm);
  return (
    [
      alerts === 0
        ? words.none({ days, km })
        : words.days({ days, km, alerts: number(alerts), night: number(atNight), stops: number(stops) }),
      longestStopMs > 0 ? words.longest({ span: longSpanText(longestStopMs, locale) }) : '',
      cut ? words.cut({ days }) : isShort ? words.short({ days }) : '',
      gapMs >= 60_000 ? words.gaps({ span: longSpanText(gapMs, locale) }) : '',
    ]
      .filter((sentence) => sentence !== '')
      // A unit may end with the point that ends the sentence.
      .map((sentence) => sentence.replace(/\.\.$/, '.'))
      .join(' ')
  );
}
