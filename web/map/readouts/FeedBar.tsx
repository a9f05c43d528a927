import { lazy, type ReactNode, use } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { type Texts, useTexts } from '#web/kit/i18n/index.ts';
import { CardButton } from '#web/map/kit/buttons.tsx';
import { HeadingContext, OpenNowContext, Part } from '#web/map/parts/Part.tsx';
import type { DrawnState } from '#web/map/renderWatchdog/RenderWatchdog.ts';
import type { FeedTruth, OffscreenStrike } from '#web/sky/feed/feedTruth.ts';
import { type Playhead, useShownWindow } from '#web/sky/shown/Playhead.ts';
import type { Sky } from '#web/sky/shown/Sky.ts';
import { bothClocksText, spanText } from '#web/sky/words/timeText.ts';
import { useHeadline } from '#web/sky/words/useVerdict.ts';
import styles from './FeedBar.module.css';

/** Number of strikes in view, and further details of the feed. */
export function TruthDetails({ sky }: { readonly sky: Sky }) {
  const { LL, locale } = useTexts();
  const { truth, counts, typicalDelayMs } = sky;
  const count = truth.kind !== 'down' && counts.total > 0 ? [LL.map.count({ count: counts.total })] : [];
  const delay =
    truth.kind === 'live' && typicalDelayMs !== null
      ? [LL.map.truth.usualDelay({ span: spanText(typicalDelayMs, locale) })]
      : [];
  const said = [...count, ...truthDetails(sky, LL, locale), ...delay];
  return said.length > 0 && <p data-line="rest">{said.join(' · ')}</p>;
}

function truthDetails(sky: Sky, LL: Texts, locale: string): string[] {
  const { truth, counts, nowMs } = sky;
  const { newestMs } = counts;
  const { truth: words } = LL.map;
  const span = (ms: number) => spanText(ms, locale);
  const filling = sky.tooWide ? [words.tooWide()] : [];
  const beyond = 'beyond' in truth && truth.beyond ? beyondText(truth.beyond, nowMs, LL, locale) : [];
  switch (truth.kind) {
    case 'connecting':
      return truth.place === 'abroad' ? [words.asking()] : filling;
    case 'outside':
      return [words.outsideWhy()];
    case 'past':
      return truth.byHour ? [LL.timeline.byHour()] : filling;
    case 'live': {
      const newest = newestMs === null ? [] : [words.newest({ span: span(nowMs - newestMs) })];
      return [...newest, words.checked({ span: span(nowMs - truth.checkedMs) }), ...beyond, ...filling];
    }
    case 'delayed':
      return [
        words.checked({ span: span(nowMs - truth.checkedMs) }),
        ...(truth.cause === 'format' ? [words.noFormat()] : []),
        ...(truth.slicesOnly ? [words.slicesOnly()] : []),
        ...beyond,
        ...filling,
      ];
    case 'down':
      return [downCause(truth.cause, LL), ...(counts.total > 0 ? [words.lastKnown()] : [])];
  }
}

function downCause(cause: Extract<FeedTruth, { kind: 'down' }>['cause'], LL: Texts): string {
  const { truth: words } = LL.map;
  const texts = { connection: words.noAnswer, feed: words.noFeed, format: words.noFormat, abroad: words.noAbroad };
  return texts[cause]();
}

/** Text on the part of the view outside home; none while its first poll is pending. */
function beyondText({ checkedMs, asked }: OffscreenStrike, nowMs: number, LL: Texts, locale: string): string[] {
  if (checkedMs !== null) return [LL.map.truth.edges({ span: spanText(nowMs - checkedMs, locale) })];
  return asked ? [] : [LL.map.truth.noEdges()];
}

/** For the usual source there is no note. */
const SourceNote = lazy(() => withinChunkTimeout(import('#web/sky/source/SourceNote.tsx')));

/** In characters: more may not fit two lines of a phone in large letters. */
const LONG_TEXT = 46;
const VERY_LONG_TEXT = 56;

interface FeedBarProps {
  readonly sky: Sky;
  readonly moment: Playhead;
  /** Unless it is rendered, nothing is called live. */
  readonly drawn: DrawnState;
  /** The most useful action. */
  readonly children?: ReactNode;
}

/** The row above the map: how current the data is, one sentence, one action. */
export function FeedBar({ sky, moment, drawn, children }: FeedBarProps) {
  const { truth, simulated, primary, onLive } = sky;
  const { LL, locale } = useTexts();
  // The clock follows the timeline; the text waits until it rests.
  const clockMs = useShownWindow(moment, sky).nowMs;
  const heading = use(HeadingContext);
  const openNow = use(OpenNowContext);
  const { text, level } = useHeadline(sky);
  const long = text.length > VERY_LONG_TEXT ? 'very' : text.length > LONG_TEXT || undefined;
  const isOffline = truth.kind === 'down' && truth.recalled;
  const sentence = (
    <>
      {level && (
        <strong className={styles.level} data-level={sky.verdict.held?.level}>
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
      className={styles.bar}
      data-truth={truth.kind}
      data-offline={isOffline || undefined}
      data-drawn={drawn}
      aria-label={LL.map.truth.label()}
    >
      <div className={styles.lines}>
        <div className={styles.top}>
          <strong className={styles.state} data-state>
            <TruthMark
              kind={isOffline ? 'delayed' : truth.kind === 'live' && drawn !== 'drawn' ? 'connecting' : truth.kind}
            />
            {stateText(sky, drawn, LL, locale)}
          </strong>
          {truth.kind === 'past' && <strong>{bothClocksText(clockMs, sky.presentMs, locale)}</strong>}
          {/* A dead feed is reported whichever moment is shown. */}
          {truth.kind === 'past' && truth.live.kind === 'down' && <strong>{LL.timeline.nowDown()}</strong>}
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
      {onLive ? <CardButton onClick={onLive}>{LL.timeline.toLive()}</CardButton> : children}
    </section>
  );
}

function stateText({ truth, nowMs }: Sky, drawn: DrawnState, LL: Texts, locale: string): string {
  const { truth: words } = LL.map;
  if (truth.kind === 'live' && drawn !== 'drawn') return notDrawnText(drawn, LL);
  if (truth.kind === 'past') return LL.timeline.past();
  if (truth.kind === 'down') return truth.recalled ? words.offline() : words.down();
  const word = words[truth.kind]();
  return 'checkedMs' in truth ? `${word} · ${spanText(nowMs - truth.checkedMs, locale)}` : word;
}

function notDrawnText(drawn: Exclude<DrawnState, 'drawn'>, LL: Texts): string {
  const texts = { late: LL.map.loading, stopped: LL.map.notDrawn.frozen, undrawable: LL.map.notDrawn.noMap };
  return texts[drawn]();
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
const marks: Record<FeedTruth['kind'], string> = {
  connecting: 'M12 6a6 6 0 1 0 0 12a6 6 0 1 0 0-12z',
  live: 'M12 5a7 7 0 1 0 0 14a7 7 0 1 0 0-14z',
  delayed: 'M6 6h12v12H6z',
  down: 'M12 3l9 9-9 9-9-9z',
  past: 'M11 6 5 12l6 6M18 6l-6 6 6 6',
  outside: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM6 6l12 12',
};
const FILLED: ReadonlySet<FeedTruth['kind']> = new Set(['live', 'delayed', 'down']);

function TruthMark({ kind }: { readonly kind: FeedTruth['kind'] }) {
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
