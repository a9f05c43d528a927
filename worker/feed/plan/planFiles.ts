import type { Strike } from '#shared/strike.ts';
import { clippedSpans, mergedSpans, type Span, spansWithout } from '#shared/time/spans.ts';
import type { ListedFile } from '#worker/sources/port/StrikeSource.ts';

const LIST_EVERY_MS = 60_000;
/** Files join to the second, and a flash may begin a little before the file that tells it. */
const SEAM_MS = 2_000;
const EARLY_MS = 10_000;
/** By how much, at most: 3.07 s were measured. */
const EARLIEST_MS = 4_000;

export type FileStep =
  | { readonly kind: 'list' }
  | { readonly kind: 'read'; readonly file: ListedFile }
  | { readonly kind: 'wait'; readonly untilMs: number };

type Times = Pick<ListedFile, 'fromMs' | 'toMs'>;

interface KnownFiles {
  readonly nowMs: number;
  /** When the files were last listed. */
  readonly listedMs: number | undefined;
  /** Newest first. */
  readonly listed: readonly ListedFile[];
  readonly isWanted: (file: ListedFile) => boolean;
}

/** A new list each minute, and between two lists the newest file that is wanted. */
export function nextFileStep({ nowMs, listedMs, listed, isWanted }: KnownFiles): FileStep {
  if (listedMs === undefined || nowMs >= listedMs + LIST_EVERY_MS) return { kind: 'list' };
  const file = listed.find(isWanted);
  return file ? { kind: 'read', file } : { kind: 'wait', untilMs: listedMs + LIST_EVERY_MS };
}

export function isOfFile(atMs: number, { fromMs, toMs }: Times): boolean {
  return atMs >= fromMs - EARLY_MS && atMs <= toMs + EARLY_MS;
}

/** Whether the file holds time that none of `read` holds: another part of its slot, or more of it. */
export function tellsMore({ fromMs, toMs }: Times, read: readonly Span[]): boolean {
  return spansWithout([[fromMs, toMs]], read).some(([from, to]) => to - from > SEAM_MS);
}

/**
 * The strikes of a file that were not told by those that hold `read`: another version has the same flashes under other
 * ids, so of the time that both hold none is taken. Seconds in which files only join count for the later one.
 */
export function newOfFile<Told extends Pick<Strike, 'atMs'>>(
  strikes: readonly Told[],
  { fromMs, toMs }: Times,
  read: readonly Span[],
): Told[] {
  const told = clippedSpans(mergedSpans(read), fromMs, toMs).filter(([from, to]) => to - from > EARLY_MS);
  return strikes.filter(({ atMs }) => !told.some(([from, to]) => atMs >= from - EARLIEST_MS && atMs < to));
}

interface Unread {
  /** End of the newest file; undefined without any. */
  readonly readToMs: number | undefined;
  /** Missing before it, and still waited for; then what is waited for no more. Oldest first. */
  readonly owed: readonly Span[];
  readonly lost: readonly Span[];
  /** Before it all is read or lost, so it need not be looked at again. */
  readonly settledMs: number;
}

/** What `read`, the time that files hold, leaves out since `sinceMs`. Time that ends before `patientMs` is lost. */
export function unreadOfFiles(read: readonly Span[], sinceMs: number, patientMs: number): Unread {
  const readToMs = mergedSpans(read).at(-1)?.[1];
  if (readToMs === undefined) return { readToMs, owed: [], lost: [], settledMs: sinceMs };
  const missing = spansWithout([[sinceMs, readToMs]], read).filter(([fromMs, toMs]) => toMs - fromMs > SEAM_MS);
  const owed = missing.filter(([, toMs]) => toMs > patientMs);
  const lost = missing.filter(([, toMs]) => toMs <= patientMs);
  const openMs = Math.min(owed[0]?.[0] ?? readToMs, patientMs);
  return { readToMs, owed, lost, settledMs: Math.max(sinceMs, openMs) };
}
