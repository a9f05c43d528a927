import { type Texts, useTexts } from '#web/kit/i18n/index.ts';
import type { FeedTruth, OffscreenStrike } from '#web/sky/feed/feedTruth.ts';
import type { Sky } from '#web/sky/shown/Sky.ts';
import { spanText } from '#web/sky/words/spanText.ts';

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
