import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';

const UNPROVEN_DAYS = 7;
const IDLE_DAYS = 400;
const NOTICE_DAYS = 14;
/** The notice is tried for a day. That it arrives is no sign of use. */
export const NOTICE_TRIED_MS = DAY_MS;
const NOTICE_ARRIVES_MS = NOTICE_TRIED_MS + HOUR_MS;

/** How long the recipients of a book have after they were told that it will end. */
export const NOTICE_MS = NOTICE_DAYS * DAY_MS;

/** What decides how long a book is kept. */
export interface BookUse {
  readonly id: string;
  /** When somebody last asked for it with one of its keys, to the hour. */
  readonly seenMs: number;
  /** When something last arrived at one of its recipients; null if nothing ever did. */
  readonly okMs: number | null;
  /** When its recipients were told that it will end; 0 if they were not. */
  readonly noticedMs: number;
}

/**
 * Of which nothing ever arrived anywhere ends 7 days after the last visit. Any other ends when for 400 days it was
 * neither visited nor heard, 14 days after its recipients were told so.
 */
export function bookFate({ seenMs, okMs, noticedMs }: BookUse, nowMs: number): 'keep' | 'notice' | 'end' {
  if (okMs === null) return nowMs - seenMs >= UNPROVEN_DAYS * DAY_MS ? 'end' : 'keep';
  const isNotice = noticedMs > 0 && okMs >= noticedMs && okMs < noticedMs + NOTICE_ARRIVES_MS;
  const usedMs = Math.max(seenMs, isNotice ? 0 : okMs);
  const idleMs = nowMs - usedMs;
  if (idleMs < IDLE_DAYS * DAY_MS - NOTICE_MS) return 'keep';
  if (noticedMs <= usedMs) return 'notice';
  return idleMs >= IDLE_DAYS * DAY_MS && nowMs - noticedMs >= NOTICE_MS ? 'end' : 'keep';
}

/**
 * Which book makes room where no more areas can be watched: of those that reached nobody and were not visited for a day,
 * the one whose visit is longest ago. Undefined if each is in use.
 */
export function bookThatGivesWay(books: readonly BookUse[], nowMs: number): string | undefined {
  return books
    .filter(({ okMs, seenMs }) => okMs === null && nowMs - seenMs >= DAY_MS)
    .toSorted((a, b) => a.seenMs - b.seenMs || (a.id < b.id ? -1 : 1))[0]?.id;
}
