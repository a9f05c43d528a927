import type { HoldoverBody, HoldoverCellBody } from '#shared/holdover/HoldoverBody.ts';
import { cornersOfCell, parseHoldoverCell } from '#shared/holdover/holdoverCells.ts';
import { changesAny, type Mark, type MarkPlace } from '#shared/holdover/Mark.ts';
import type { MarkView } from '#shared/holdover/MarkBody.ts';
import { newestOn } from '#shared/holdover/markedCells.ts';
import type { AreasLegend, PictureArea } from '#web/ground/picture/Picture.ts';
import type { Locale, Texts } from '#web/kit/i18n/index.ts';
import { longSpanText } from '#web/sky/words/spanText.ts';
import { clockText } from '#web/sky/words/timeText.ts';

type Starts = Pick<HoldoverCellBody, 'expected' | 'low' | 'high'>;

/** Two digits: more is not known. */
export function startsParts({ expected, low, high }: Starts, locale: string) {
  const { format } = new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 });
  return { expected: format(expected), low: format(low), high: format(high) };
}

/** The most expected first, as the server has them; those that are closed apart, and last. */
export function openAndClosed(cells: readonly HoldoverCellBody[]) {
  const open = cells.filter(({ closed }) => !closed);
  return { open, closed: cells.filter(({ closed }) => closed) };
}

/** The sentences that say what a list does not know; none if it knows all that it was asked. */
export function gapTexts(list: HoldoverBody, nowMs: number, LL: Texts, locale: Locale): string[] {
  const words = LL.holdover;
  const { atLeast, completeTo, unread, searched } = list;
  if (completeTo === null) return [words.nothingRead()];
  const unreadMs = unread.reduce((sum, { from, to }) => sum + Date.parse(to) - Date.parse(from), 0);
  const timeOf = (iso: string) => clockText(Date.parse(iso), nowMs, locale);
  const said = [
    ...(unreadMs > 0 ? [words.unread({ span: longSpanText(unreadMs, locale) })] : []),
    ...(searched.cut ? [words.cut({ time: timeOf(searched.from) })] : []),
  ];
  return atLeast && said.length === 0 ? [words.behind({ time: timeOf(completeTo) })] : said;
}

export function markOfView({ kind, at, place, rainMm }: MarkView): Mark {
  const mark = { kind, atMs: Date.parse(at), place: place as MarkPlace };
  return rainMm === undefined ? mark : { ...mark, rainMm };
}

/** For a cell: what is known of it, with the time of the newest mark of each kind. */
export function cellMarks(marks: readonly MarkView[], nowMs: number, LL: Texts, locale: Locale) {
  const newestOf = newestOn(marks.map(markOfView));
  return ({ id, marks: kinds = [] }: HoldoverCellBody): string[] => {
    const cell = parseHoldoverCell(id);
    const newest = cell ? newestOf(cell, 0) : {};
    return kinds.map((kind) => {
      const what = LL.holdover.marked[kind]();
      const atMs = newest[kind];
      return atMs === undefined ? what : LL.holdover.marked.withTime({ what, time: clockText(atMs, nowMs, locale) });
    });
  };
}

/** One mark in words, without its place: `rain, 3 mm: changes nothing, 14:05`. */
export function markText(view: MarkView, nowMs: number, LL: Texts, locale: Locale): string {
  const words = LL.holdover.marked;
  const mark = markOfView(view);
  const mm = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(mark.rainMm ?? 0);
  const what =
    mark.kind === 'rain' ? (changesAny(mark) ? words.rainMm({ mm }) : words.tooDry({ mm })) : words[mark.kind]();
  return words.withTime({ what, time: clockText(mark.atMs, nowMs, locale) });
}

/** Where the levels of the squares begin, in expected unseen starts. The same for every list, so that two compare. */
const LEVELS_FROM = [0.0003, 0.001, 0.003, 0.01] as const;

/** The cells as squares of the map, the most expected darkest; those that are closed are paler. */
export function squaresOf(
  cells: readonly HoldoverCellBody[],
  labelOf: (cell: HoldoverCellBody) => string,
): PictureArea[] {
  return cells.map((cell) => ({
    id: cell.id,
    polygons: [{ type: 'Polygon', coordinates: [cornersOfCell(cell.id)] }],
    level: LEVELS_FROM.filter((from) => cell.expected >= from).length,
    few: cell.closed === true,
    label: labelOf(cell),
  }));
}

export function squaresLegend(LL: Texts, locale: string): AreasLegend {
  const { format } = new Intl.NumberFormat(locale, { maximumSignificantDigits: 1 });
  return { title: LL.holdover.legend(), bounds: LEVELS_FROM.map((from) => format(from)) };
}
