import type { AreaChange } from '#shared/watch/Area.ts';
import type { DeliveryView } from '#shared/watch/bodies.ts';
import type { Texts } from '#web/kit/i18n/index.ts';
import type { VisibleLine } from '#web/tools/watch/Facts.tsx';
import { secondsText } from '#web/tools/watch/watchTexts.ts';

/** The shown part of a line in an area's log. Unknown types are skipped. */
export interface LogLine {
  readonly line: number;
  readonly atMs: number;
  readonly entry: { readonly type: string };
}

type KnownEntry =
  | { readonly type: 'change'; readonly change: AreaChange }
  | { readonly type: 'edited'; readonly by: 'created' | 'edited' | 'reset' }
  | {
      readonly type: 'recipient';
      readonly name: string;
      readonly event: Exclude<keyof Texts['watch']['watchlist']['log']['recipient'], 'waits'>;
      readonly untilMs?: number;
      readonly untilClear?: true;
      readonly afterMin?: number;
      readonly fire?: { readonly km: number };
      readonly waitsFor?: keyof Texts['watch']['watchlist']['log']['recipient']['waits'];
    }
  | { readonly type: 'note'; readonly name: string; readonly text: string };

export function logLines(
  lines: readonly LogLine[],
  newest: number,
  LL: Texts,
  sentenceOf: (change: AreaChange) => string,
  reportedOf: (change: number) => readonly string[],
  locale: string,
): VisibleLine[] {
  const visibleLines: VisibleLine[] = [];
  for (const { line, atMs, entry } of lines.toReversed()) {
    if (visibleLines.length === newest) break;
    const text = textOf(entry as KnownEntry, LL, sentenceOf, reportedOf, locale);
    if (text) visibleLines.push({ key: line, atMs, ...text });
  }
  return visibleLines;
}

function textOf(
  entry: KnownEntry,
  LL: Texts,
  sentenceOf: (change: AreaChange) => string,
  reportedOf: (change: number) => readonly string[],
  locale: string,
): Pick<VisibleLine, 'kind' | 'sentence' | 'reported'> | undefined {
  switch (entry.type) {
    case 'change':
      return {
        kind: entry.change.kind,
        sentence: sentenceOf(entry.change),
        reported: reportedOf(entry.change.change),
      };
    case 'edited':
      return { kind: 'edited', sentence: LL.watch.watchlist.log[entry.by]() };
    case 'recipient': {
      const { name, event, untilMs, untilClear, afterMin: minutes = 0, waitsFor, fire } = entry;
      const time = untilMs === undefined ? '' : secondsText(untilMs, locale);
      const texts = LL.watch.watchlist.log.recipient;
      const eventText = waitsFor ? texts.waits[waitsFor] : untilClear ? texts.mutedUntilClear : texts[event];
      const km = fire
        ? new Intl.NumberFormat(locale, { maximumFractionDigits: fire.km < 10 ? 1 : 0 }).format(fire.km)
        : '';
      const sentence = eventText?.({ name, time, minutes, km });
      return sentence ? { kind: event, sentence } : undefined;
    }
    case 'note':
      return { kind: 'note', sentence: entry.text === '' ? entry.name : `${entry.name}: ${entry.text}` };
    default:
      return undefined;
  }
}

/** Messages that do not belong to a change, so their delivery times are not listed. */
const OF_NO_CHANGE = /^watch\.(test|challenge|heartbeat|notice)$/;

/** One line for each recipient of a change, with the seconds since the strike, or since the decision. */
export function reportedLines(
  deliveries: readonly DeliveryView[],
  area: string,
  change: number,
  nameOf: (recipient: string) => string | undefined,
  LL: Texts,
): string[] {
  const texts = LL.watch.watchlist.delivered;
  return deliveries
    .filter((delivery) => delivery.area === area && delivery.change === change && !OF_NO_CHANGE.test(delivery.type))
    .map(({ recipient, state, strikeAt, decidedAt, sentAt, confirmedAt }) => {
      const after = (atMs: number) => Math.max(0, Math.round((atMs - (strikeAt ?? decidedAt)) / 1_000));
      const name = nameOf(recipient) ?? texts.somebody();
      if (sentAt === undefined) return texts[state === 'sent' || state === 'confirmed' ? 'pending' : state]({ name });
      const seconds = after(sentAt);
      const sent = strikeAt === undefined ? texts.sent({ name, seconds }) : texts.sentStrike({ name, seconds });
      return confirmedAt === undefined ? sent : texts.confirmed({ sent, seconds: after(confirmedAt) });
    });
}
