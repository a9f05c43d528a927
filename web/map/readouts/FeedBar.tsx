import type { Beyond } from '#web/feed/feedOfBox.ts';
import type { FeedTruth } from '#web/feed/feedTruth.ts';
import { type Texts, useTexts } from '#web/i18n/index.ts';
import type { Sky } from '../sky/Sky.ts';
import { spanText } from '../words/spanText.ts';
import { fillingText } from '../words/unsureText.ts';
import styles from './FeedBar.module.css';
import { TruthIcon } from './TruthIcon.tsx';

interface FeedBarProps {
  readonly sky: Sky;
}

/** Says how far the map can be trusted, in words, an icon and a colour. */
export function FeedBar({ sky }: FeedBarProps) {
  const { truth, simulated, counts, complete } = sky;
  const { LL, locale } = useTexts();
  const details = truthDetails(sky, LL, locale);
  const known = complete && truth.kind !== 'connecting' && truth.kind !== 'outside';
  return (
    <section className={styles.bar} data-truth={truth.kind} aria-label={LL.map.truth.label()}>
      <strong className={styles.state}>
        <TruthIcon kind={truth.kind} />
        {LL.map.truth[truth.kind]()}
      </strong>
      <span className={styles.details}>{details.join(' · ')}</span>
      {(known || counts.total > 0) && <span className={styles.count}>{LL.map.count({ count: counts.total })}</span>}
      {simulated && <span className={styles.simulated}>{LL.map.simulated()}</span>}
    </section>
  );
}

function truthDetails(sky: Sky, LL: Texts, locale: string): string[] {
  const { truth, counts, typicalDelayMs, windowMs, nowMs } = sky;
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
    case 'live': {
      // Live without a strike means that the view is still loading: then there is no newest strike to name.
      const newest = newestMs === null ? [] : [words.newest({ span: span(nowMs - newestMs) })];
      const delay = typicalDelayMs === null ? [] : [words.usualDelay({ span: span(typicalDelayMs) })];
      return [...newest, words.checked({ span: span(nowMs - truth.checkedMs) }), ...delay, ...beyond, ...filling];
    }
    case 'quiet':
      return [words.quietSince({ span: span(windowMs) }), words.checked({ span: span(nowMs - truth.checkedMs) })];
    case 'delayed':
      return [
        words.checked({ span: span(nowMs - truth.checkedMs) }),
        ...(truth.cause === 'format' ? [words.noFormat()] : []),
        truth.slicesOnly ? words.slicesOnly() : words.behind(),
        ...beyond,
        ...filling,
      ];
    case 'down': {
      const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
      const since = truth.sinceMs === null ? [] : [words.since({ time: clock.format(truth.sinceMs) })];
      return [...since, downCause(truth.cause, LL), ...(counts.total > 0 ? [words.lastKnown()] : [])];
    }
  }
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
