import { type ReactNode, useState } from 'react';
import { MAX_PREVIEW_DAYS } from '#shared/watch/Area.ts';
import type { PreviewView } from '#shared/watch/PreviewBody.ts';
import type { WatchedPlace } from '#web/kit/addresses/watchAddress.ts';
import { ownTimeZone, useTexts } from '#web/kit/i18n/index.ts';
import { callBook, faultText } from '#web/tools/watch/book/callBook.ts';
import { previewText } from './previewText.ts';

interface PreviewProps {
  /** The place as it is chosen now; undefined if it is none, which is then said elsewhere. */
  readonly placeNow: () => WatchedPlace | undefined;
  /** The button, in the style of what surrounds it. */
  readonly button: (label: string, onClick: () => void) => ReactNode;
}

/** What watching the place would have told in the last days, when asked. */
export function Preview({ placeNow, button }: PreviewProps) {
  const { LL, locale } = useTexts();
  const words = LL.book.preview;
  const [shown, setShown] = useState<{ readonly preview: PreviewView; readonly watchKm: number }>();
  const [said, setSaid] = useState<string>();
  const ask = async () => {
    const place = placeNow();
    if (!place) return;
    setShown(undefined);
    setSaid(words.reading());
    const { shape, ringsKm, dwellMin, approachOnly } = place;
    const body = {
      name: place.name || '-',
      kind: 'personal',
      shape,
      ringsKm,
      dwellMin,
      approachOnly,
      timeZone: ownTimeZone(),
      days: MAX_PREVIEW_DAYS,
    };
    const called = await callBook<PreviewView>('/preview', { method: 'POST', body });
    setSaid(called.ok ? undefined : faultText(called, LL));
    if (called.ok) setShown({ preview: called.value, watchKm: ringsKm[0] });
  };
  return (
    <div data-preview>
      {button(words.ask(), ask)}
      <p role="status">{shown ? previewText(shown.preview, shown.watchKm, LL, locale) : (said ?? words.sent())}</p>
    </div>
  );
}
