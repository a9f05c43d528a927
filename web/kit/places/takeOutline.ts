import type { PlaceFault, Taken } from './placeEntry.ts';
import { readOutline } from './readOutline.ts';

/** `pointOnly`: an outline of more than one corner is refused. */
export function takeOutline(text: string, pointOnly = false): Taken {
  const read = readOutline(text);
  if (!read.ok) return refused({ rule: read.fault, ...(read.line === undefined ? {} : { line: read.line }) });
  if (pointOnly && read.shape.type !== 'Point') return refused({ rule: 'point' });
  return { ok: true, place: { shape: read.shape, name: '' } };
}

const refused = (fault: PlaceFault) => ({ ok: false, fault }) as const;
