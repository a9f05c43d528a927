import type { NumberedStrike, StrikeDetail } from '#shared/strike.ts';

/**
 * Strikes by ascending ordinal, in two values instead of an object each: cheap to send to a hundred relays, and for the
 * garbage collector. Each relay holds a quarter of an hour of them.
 */
export interface PackedStrikes {
  /** Ordinal, latitude, longitude and `atMs` of each strike in turn. */
  readonly numbers: Float64Array;
  readonly ids: string;
  /** Absent where no strike has any. */
  readonly details?: string;
}

const FIELDS = 4;

export function packStrikes(strikes: readonly NumberedStrike[]): PackedStrikes {
  const numbers = new Float64Array(strikes.length * FIELDS);
  let at = 0;
  for (const { ordinal, latitude, longitude, atMs } of strikes) {
    numbers[at] = ordinal;
    numbers[at + 1] = latitude;
    numbers[at + 2] = longitude;
    numbers[at + 3] = atMs;
    at += FIELDS;
  }
  const some = strikes.some(({ detail }) => detail);
  return {
    numbers,
    ids: JSON.stringify(strikes.map(({ id }) => id)),
    ...(some ? { details: JSON.stringify(strikes.map(({ detail }) => detail ?? null)) } : {}),
  };
}

export function unpackStrikes(packed: PackedStrikes, from = 0, to = packedCount(packed)): NumberedStrike[] {
  if (from >= to) return [];
  const ids = JSON.parse(packed.ids) as string[];
  const { numbers } = packed;
  const details: (StrikeDetail | null)[] = packed.details === undefined ? [] : JSON.parse(packed.details);
  return ids.slice(from, to).map((id, index) => {
    const at = (from + index) * FIELDS;
    const detail = details[from + index];
    return {
      id,
      latitude: numbers[at + 1] as number,
      longitude: numbers[at + 2] as number,
      atMs: numbers[at + 3] as number,
      ordinal: numbers[at] as number,
      ...(detail ? { detail } : {}),
    };
  });
}

export function packedCount({ numbers }: PackedStrikes): number {
  return numbers.length / FIELDS;
}

export function packedOrdinal({ numbers }: PackedStrikes, index: number): number {
  return numbers[index * FIELDS] as number;
}

export function packedUpTo(packed: PackedStrikes, seq: number): number {
  let low = 0;
  let high = packedCount(packed);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (packedOrdinal(packed, middle) > seq) high = middle;
    else low = middle + 1;
  }
  return low;
}

const PAGE = 500;
const PAGES_PER_RESPONSE = 10;
const RETAINED_PAGES = 120;

export interface PackedPage {
  readonly strikes: PackedStrikes;
  /** After this page the client has every strike up to this seq. */
  readonly seq: number;
}

/**
 * Pages of strikes for relays that start. Whole pages are cached packed, because after a release every relay of a
 * deployment requests the same ones within a second.
 */
export class StrikePages {
  private readonly cached = new Map<number, PackedStrikes>();
  private readonly read: (seq: number, maxStrikes: number) => readonly NumberedStrike[];

  constructor(read: (seq: number, maxStrikes: number) => readonly NumberedStrike[]) {
    this.read = read;
  }

  /** Up to ten pages of strikes numbered after `seq`, none after `headSeq`. */
  after(seq: number, headSeq: number): PackedPage[] {
    const pages: PackedPage[] = [];
    let reportedSeq = seq;
    while (reportedSeq < headSeq && pages.length < PAGES_PER_RESPONSE) {
      const index = Math.floor(reportedSeq / PAGE);
      const page = this.page(index);
      const known = packedUpTo(page, reportedSeq);
      reportedSeq = Math.min(headSeq, (index + 1) * PAGE);
      pages.push({ strikes: known === 0 ? page : packStrikes(unpackStrikes(page, known)), seq: reportedSeq });
    }
    return pages;
  }

  private page(index: number): PackedStrikes {
    const packedStrikes = this.cached.get(index);
    if (packedStrikes) return packedStrikes;
    const end = (index + 1) * PAGE;
    const strikes = this.read(index * PAGE, PAGE).filter(({ ordinal }) => ordinal <= end);
    const page = packStrikes(strikes);
    if (strikes.length === PAGE) this.cache(index, page);
    return page;
  }

  private cache(index: number, page: PackedStrikes): void {
    this.cached.set(index, page);
    const oldest = this.cached.keys().next().value;
    if (this.cached.size > RETAINED_PAGES && oldest !== undefined) this.cached.delete(oldest);
  }
}
