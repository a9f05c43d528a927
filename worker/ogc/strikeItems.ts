import type { NumberedStrike } from '#shared/strike.ts';
import { isoMillis } from '#shared/time/isoTime.ts';
import { decodePageCursor, encodePageCursor } from '#worker/archive/strikePage.ts';
import type { PagePosition } from '#worker/archive/windowQuery.ts';
import type { Feature } from './features.ts';

/**
 * Where the pages of a question go on. `fromMs` and `seq` are the first page's: what came or went since changes nothing,
 * so the pages fit together.
 */
export interface StrikeCursor {
  readonly fromMs: number;
  /** Strikes with a higher ordinal were not there when the first page was read. */
  readonly seq: number;
  readonly before: PagePosition;
}

export function encodeStrikeCursor({ fromMs, seq, before }: StrikeCursor): string {
  return `${fromMs}.${seq}.${encodePageCursor(before)}`;
}

/** Undefined for a text that `encodeStrikeCursor` did not write. */
export function decodeStrikeCursor(text: string): StrikeCursor | undefined {
  const [, fromMs, seq, token = ''] = /^(\d{1,15})\.(\d{1,15})\.([\w-]+)$/.exec(text) ?? [];
  const before = decodePageCursor(token);
  return before && { fromMs: Number(fromMs), seq: Number(seq), before };
}

/** `entitled`: with a line for lists. */
export function strikeFeature(
  { id, longitude, latitude, atMs, ordinal, detail = {} }: NumberedStrike,
  entitled: boolean,
): Feature {
  const timestamp = isoMillis(atMs);
  const { ellipse, ...told } = detail;
  return {
    type: 'Feature',
    id,
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties: {
      ...(entitled ? { title: `Lightning, ${timestamp.slice(0, 10)} ${timestamp.slice(11, 19)} UTC` } : {}),
      timestamp,
      ordinal,
      ...told,
      ...ellipse,
    },
  };
}
