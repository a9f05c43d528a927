import type { Position } from '#shared/geo/geodesy.ts';
import { pointAt, type Shape } from '#shared/geo/shape/Shape.ts';
import type { OutlineFault, OutlineRule } from './outlines/FoundShape.ts';
import type { Outline, ReadOutlines } from './outlines/readOutlines.ts';
import { isLink, positionIn } from './outlines/readPosition.ts';
import type { SearchAnswer } from './usePlaceSearch.ts';

export interface SelectedPlace {
  readonly shape: Shape;
  /** Empty if it has none. */
  readonly name: string;
  /** It is where the visitor is. */
  readonly isOwn?: boolean;
}

/** What a form holds of its place. */
export interface PlaceEntry {
  readonly by: 'name' | 'outline';
  /** As it was typed or pasted: a name, coordinates or a link; by outline, what `readOutlines` reads. */
  readonly text: string;
  /** What `text` stands for, once that is known. */
  readonly taken: SelectedPlace | undefined;
  readonly fault: PlaceFault | undefined;
  /** What was read where outlines may be several, or have something to be told. */
  readonly found: FoundOutlines | undefined;
}

export interface FoundOutlines {
  readonly outlines: readonly Outline[];
  /** Smaller ones that are not offered. */
  readonly more: number;
  /** Which of them is taken; undefined while the person has to choose. */
  readonly chosen: number | undefined;
  /** Its name, if it was a file. */
  readonly file: string | undefined;
}

/** `missing`: nothing is typed. `none`, `several`: places have this name. `names`, `unreadable`: could not be loaded. `link`: names no place. */
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

/** Of what was read, the one outline there is, or that was chosen. */
export function takeFound({ outlines, chosen, file }: FoundOutlines): Taken {
  const outline = chosen === undefined ? undefined : outlines[chosen];
  if (!outline) return refused({ rule: 'shapes', file });
  return outline.fault ? refused({ ...outline.fault, file }) : { ok: true, place: { shape: outline.shape, name: '' } };
}

/** What was read, with its only outline chosen. */
export function foundOutlines(read: ReadOutlines & { readonly ok: true }, file?: string): FoundOutlines {
  const { outlines, more } = read;
  return { outlines, more, chosen: outlines.length === 1 ? 0 : undefined, file };
}

/**
 * Takes what is typed without a choice: an outline, coordinates, the place that bears exactly this name, or the only one
 * that fits.
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

/** The parts of a position, each on a line of its own, are no longer together. */
const MAX_PARTS_LENGTH = 200;

/** Whether pasted text is an outline, which a field of one line would spoil; not if its lines are the parts of a position. */
export function isOutlineText(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.startsWith('{') || trimmed.startsWith('<')) return true;
  if (trimmed.length > MAX_PARTS_LENGTH) return trimmed.includes('\n');
  const lines = trimmed.split('\n').flatMap((line) => line.trim() || []);
  return lines.length > 1 && (lines.every(positionIn) || !positionIn(lines.join(' ')));
}
