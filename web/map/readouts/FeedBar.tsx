import { lazy, type ReactNode, use } from 'react';
import { spanPhrase } from '#shared/sky/verdictText.ts';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { type Texts, textsOf, useTexts } from '#web/kit/i18n/index.ts';
import { CardButton } from '#web/map/kit/buttons.tsx';
import { HeadingContext, OpenNowContext, Part } from '#web/map/parts/Part.tsx';
import type { RenderState } from '#web/map/renderWatchdog/RenderWatchdog.ts';
import type { OffscreenStrike, ViewStatus } from '#web/sky/FeedView.ts';
import { type Playhead, useVisibleWindow } from '#web/sky/Playhead.ts';
import type { Sky } from '#web/sky/Sky.ts';
import { bothClocksText, spanText } from '#web/sky/timeText.ts';
import { useHeadline } from '#web/sky/useVerdict.ts';
import styles from './readouts.module.css';

/** Number of strikes in view, and further details of the feed. */
export function StatusDetails({ sky }: { readonly sky: Sky }) {
  const { LL, locale } = useTexts();
  const { viewStatus, counts, typicalDelayMs } = sky;
  const count = viewStatus.kind !== 'down' && counts.total > 0 ? [LL.map.count({ count: counts.total })] : [];
  const delay =
    viewStatus.kind === 'live' && typicalDelayMs !== null
      ? [LL.map.truth.usualDelay({ span: spanText(typicalDelayMs, locale) })]
      : [];
  const texts = [...count, ...statusDetails(sky, LL, locale), ...delay];
  return texts.length > 0 && <p data-line="rest">{texts.join(' · ')}</p>;
}

function statusDetails(sky: Sky, LL: Texts, locale: string): string[] {
  const { viewStatus, counts, nowMs } = sky;
  const { newestMs } = counts;
  const { truth: texts } = LL.map;
  const span = (ms: number) => spanText(ms, locale);
  const filling = sky.tooWide ? [texts.tooWide()] : [];
  const beyond = 'beyond' in viewStatus && viewStatus.beyond ? beyondText(viewStatus.beyond, nowMs, LL, locale) : [];
  switch (viewStatus.kind) {
    case 'connecting':
      return viewStatus.place === 'abroad' ? [texts.asking()] : filling;
    case 'outside':
      return [texts.outsideWhy()];
    case 'past':
      return viewStatus.byHour ? [LL.mapMore.timeline.byHour()] : filling;
    case 'live': {
      const newest = newestMs === null ? [] : [texts.newest({ span: span(nowMs - newestMs) })];
      return [...newest, texts.checked({ span: span(nowMs - viewStatus.checkedMs) }), ...beyond, ...filling];
    }
    case 'delayed':
      return [
        texts.checked({ span: span(nowMs - viewStatus.checkedMs) }),
        ...(viewStatus.cause === 'format' ? [texts.noFormat()] : []),
        ...(viewStatus.slicesOnly ? [texts.slicesOnly()] : []),
        ...beyond,
        ...filling,
      ];
    case 'down':
      return [downCause(viewStatus.cause, LL), ...(counts.total > 0 ? [texts.lastKnown()] : [])];
  }
}

function downCause(cause: Extract<ViewStatus, { kind: 'down' }>['cause'], LL: Texts): string {
  const { truth: labels } = LL.map;
  const texts = { connection: labels.noAnswer, feed: labels.noFeed, format: labels.noFormat, abroad: labels.noAbroad };
  return texts[cause]();
}

/** Text on the part of the view outside home; none while its first poll is pending. */
function beyondText({ checkedMs, requested }: OffscreenStrike, nowMs: number, LL: Texts, locale: string): string[] {
  if (checkedMs !== null) return [LL.map.truth.edges({ span: spanText(nowMs - checkedMs, locale) })];
  return requested ? [] : [LL.map.truth.noEdges()];
}

/** For the usual source there is no note. */
const SourceNote = lazy(() => withinChunkTimeout(import('#web/sky/SourceNote.tsx')));

/** In characters: more may not fit two lines of a phone in large letters. */
const LONG_TEXT = 46;
const VERY_LONG_TEXT = 56;

interface FeedBarProps {
  readonly sky: Sky;
  readonly moment: Playhead;
  /** Unless it is rendered, nothing is called live. */
  readonly rendered: RenderState;
  /** The most useful action. */
  readonly children?: ReactNode;
}

/** The row above the map: how current the data is, one sentence, one action. */
export function FeedBar({ sky, moment, rendered: renderState, children }: FeedBarProps) {
  const { viewStatus, simulated, primary, onLive } = sky;
  const { LL, locale } = useTexts();
  // The clock follows the timeline; the text waits until it rests.
  const clockMs = useVisibleWindow(moment, sky).nowMs;
  const heading = use(HeadingContext);
  const openNow = use(OpenNowContext);
  const { text, level } = useHeadline(sky);
  const long = text.length > VERY_LONG_TEXT ? 'very' : text.length > LONG_TEXT || undefined;
  const isDrawn = viewStatus.kind !== 'live' || renderState === 'drawn';
  const skyTexts = textsOf(locale, 'sky');
  const age =
    skyTexts && 'checkedMs' in viewStatus && isDrawn
      ? spanPhrase(Math.max(0, sky.nowMs - viewStatus.checkedMs), skyTexts)
      : undefined;
  const isOffline = viewStatus.kind === 'down' && viewStatus.restored;
  const sentence = (
    <>
      {level && (
        <strong className={styles.feedBarLevel} data-level={sky.verdict.held?.level}>
          <LevelIcon />
          {level}
        </strong>
      )}
      {level && ' '}
      {text}
    </>
  );
  return (
    <section
      className={styles.feedBar}
      data-truth={viewStatus.kind}
      data-offline={isOffline || undefined}
      data-drawn={renderState}
      aria-label={LL.map.truth.label()}
    >
      <div className={styles.feedBarLines}>
        <div className={styles.feedBarTop}>
          <strong className={styles.feedBarState} data-state>
            <StatusMark kind={isOffline ? 'delayed' : isDrawn ? viewStatus.kind : 'connecting'} />
            <span>
              {stateText(sky, renderState, LL)}
              {age && ' · '}
              {age && viewStatus.kind === 'live' ? (
                <>
                  <span className={styles.feedBarVerb}>{LL.map.truth.updated()} </span>
                  {LL.map.strike.ago({ span: age })}
                </>
              ) : (
                age
              )}
            </span>
          </strong>
          {viewStatus.kind === 'past' && <strong>{bothClocksText(clockMs, sky.presentMs, locale)}</strong>}
          {/* A dead feed is reported whichever moment is shown. */}
          {viewStatus.kind === 'past' && viewStatus.live.kind === 'down' && (
            <strong>{LL.mapMore.timeline.nowDown()}</strong>
          )}
          {heading}
          {simulated && (
            <span className={styles.simulated} data-simulated>
              {LL.map.simulated()}
            </span>
          )}
          {primary && (
            <Part>
              <SourceNote primary={primary} />
            </Part>
          )}
        </div>
        {openNow ? (
          <button type="button" className={styles.answer} data-line="answer" data-long={long} onClick={openNow}>
            {sentence}
          </button>
        ) : (
          <p className={styles.answer} data-line="answer" data-long={long}>
            {sentence}
          </p>
        )}
      </div>
      {onLive ? <CardButton onClick={onLive}>{LL.mapMore.timeline.toLive()}</CardButton> : children}
    </section>
  );
}

function stateText({ viewStatus }: Sky, renderState: RenderState, LL: Texts): string {
  const { truth: texts } = LL.map;
  if (viewStatus.kind === 'live' && renderState !== 'drawn') return notRenderedText(renderState, LL);
  if (viewStatus.kind === 'past') return LL.mapMore.timeline.past();
  if (viewStatus.kind === 'down') return viewStatus.restored ? texts.offline() : texts.down();
  return texts[viewStatus.kind]();
}

function notRenderedText(rendered: Exclude<RenderState, 'drawn'>, LL: Texts): string {
  const texts = { late: LL.map.loading, stopped: LL.map.notDrawn.frozen, undrawable: LL.map.notDrawn.noMap };
  return texts[rendered]();
}

export function LevelIcon({ size = '1em' }: { readonly size?: string }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path
        d="M12 3 22 20.5H2zM12 9.5v5.5M12 17.2v1.1"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.4"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** One shape per state, so that the states differ without colour. */
const marks: Record<ViewStatus['kind'], string> = {
  connecting: 'M12 6a6 6 0 1 0 0 12a6 6 0 1 0 0-12z',
  live: 'M12 5a7 7 0 1 0 0 14a7 7 0 1 0 0-14z',
  delayed: 'M6 6h12v12H6z',
  down: 'M12 3l9 9-9 9-9-9z',
  past: 'M11 6 5 12l6 6M18 6l-6 6 6 6',
  outside: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM6 6l12 12',
};
const FILLED: ReadonlySet<ViewStatus['kind']> = new Set(['live', 'delayed', 'down']);

function StatusMark({ kind }: { readonly kind: ViewStatus['kind'] }) {
  return (
    <svg viewBox="0 0 24 24" width="1.1em" height="1.1em" aria-hidden="true">
      <path
        d={marks[kind]}
        fill={FILLED.has(kind) ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
