import { type Texts, useTexts } from '#web/kit/i18n/index.ts';
import type { Drawn } from '#web/map/drawn/drawnState.ts';
import { CardButton } from '#web/map/kit/CardButton.tsx';
import { WallClock } from '#web/map/wall/WallClock.tsx';
import type { Beyond } from '#web/sky/feed/feedOfBox.ts';
import type { FeedTruth } from '#web/sky/feed/feedTruth.ts';
import type { Sky } from '#web/sky/shown/Sky.ts';
import { answerText } from '#web/sky/words/answerText.ts';
import { clockText } from '#web/sky/words/clockText.ts';
import { spanText } from '#web/sky/words/spanText.ts';
import { fillingText } from '#web/sky/words/unsureText.ts';
import styles from './FeedBar.module.css';
import { TruthIcon } from './TruthIcon.tsx';

interface FeedBarProps {
  readonly sky: Sky;
  readonly wall: boolean;
  /** Nothing is called live while the map's picture is not. */
  readonly drawn: Drawn;
}

/** Says how far the map can be trusted, in words, an icon and a colour. */
export function FeedBar({ sky, wall, drawn }: FeedBarProps) {
  const { truth, simulated, counts, onLive } = sky;
  const { LL, locale } = useTexts();
  const details = truthDetails(sky, LL, locale);
  const answer = answerText(sky, LL, locale);
  const count = truth.kind !== 'down' && counts.total > 0 && LL.map.count({ count: counts.total });
  const delay = delayText(sky, LL, locale);
  return (
    <section className={styles.bar} data-truth={truth.kind} data-drawn={drawn} aria-label={LL.map.truth.label()}>
      <strong className={styles.state}>
        <TruthIcon kind={truth.kind === 'live' && drawn !== 'drawn' ? 'connecting' : truth.kind} />
        {stateText(truth, drawn, LL)}
      </strong>
      {truth.kind === 'past' && <strong>{clockText(sky.nowMs, sky.presentMs, locale)}</strong>}
      {/* A dead feed is said whatever one looks at. */}
      {truth.kind === 'past' && truth.live.kind === 'down' && <strong>{LL.timeline.nowDown()}</strong>}
      {answer && (
        <span className={styles.answer} data-line="answer">
          {answer}
        </span>
      )}
      <span className={styles.details} data-line="rest">
        {count && <strong className={styles.count}>{count}</strong>}
        {count && details.length > 0 && ' · '}
        {details.join(' · ')}
        {delay && <span className={styles.delay}> · {delay}</span>}
      </span>
      {onLive && <CardButton onClick={onLive}>{LL.timeline.toLive()}</CardButton>}
      {simulated && <span className={styles.simulated}>{LL.map.simulated()}</span>}
      {wall && <WallClock nowMs={sky.presentMs} />}
    </section>
  );
}

function stateText(truth: FeedTruth, drawn: Drawn, LL: Texts): string {
  if (truth.kind === 'live' && drawn !== 'drawn') return notDrawnText(drawn, LL);
  if (truth.kind === 'past') return LL.timeline.past();
  return truth.kind === 'down' && truth.recalled ? LL.map.truth.offline() : LL.map.truth[truth.kind]();
}

function notDrawnText(drawn: Exclude<Drawn, 'drawn'>, LL: Texts): string {
  const texts = { late: LL.map.loading, stopped: LL.map.notDrawn.frozen, undrawable: LL.map.notDrawn.noMap };
  return texts[drawn]();
}

function truthDetails(sky: Sky, LL: Texts, locale: string): string[] {
  const { truth, counts, windowMs, nowMs } = sky;
  const { newestMs } = counts;
  const { truth: words } = LL.map;
  const span = (ms: number) => spanText(ms, locale);
  const unfilled = fillingText(sky, LL);
  const filling = unfilled === undefined ? [] : [unfilled];
  const beyond = 'beyond' in truth && truth.beyond ? beyondText(truth.beyond, nowMs, LL, locale) : [];
  switch (truth.kind) {
    case 'connecting':
      return truth.place === 'abroad' ? [words.asking()] : filling;
    case 'outside':
      return [words.outsideWhy()];
    case 'past':
      return truth.byHour ? [LL.timeline.byHour()] : filling;
    case 'live': {
      const since = sky.quiet ? [words.quietSince({ span: span(windowMs) })] : [];
      const newest = newestMs === null ? since : [words.newest({ span: span(nowMs - newestMs) })];
      return [...newest, words.checked({ span: span(nowMs - truth.checkedMs) }), ...beyond, ...filling];
    }
    case 'delayed':
      return [
        words.checked({ span: span(nowMs - truth.checkedMs) }),
        ...(truth.cause === 'format' ? [words.noFormat()] : []),
        truth.slicesOnly ? words.slicesOnly() : words.behind(),
        ...beyond,
        ...filling,
      ];
    case 'down': {
      const since = truth.sinceMs === null ? [] : [words.since({ time: clockText(truth.sinceMs, nowMs, locale) })];
      const kept = truth.recalled && truth.sinceMs !== null ? [words.kept({ span: span(nowMs - truth.sinceMs) })] : [];
      return [...since, ...kept, downCause(truth.cause, LL), ...(counts.total > 0 ? [words.lastKnown()] : [])];
    }
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

/** What is known of the part of the view that lies outside home. Nothing yet is said of it while its first read is due. */
function beyondText({ checkedMs, asked }: Beyond, nowMs: number, LL: Texts, locale: string): string[] {
  if (checkedMs !== null) return [LL.map.truth.edges({ span: spanText(nowMs - checkedMs, locale) })];
  return asked ? [] : [LL.map.truth.noEdges()];
}
