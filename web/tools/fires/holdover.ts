import { HoldoverBody, type HoldoverCellBody } from '#shared/fires/bodies.ts';
import { cornersOfCell } from '#shared/fires/holdover.ts';
import { type BBox, bboxCentre, bboxDiagonalKm, formatBBox } from '#shared/geo/BBox.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import type { AreasLegend, PictureArea } from '#web/ground/picture/Picture.ts';
import { type ApiResult, ask, json } from '#web/kit/http/ask.ts';
import type { Locale, Texts } from '#web/kit/i18n/index.ts';
import { longSpanText } from '#web/sky/words/spanText.ts';
import { clockText } from '#web/sky/words/timeText.ts';

export const HOLDOVER_DAYS = [1, 3, 7, 14] as const;
export type HoldoverDays = (typeof HOLDOVER_DAYS)[number];
export const USUAL_DAYS: HoldoverDays = 3;

/** Box diagonal: far less than the API accepts, so that a list arrives quickly. */
const MOST_ACROSS_KM = 490;

/** The middle of a box, limited to the size of one list. */
export function listedBox(box: BBox): { readonly bbox: BBox; readonly clipped: boolean } {
  const { west, south, east, north } = box;
  const acrossKm = bboxDiagonalKm(box);
  if (acrossKm <= MOST_ACROSS_KM) return { bbox: box, clipped: false };
  const { latitude, longitude } = bboxCentre(box);
  const share = MOST_ACROSS_KM / acrossKm / 2;
  const [high, wide] = [(north - south) * share, (east - west) * share];
  const middle = { west: longitude - wide, south: latitude - high, east: longitude + wide, north: latitude + high };
  // Towards the equator a degree is wider.
  return { bbox: listedBox(middle).bbox, clipped: true };
}

/** For `days` of lightning in the box. Never rejects. */
export function askHoldover(bbox: BBox, days: HoldoverDays, signal: AbortSignal): Promise<ApiResult<HoldoverBody>> {
  return ask(`${apiPaths.holdover}?bbox=${formatBBox(bbox)}&days=${days}`, json(HoldoverBody), { signal });
}

type Starts = Pick<HoldoverCellBody, 'expected' | 'low' | 'high'>;

/** Two digits, which is the precision. */
export function startsParts({ expected, low, high }: Starts, locale: string) {
  const { format } = new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 });
  return { expected: format(expected), low: format(low), high: format(high) };
}

/** Sentences on the data that a list lacks; empty if it is complete. */
export function gapTexts(list: HoldoverBody, nowMs: number, LL: Texts, locale: Locale): string[] {
  const texts = LL.holdover;
  const { atLeast, completeTo, gaps, searched } = list;
  if (completeTo === null) return [texts.nothingRead()];
  const gapMs = gaps.reduce((sum, { from, to }) => sum + Date.parse(to) - Date.parse(from), 0);
  const timeOf = (iso: string) => clockText(Date.parse(iso), nowMs, locale);
  const said = [
    ...(gapMs > 0 ? [texts.gaps({ span: longSpanText(gapMs, locale) })] : []),
    ...(searched.cut ? [texts.cut({ time: timeOf(searched.from) })] : []),
  ];
  return atLeast && said.length === 0 ? [texts.behind({ time: timeOf(completeTo) })] : said;
}

/** Lower bounds of the squares' levels, in expected unseen starts. Constant, so that lists are comparable. */
const LEVELS_FROM = [0.0003, 0.001, 0.003, 0.01] as const;

/** The cells as map squares, the highest expected value darkest. Ranks count from 1. */
export function squaresOf(
  cells: readonly HoldoverCellBody[],
  labelOf: (cell: HoldoverCellBody, rank: number) => string,
): PictureArea[] {
  return cells.map((cell, index) => ({
    id: cell.id,
    polygons: [{ type: 'Polygon', coordinates: [cornersOfCell(cell)] }],
    level: LEVELS_FROM.filter((from) => cell.expected >= from).length,
    few: false,
    label: labelOf(cell, index + 1),
  }));
}

export function squaresLegend(LL: Texts, locale: string): AreasLegend {
  const { format } = new Intl.NumberFormat(locale, { maximumSignificantDigits: 1 });
  return { title: LL.holdover.legend(), bounds: LEVELS_FROM.map((from) => format(from)) };
}
