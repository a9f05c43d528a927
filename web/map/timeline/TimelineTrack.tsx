import { memo, useEffect, useRef } from 'react';
import type { KnownCounts } from '#web/kit/http/archiveResponses.ts';
import { dateTimeFormat, useTexts } from '#web/kit/i18n/index.ts';
import inputs from '#web/map/kit/mapInputs.module.css';
import {
  afterKey,
  barShapes,
  dayStarts,
  type Moment,
  type PastBounds,
  timelineBars,
  withinBounds,
} from '#web/sky/past/timeline.ts';
import styles from './Timeline.module.css';

const HEIGHT = 40;
const NOTHING_KNOWN: KnownCounts = { strikes: new Map(), gaps: [] };

interface TimelineTrackProps {
  readonly bounds: PastBounds;
  readonly moment: Moment;
  readonly focused: boolean;
  /** Undefined until the counts have loaded. */
  readonly known: KnownCounts | undefined;
  /** Called with the chosen instant; undefined is now. */
  readonly onGo: (atMs: number | undefined) => void;
}

export function TimelineTrack({ bounds, moment, focused, known = NOTHING_KNOWN, onGo }: TimelineTrackProps) {
  const { LL, locale } = useTexts();
  const { fromMs, toMs } = bounds;
  const { atMs, windowMs } = moment;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) input.current?.focus({ preventScroll: true });
  }, [focused]);
  const share = (ms: number) => shareOf(ms, bounds);
  const long = dateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  });
  const endMs = atMs ?? toMs;
  return (
    <div className={styles.track}>
      <div className={`${inputs.bars} ${styles.trackBars}`}>
        <Bars bounds={bounds} known={known} />
        <span
          className={styles.window}
          data-live={atMs === undefined}
          style={{
            insetInlineStart: share(Math.max(fromMs, endMs - windowMs)),
            insetInlineEnd: `calc(100% - ${share(endMs)})`,
          }}
        />
        <input
          ref={input}
          type="range"
          min={fromMs}
          max={toMs}
          step={60_000}
          value={endMs}
          aria-label={LL.mapMore.timeline.moment()}
          aria-valuetext={atMs === undefined ? LL.mapMore.timeline.now() : long.format(atMs)}
          title={LL.mapMore.timeline.step()}
          onChange={({ target }) => onGo(withinBounds(Number(target.value), bounds))}
          onKeyDown={(event) => {
            const next = afterKey(event.key, atMs, bounds);
            if (next === 'unused' || event.altKey || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            onGo(next);
          }}
        />
      </div>
      <DayMarks bounds={bounds} />
    </div>
  );
}

const shareOf = (ms: number, { fromMs, toMs }: PastBounds) =>
  `${((100 * (ms - fromMs)) / (toMs - fromMs)).toFixed(3)}%`;

/** Memoised separately from the handle, which may move in every frame. */
const Bars = memo(function Bars({ bounds, known }: { readonly bounds: PastBounds; readonly known: KnownCounts }) {
  const bars = timelineBars(bounds, known);
  const { counts, gaps } = barShapes(bars, HEIGHT);
  return (
    <>
      <svg viewBox={`0 0 ${bars.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={counts} />
      </svg>
      {gaps.map(([from, to]) => (
        <span
          key={from}
          className={styles.gaps}
          style={{
            insetInlineStart: `${(100 * from) / bars.length}%`,
            inlineSize: `${(100 * (to - from)) / bars.length}%`,
          }}
          data-gap={to - from}
        />
      ))}
    </>
  );
});

const DayMarks = memo(function DayMarks({ bounds }: { readonly bounds: PastBounds }) {
  const { locale } = useTexts();
  const day = dateTimeFormat(locale, { day: 'numeric', month: 'numeric' });
  return (
    <div className={styles.days} aria-hidden="true">
      {dayStarts(bounds).map((dayMs) => (
        <span key={dayMs} style={{ insetInlineStart: shareOf(dayMs, bounds) }}>
          {day.format(dayMs)}
        </span>
      ))}
    </div>
  );
});
