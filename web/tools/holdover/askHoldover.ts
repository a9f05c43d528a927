import * as v from 'valibot';
import { type BBox, bboxCentre, bboxDiagonalKm, formatBBox } from '#shared/geo/BBox.ts';
import { boxAroundShape, type Shape } from '#shared/geo/shape/Shape.ts';
import { HoldoverBody } from '#shared/holdover/HoldoverBody.ts';
import { MarksBody } from '#shared/holdover/MarkBody.ts';
import type { BookView } from '#shared/watch/BookView.ts';
import { API_ROOT } from '#shared/wire/apiPaths.ts';
import { type Asked, ask, json, type NoAnswer } from '#web/kit/http/ask.ts';
import { callBook, callFaultOf } from '#web/tools/watch/book/callBook.ts';
import type { DeviceBook } from '#web/tools/watch/book/deviceBooks.ts';

export const HOLDOVER_DAYS = [1, 3, 7, 14] as const;
export type HoldoverDays = (typeof HOLDOVER_DAYS)[number];
export const USUAL_DAYS: HoldoverDays = 3;

/** Of `days` of lightning: in a box, or around the area of a book, whose marks then count. */
export type HoldoverQuestion = { readonly days: HoldoverDays } & (
  | { readonly bbox: BBox }
  | { readonly book: DeviceBook }
);

export interface ToldHoldover {
  readonly list: HoldoverBody;
  readonly marks: MarksBody['marks'];
  /** What was listed, and whether it is less than was asked for. */
  readonly bbox: BBox;
  readonly clipped: boolean;
}

/** From corner to corner: far less than the API takes, so that a list comes soon. */
const MOST_ACROSS_KM = 490;

/** The middle of a box, as far as one list reaches. */
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

/** The key that may see most. */
export function keyOf({ keys }: DeviceBook): string | undefined {
  return keys.owner ?? keys.duty ?? keys.view;
}

export function mayMark({ keys }: DeviceBook): boolean {
  return (keys.owner ?? keys.duty) !== undefined;
}

/** Never rejects. */
export async function askHoldover(question: HoldoverQuestion, signal: AbortSignal): Promise<Asked<ToldHoldover>> {
  if ('bbox' in question) return listIn(question.bbox, question.days, API_ROOT, undefined, signal);
  const { book, days } = question;
  const key = keyOf(book);
  const state = await callBook<BookView>(`/${book.id}/state`, { key });
  if (!state.ok) return state;
  const area = state.value.areas.find(({ id }) => id === book.area);
  if (!area) return { ok: false, trouble: 'missing', problem: { code: 'not-found' } };
  const around = boxAroundShape(area.shape as Shape, area.ringsKm[0]);
  const root = `${API_ROOT}/watch/${book.id}`;
  const [listed, marks] = await Promise.all([
    listIn(around, days, root, key, signal),
    ask(`${root}/marks`, json(MarksBody), { signal, key }),
  ]);
  if (!listed.ok) return listed;
  return marks.ok ? { ok: true, value: { ...listed.value, marks: marks.value.marks } } : marks;
}

async function listIn(
  box: BBox,
  days: HoldoverDays,
  root: string,
  key: string | undefined,
  signal: AbortSignal,
): Promise<Asked<ToldHoldover>> {
  const { bbox, clipped } = listedBox(box);
  const read = async (response: Response) => v.parse(HoldoverBody, await response.json());
  const asked = await ask(`${root}/holdover?bbox=${formatBBox(bbox)}&days=${days}`, read, { signal, key });
  return asked.ok ? { ok: true, value: { list: asked.value, marks: [], bbox, clipped } } : asked;
}

/** Why there is no list, and whether another try may help. */
export function listFault(
  failed: Omit<NoAnswer, 'ok'>,
): readonly ['key' | 'gone' | 'busy' | 'network' | 'server', boolean] {
  const call = callFaultOf(failed);
  if (call === 'key' || call === 'gone') return [call, false];
  if (failed.trouble === 'limited' || failed.trouble === 'busy') return ['busy', true];
  return [failed.trouble === 'offline' ? 'network' : 'server', true];
}
