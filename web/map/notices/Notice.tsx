import { useCallback, useEffect, useRef, useState } from 'react';
import type { VisitorPosition } from '#web/kit/browser/useVisitorPosition.ts';
import { type Texts, useTexts } from '#web/kit/i18n/index.ts';
import { CloseButton } from '#web/map/kit/buttons.tsx';
import styles from '#web/map/kit/cards.module.css';
import type { FocusedStrike } from '#web/map/openStrike/useOpenStrike.ts';
import type { PresentStatus } from '#web/sky/FeedView.ts';

const VISIBLE_MS = 6_000;

interface NoticeProps {
  readonly notice: MapNotice;
  readonly onHide: (notice: MapNotice) => void;
}

/** Hides itself after a while; the state it reports stays visible elsewhere. */
export function Notice({ notice, onHide }: NoticeProps) {
  const { LL } = useTexts();
  useEffect(() => {
    const handle = setTimeout(() => onHide(notice), VISIBLE_MS);
    return () => clearTimeout(handle);
  }, [notice, onHide]);
  const isError = notice.topic !== 'position' && notice.topic !== 'empty';
  return (
    <div
      className={styles.notice}
      data-kind={isError ? 'error' : 'note'}
      data-topic={notice.topic}
      role={isError ? 'alert' : 'status'}
    >
      <span>{noticeText(notice.topic, LL)}</span>
      <CloseButton name={LL.map.closeNotice()} onClick={() => onHide(notice)} />
    </div>
  );
}

function noticeText(topic: NoticeTopic, LL: Texts): string {
  const labels = LL.map;
  const texts = {
    slices: labels.loadError,
    strikeUnknown: labels.strike.unknown,
    strikeUnavailable: labels.strike.failed,
    position: labels.locate.failed,
    empty: labels.empty,
  };
  return texts[topic]();
}

export interface NoticeCauses {
  readonly failing: boolean;
  /** The current feed status, also while the past is shown. */
  readonly feed: PresentStatus['kind'];
  readonly focused: FocusedStrike['state'];
  readonly visitor: VisitorPosition['state'];
  /** The range without strikes in view; undefined if there were any, or if it is unknown. */
  readonly emptyMs: number | undefined;
}

type NoticeTopic = 'slices' | 'strikeUnknown' | 'strikeUnavailable' | 'position' | 'empty';

interface MapNotice {
  readonly topic: NoticeTopic;
  /** Distinguishes two notices on one topic. */
  readonly number: number;
}

/** Returns a notice for each problem as it begins, oldest first, and a function to hide one. */
export function useMapNotices({ failing, feed, focused, visitor, emptyMs }: NoticeCauses) {
  const [notices, setNotices] = useState<readonly MapNotice[]>([]);
  const add = useCallback((topic: NoticeTopic) => {
    setNotices((mapNotices) => {
      const number = 1 + Math.max(0, ...mapNotices.map((notice) => notice.number));
      return [...mapNotices.filter((notice) => notice.topic !== topic), { topic, number }];
    });
  }, []);
  useEffect(() => {
    if (failing) add('slices');
  }, [failing, add]);
  const wasLive = useRef(false);
  useEffect(() => {
    const isBehind = feed === 'delayed' || feed === 'down';
    if (isBehind && wasLive.current) add('slices');
    if (isBehind || feed === 'live') wasLive.current = feed === 'live';
  }, [feed, add]);
  const reportedEmptyMs = useRef<number>(undefined);
  useEffect(() => {
    // Once for each range, so that panning over a quiet sky shows it only once.
    if (emptyMs === undefined || emptyMs === reportedEmptyMs.current) return;
    reportedEmptyMs.current = emptyMs;
    add('empty');
  }, [emptyMs, add]);
  useEffect(() => {
    if (focused === 'unknown') add('strikeUnknown');
    if (focused === 'unavailable') add('strikeUnavailable');
  }, [focused, add]);
  useEffect(() => {
    if (visitor === 'failed') add('position');
  }, [visitor, add]);
  const hide = useCallback(
    (hidden: MapNotice) => setNotices((mapNotices) => mapNotices.filter((each) => each !== hidden)),
    [],
  );
  return { notices, hide };
}
