import type { Position } from '#shared/geo/geodesy.ts';
import { pointAt, type Shape } from '#shared/geo/Shape.ts';
import type { OutlineFault, OutlineRule } from './outlines/FoundShape.ts';
import type { Outline, ReadOutlines } from './outlines/readOutlines.ts';
import { isLink, positionIn } from './outlines/readPosition.ts';
import type { SearchAnswer } from './usePlaceSearch.ts';

export interface SelectedPlace {
  readonly shape: Shape;
  /** Empty if it has no name. */
  readonly name: string;
  /** True for the visitor's position. */
  readonly isOwn?: boolean;
}

/** State of a form's place field. */
export interface PlaceEntry {
  readonly by: 'name' | 'outline';
  /** The typed or pasted text: a name, coordinates or a link; for an outline, what `readOutlines` reads. */
  readonly text: string;
  /** The place that `text` stands for, once known. */
  readonly taken: SelectedPlace | undefined;
  readonly fault: PlaceFault | undefined;
  /** The outlines that were read, if there may be several, or notes about them. */
  readonly found: FoundOutlines | undefined;
}

export interface FoundOutlines {
  readonly outlines: readonly Outline[];
  /** Number of smaller outlines that are not offered. */
  readonly more: number;
  /** Index of the chosen outline; undefined while the user has to choose. */
  readonly chosen: number | undefined;
  /** Name of the file, if it was one. */
  readonly file: string | undefined;
}

/**
 * `missing`: no text. `none`, `several`: number of places with this name. `names`, `unreadable`: could not be loaded.
 * `link`: contains no place.
 */
type PlaceRule = 'missing' | 'none' | 'several' | 'names' | 'link' | 'unreadable' | OutlineRule;

export interface PlaceFault extends Omit<OutlineFault, 'rule'> {
  readonly rule: PlaceRule;
  /** Name of the file that broke the rule. */
  readonly file?: string | undefined;
}

export type Taken =
  | { readonly ok: true; readonly place: SelectedPlace }
  | { readonly ok: false; readonly fault: PlaceFault };

export const EMPTY_ENTRY: PlaceEntry = { by: 'name', text: '', taken: undefined, fault: undefined, found: undefined };

const MAX_NAME_LENGTH = 60;

/** The position of a place that is a point. */
export function pointOf(
  place: SelectedPlace | undefined,
): { readonly position: Position; readonly name: string } | undefined {
  if (place?.shape.type !== 'Point') return undefined;
  const [longitude, latitude] = place.shape.coordinates;
  return { position: { latitude, longitude }, name: place.name };
}

export function placeOfAnswer({ name, position, about }: SearchAnswer): SelectedPlace {
  return { shape: pointAt(position), name: about === '' && positionIn(name) ? '' : name.slice(0, MAX_NAME_LENGTH) };
}

interface PlaceReaders {
  /** Rejects if names cannot be loaded. */
  readonly answersTo: (name: string) => Promise<readonly SearchAnswer[]>;
  readonly outlineOf: (text: string) => Promise<Taken>;
}

/** The only outline that was read, or the chosen one. */
export function takeFound({ outlines, chosen, file }: FoundOutlines): Taken {
  const outline = chosen === undefined ? undefined : outlines[chosen];
  if (!outline) return refused({ rule: 'shapes', file });
  return outline.fault ? refused({ ...outline.fault, file }) : { ok: true, place: { shape: outline.shape, name: '' } };
}

/** The outlines that were read; if there is only one, it is chosen. */
export function foundOutlines(read: ReadOutlines & { readonly ok: true }, file?: string): FoundOutlines {
  const { outlines, more } = read;
  return { outlines, more, chosen: outlines.length === 1 ? 0 : undefined, file };
}

/**
 * Resolves typed text without a choice: an outline, coordinates, the place with exactly this name, or the only match.
 */
export async function takePlace(
  { by, text, taken, found }: Omit<PlaceEntry, 'fault'>,
  { answersTo, outlineOf }: PlaceReaders,
): Promise<Taken> {
  const typed = text.trim();
  if (taken && typed !== '') return { ok: true, place: taken };
  if (found) return takeFound(found);
  if (typed === '') return refused({ rule: 'missing' });
  if (by === 'outline') return outlineOf(typed);
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

/** Longer text cannot be one position with its parts on separate lines. */
const MAX_PARTS_LENGTH = 200;

/** True if pasted text is an outline, which a one-line field would damage; false for one position. */
export function isOutlineText(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.startsWith('{') || trimmed.startsWith('<')) return true;
  if (trimmed.length > MAX_PARTS_LENGTH) return trimmed.includes('\n');
  const lines = trimmed.split('\n').flatMap((line) => line.trim() || []);
  return lines.length > 1 && (lines.every(positionIn) || !positionIn(lines.join(' ')));
}
