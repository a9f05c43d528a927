import { useCallback, useEffect, useState } from 'react';
import { useTexts } from '#web/i18n/index.ts';
import type { VisitorPosition } from '../place/useVisitorPosition.ts';
import type { FocusedStrike } from '../strike/useFocusedStrike.ts';
import type { NoticeText } from './Notice.tsx';

export interface NoticeCauses {
  /** Whether loading strikes of the window is failing. */
  readonly failing: boolean;
  readonly focused: FocusedStrike['state'];
  readonly visitor: VisitorPosition['state'];
  /** Whether tiles are paused because their host fails. */
  readonly tilesGone: boolean;
}

/** Returns a notice of the newest problem, shown once when it begins, and how to hide it. */
export function useMapNotices({ failing, focused, visitor, tilesGone }: NoticeCauses) {
  const { LL } = useTexts();
  const [notice, setNotice] = useState<NoticeText>();
  useEffect(() => {
    if (failing) setNotice({ kind: 'error', text: LL.map.loadError() });
  }, [failing, LL]);
  useEffect(() => {
    if (focused === 'unknown') setNotice({ kind: 'error', text: LL.map.strike.unknown() });
    if (focused === 'unavailable') setNotice({ kind: 'error', text: LL.map.strike.failed() });
  }, [focused, LL]);
  useEffect(() => {
    if (visitor === 'failed') setNotice({ kind: 'note', text: LL.map.locate.failed() });
  }, [visitor, LL]);
  useEffect(() => {
    if (tilesGone) setNotice({ kind: 'note', text: LL.map.basemapGone() });
  }, [tilesGone, LL]);
  const hide = useCallback(() => setNotice(undefined), []);
  return { notice, hide };
}
