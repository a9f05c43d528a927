import type { Position } from '#shared/geo/geodesy.ts';
import { pointAt, type Shape } from '#shared/geo/shape/Shape.ts';
import { isLink, positionIn } from './positionIn.ts';
import type { OutlineFault } from './readOutline.ts';
import type { SearchAnswer } from './usePlaceSearch.ts';

export interface TakenPlace {
  readonly shape: Shape;
  /** Empty if it has none. */
  readonly name: string;
  /** It is where the visitor is. */
  readonly isOwn?: boolean;
}

/** What a form holds of its place. */
export interface PlaceEntry {
  readonly by: 'name' | 'outline';
  /** As it was typed or pasted: a name, coordinates or a link; by outline, what `readOutline` reads. */
  readonly text: string;
  /** What `text` stands for, once that is known. */
  readonly taken: TakenPlace | undefined;
  readonly fault: PlaceFault | undefined;
}

/**
 * `missing`: nothing is typed. `none`, `several`: places have this name. `names`: could not be loaded. `link`: names no
 * place. `point`: is needed, not an outline. `large`, `unread`: a file.
 */
type PlaceRule = 'missing' | 'none' | 'several' | 'names' | 'link' | 'point' | 'large' | 'unread' | OutlineFault;

export interface PlaceFault {
  readonly rule: PlaceRule;
  /** The invalid line. */
  readonly line?: number | undefined;
  /** Name of the file that broke the rule. */
  readonly file?: string | undefined;
}

export type Taken =
  | { readonly ok: true; readonly place: TakenPlace }
  | { readonly ok: false; readonly fault: PlaceFault };

export const EMPTY_ENTRY: PlaceEntry = { by: 'name', text: '', taken: undefined, fault: undefined };

const MAX_NAME_LENGTH = 60;

/** The position of a place that is a point. */
export function pointOf(
  place: TakenPlace | undefined,
): { readonly position: Position; readonly name: string } | undefined {
  if (place?.shape.type !== 'Point') return undefined;
  const [longitude, latitude] = place.shape.coordinates;
  return { position: { latitude, longitude }, name: place.name };
}

export function placeOfAnswer({ name, position, about }: SearchAnswer): TakenPlace {
  return { shape: pointAt(position), name: about === '' && positionIn(name) ? '' : name.slice(0, MAX_NAME_LENGTH) };
}

interface PlaceReaders {
  /** Rejects if names cannot be loaded. */
  readonly answersTo: (name: string) => Promise<readonly SearchAnswer[]>;
  readonly outlineOf: (text: string) => Promise<Taken>;
}

/**
 * Takes what is typed without a choice: an outline, coordinates, the place that bears exactly this name, or the only one
 * that fits.
 */
export async function takePlace(
  { by, text, taken }: Pick<PlaceEntry, 'by' | 'text' | 'taken'>,
  { answersTo, outlineOf }: PlaceReaders,
): Promise<Taken> {
  const typed = text.trim();
  if (typed === '') return refused({ rule: 'missing' });
  if (by === 'outline') return outlineOf(typed);
  if (taken) return { ok: true, place: taken };
  const position = positionIn(typed);
  if (position) return { ok: true, place: { shape: pointAt(position), name: '' } };
  if (isLink(typed)) return refused({ rule: 'link' });
  try {
    const answers = await answersTo(typed);
    const answer = answers.find(({ isExact }) => isExact) ?? (answers.length === 1 ? answers[0] : undefined);
    return answer
      ? { ok: true, place: placeOfAnswer(answer) }
      : refused({ rule: answers.length === 0 ? 'none' : 'several' });
  } catch {
    return refused({ rule: 'names' });
  }
}

const refused = (fault: PlaceFault) => ({ ok: false, fault }) as const;

/** Whether pasted text is an outline, which a field of one line would spoil; not if its lines are the parts of a position. */
export function isOutlineText(text: string): boolean {
  if (/^\s*[{<\uFEFF]/.test(text)) return true;
  const lines = text.trim().split(/\s*\n\s*/);
  return lines.length > 1 && (lines.every(positionIn) || !positionIn(lines.join(' ')));
}
