import { useCallback, useEffect, useState } from 'react';
import type { VisitorPosition } from '#web/kit/browser/useVisitorPosition.ts';
import type { FocusedStrike } from '#web/map/strike/useFocusedStrike.ts';

export interface NoticeCauses {
  /** Whether loading strikes of the window is failing. */
  readonly failing: boolean;
  readonly focused: FocusedStrike['state'];
  readonly visitor: VisitorPosition['state'];
}

/** What a toast is about. */
export type NoticeTopic = 'slices' | 'strikeUnknown' | 'strikeUnavailable' | 'position';

export interface MapNotice {
  readonly topic: NoticeTopic;
  /** Distinguishes two notices on one topic. */
  readonly number: number;
}

/** Returns a notice of each problem as it begins, oldest first, and how to hide one. Each is shown on its own. */
export function useMapNotices({ failing, focused, visitor }: NoticeCauses) {
  const [notices, setNotices] = useState<readonly MapNotice[]>([]);
  const add = useCallback((topic: NoticeTopic) => {
    setNotices((shown) => {
      const number = 1 + Math.max(0, ...shown.map((notice) => notice.number));
      return [...shown.filter((notice) => notice.topic !== topic), { topic, number }];
    });
  }, []);
  useEffect(() => {
    if (failing) add('slices');
  }, [failing, add]);
  useEffect(() => {
    if (focused === 'unknown') add('strikeUnknown');
    if (focused === 'unavailable') add('strikeUnavailable');
  }, [focused, add]);
  useEffect(() => {
    if (visitor === 'failed') add('position');
  }, [visitor, add]);
  const hide = useCallback((hidden: MapNotice) => setNotices((shown) => shown.filter((each) => each !== hidden)), []);
  return { notices, hide };
}
