import { DAY_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { clippedSpans, lengthMs, mergedSpans, type Span } from '#shared/time/spans.ts';

/** So a day whose strikes keep coming late is not read again each minute. */
const LEAST_AGE_MS = 5 * MINUTE_MS;

/** What the archive says of its days. Days count from the Unix epoch, UTC. */
export interface ArchiveDays {
  /** The box that counts as home, as text. */
  readonly home: string;
  /** Days with this one and before `toDay` are over, and wholly kept and counted. */
  readonly fromDay: number;
  readonly toDay: number;
  /** Marks of the packed days. */
  readonly marks: ReadonlyMap<number, number>;
  readonly completeToMs: number | null;
  /** Of home, up to `completeToMs`; merged. */
  readonly unread: readonly Span[];
}

/** What a day's files were made of. */
export interface MadeOf {
  readonly home: string;
  readonly mark: number;
  readonly unread: readonly Span[];
  readonly madeMs: number;
}

export interface DueDay {
  readonly day: number;
  readonly mark: number;
  readonly unread: readonly Span[];
}

/** Of a day without a single counted hour. */
export const QUIET_MARK = 0;

/** What of a day that is over was not read; what lies beyond `completeToMs` was not either. */
export function unreadOfDay(day: number, { completeToMs, unread }: Pick<ArchiveDays, 'completeToMs' | 'unread'>) {
  const spans: readonly Span[] = completeToMs === null ? [[0, Infinity]] : [...unread, [completeToMs, Infinity]];
  return mergedSpans(clippedSpans(spans, day * DAY_MS, (day + 1) * DAY_MS));
}

function isSame(one: readonly Span[], other: readonly Span[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * The days whose files are to be made: those without any, and those whose strikes or gaps are no longer what the files
 * were made of. Those without files come first, the newest before, then those that were left alone for longest. Of a quiet
 * day nothing is made if nothing of it was read.
 */
export function dueDays(archive: ArchiveDays, made: ReadonlyMap<number, MadeOf>, nowMs: number): DueDay[] {
  const due: (DueDay & { readonly madeMs: number })[] = [];
  for (let day = archive.toDay - 1; day >= archive.fromDay; day -= 1) {
    const mark = archive.marks.get(day) ?? QUIET_MARK;
    const unread = unreadOfDay(day, archive);
    const file = made.get(day);
    if (file === undefined) {
      if (mark === QUIET_MARK && lengthMs(unread) === DAY_MS) continue;
    } else {
      if (file.home === archive.home && file.mark === mark && isSame(file.unread, unread)) continue;
      if (nowMs - file.madeMs < LEAST_AGE_MS) continue;
    }
    due.push({ day, mark, unread, madeMs: file?.madeMs ?? 0 });
  }
  return due.sort((a, b) => a.madeMs - b.madeMs || b.day - a.day).map(({ madeMs: _madeMs, ...day }) => day);
}
