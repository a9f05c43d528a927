import { lazy, Suspense } from 'react';
import type { SentencePart } from '#shared/verdict/sayVerdict.ts';
import { type Texts, useTexts } from '#web/kit/i18n/index.ts';
import type { DrawnState } from '#web/map/drawn/drawnState.ts';
import { CardButton } from '#web/map/kit/buttons.tsx';
import type { Beyond, FeedTruth } from '#web/sky/feed/feedTruth.ts';
import { type ShownMoment, useShownWindow } from '#web/sky/shown/ShownMoment.ts';
import type { Sky } from '#web/sky/shown/Sky.ts';
import { spanText } from '#web/sky/words/spanText.ts';
import { bothClocksText } from '#web/sky/words/timeText.ts';
import { useVerdict } from '#web/sky/words/useVerdict.ts';
import styles from './FeedBar.module.css';

/** Of a source that is as ever there is nothing to say. */
const SourceNote = lazy(() => import('#web/sky/source/SourceNote.tsx'));

interface FeedBarProps {
  readonly sky: Sky;
  readonly moment: ShownMoment;
  /** Unless it is drawn, nothing is called live. */
  readonly drawn: DrawnState;
}

/** Stand beside the verdict, or have no room here; what a source lacks that guards nothing stands in its note. */
const ELSEWHERE: readonly SentencePart[] = ['moment', 'chance', 'simulated'];

export function FeedBar({ sky, moment, drawn }: FeedBarProps) {
  const { truth, simulated, primary, counts, onLive } = sky;
  const { LL, locale } = useTexts();
  // The clock runs with the timeline; what is said waits until it rests.
  const clockMs = useShownWindow(moment, sky).nowMs;
  const details = truthDetails(sky, LL, locale);
  const said = useVerdict(sky);
  const { held, lead } = sky.verdict;
  // What is only last known is said in words.
  const level = lead.kind === 'blind' ? undefined : held?.level;
  const levelText = level && said.find(({ part }) => part === 'held')?.text.replace(/\.$/, '');
  const answer = said
    .filter(
      ({ part }) =>
        !(part === 'held' && level) && !ELSEWHERE.includes(part) && !(part === 'lack' && primary?.guards === false),
    )
    .map(({ text }) => text)
    .join(' ');
  const count = truth.kind !== 'down' && counts.total > 0 && LL.map.count({ count: counts.total });
  const delay = delayText(sky, LL, locale);
  return (
    <section className={styles.bar} data-truth={truth.kind} data-drawn={drawn} aria-label={LL.map.truth.label()}>
      <strong className={styles.state}>
        <TruthIcon kind={truth.kind === 'live' && drawn !== 'drawn' ? 'connecting' : truth.kind} />
        {stateText(truth, drawn, LL)}
      </strong>
      {truth.kind === 'past' && <strong>{bothClocksText(clockMs, sky.presentMs, locale)}</strong>}
      {/* A dead feed is reported whichever moment is shown. */}
      {truth.kind === 'past' && truth.live.kind === 'down' && <strong>{LL.timeline.nowDown()}</strong>}
      <span className={styles.lines}>
        <span className={styles.answer} data-line="answer">
          {level && (
            <strong className={styles.level} data-level={level}>
              <LevelIcon />
              {levelText}
            </strong>
          )}
          {answer}
        </span>
        <span className={styles.details} data-line="rest">
          {count && <strong className={styles.count}>{count}</strong>}
          {count && details.length > 0 && ' · '}
          {details.join(' · ')}
          {delay && <span className={styles.delay}>{`\u00a0· ${delay}`}</span>}
        </span>
      </span>
      {onLive && <CardButton onClick={onLive}>{LL.timeline.toLive()}</CardButton>}
      {primary && (
        <Suspense>
          <SourceNote primary={primary} />
        </Suspense>
      )}
      {simulated && (
        <span className={styles.simulated} data-simulated>
          {LL.map.simulated()}
        </span>
      )}
    </section>
  );
}

function stateText(truth: FeedTruth, drawn: DrawnState, LL: Texts): string {
  if (truth.kind === 'live' && drawn !== 'drawn') return notDrawnText(drawn, LL);
  if (truth.kind === 'past') return LL.timeline.past();
  return truth.kind === 'down' && truth.recalled ? LL.map.truth.offline() : LL.map.truth[truth.kind]();
}

function notDrawnText(drawn: Exclude<DrawnState, 'drawn'>, LL: Texts): string {
  const texts = { late: LL.map.loading, stopped: LL.map.notDrawn.frozen, undrawable: LL.map.notDrawn.noMap };
  return texts[drawn]();
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
      // Of a strike beside the view, this would be read as none at all.
      const empty = sky.quiet && sky.verdict.lead.kind === 'none' ? [LL.map.empty().replace(/\.$/, '')] : [];
      const newest = newestMs === null ? empty : [words.newest({ span: span(nowMs - newestMs) })];
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

function delayText({ truth, typicalDelayMs }: Sky, LL: Texts, locale: string): string | undefined {
  if (truth.kind !== 'live' || typicalDelayMs === null) return undefined;
  return LL.map.truth.usualDelay({ span: spanText(typicalDelayMs, locale) });
}

function downCause(cause: Extract<FeedTruth, { kind: 'down' }>['cause'], LL: Texts): string {
  const { truth: words } = LL.map;
  const texts = { connection: words.noAnswer, feed: words.noFeed, format: words.noFormat, abroad: words.noAbroad };
  return texts[cause]();
}

/** Text on the part of the view outside home; none while its first read is due. */
function beyondText({ checkedMs, asked }: Beyond, nowMs: number, LL: Texts, locale: string): string[] {
  if (checkedMs !== null) return [LL.map.truth.edges({ span: spanText(nowMs - checkedMs, locale) })];
  return asked ? [] : [LL.map.truth.noEdges()];
}

/** One shape per state, so that colour is never needed to tell them apart. */
const paths: Record<FeedTruth['kind'], string> = {
  connecting: 'M4 12h3M10.5 12h3M17 12h3',
  live: 'M13.5 3 5.5 13.5h5L9.5 21l9-11h-5.5z',
  delayed: 'M12 6.5V12l4 2.5M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18z',
  down: 'M6 6l12 12M18 6 6 18',
  past: 'M11 6 5 12l6 6M18 6l-6 6 6 6',
  outside: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM6 6l12 12',
};

function LevelIcon() {
  return (
    <svg viewBox="0 0 24 24" width="1em" height="1em" aria-hidden="true">
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

interface TruthIconProps {
  readonly kind: FeedTruth['kind'];
}

function TruthIcon({ kind }: TruthIconProps) {
  return (
    <svg viewBox="0 0 24 24" width="1.25em" height="1.25em" aria-hidden="true">
      <path
        d={paths[kind]}
        fill={kind === 'live' ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth={kind === 'live' ? 1 : 2.6}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
