import { mergedSpans, type Span, spansWithout } from '#shared/time/spans.ts';
import type { ListedFile } from '#worker/sources/port/StrikeSource.ts';

const LIST_EVERY_MS = 60_000;
/** Files join to the second, and a flash may begin a little before the file that tells it. */
const SEAM_MS = 2_000;
const EARLY_MS = 10_000;

type FileStep =
  | { readonly kind: 'list' }
  | { readonly kind: 'read'; readonly file: ListedFile }
  | { readonly kind: 'wait'; readonly untilMs: number };

interface KnownFiles {
  readonly nowMs: number;
  /** When the files were last listed. */
  readonly listedMs: number | undefined;
  /** Newest first. */
  readonly listed: readonly ListedFile[];
  /** Slots that were read. */
  readonly read: ReadonlySet<number>;
  /** Slots that are not to be asked for before an instant. */
  readonly restsMs: ReadonlyMap<number, number>;
}

/** A new list each minute, and between two lists the newest file that was not read yet. */
export function nextFileStep({ nowMs, listedMs, listed, read, restsMs }: KnownFiles): FileStep {
  if (listedMs === undefined || nowMs >= listedMs + LIST_EVERY_MS) return { kind: 'list' };
  const file = listed.find(({ slotMs }) => !read.has(slotMs) && (restsMs.get(slotMs) ?? 0) <= nowMs);
  return file ? { kind: 'read', file } : { kind: 'wait', untilMs: listedMs + LIST_EVERY_MS };
}

export function isOfFile(atMs: number, { fromMs, toMs }: Pick<ListedFile, 'fromMs' | 'toMs'>): boolean {
  return atMs >= fromMs - EARLY_MS && atMs <= toMs + EARLY_MS;
}

interface Unread {
  /** End of the newest file; undefined without any. */
  readonly readToMs: number | undefined;
  /** Missing before it, and still waited for; then what is waited for no more. Oldest first. */
  readonly owed: readonly Span[];
  readonly lost: readonly Span[];
}

/** What `read`, the time that files hold, leaves out since `sinceMs`. Time that ends before `patientMs` is lost. */
export function unreadOfFiles(read: readonly Span[], sinceMs: number, patientMs: number): Unread {
  const readToMs = mergedSpans(read).at(-1)?.[1];
  if (readToMs === undefined) return { readToMs, owed: [], lost: [] };
  const missing = spansWithout([[sinceMs, readToMs]], read).filter(([fromMs, toMs]) => toMs - fromMs > SEAM_MS);
  return {
    readToMs,
    owed: missing.filter(([, toMs]) => toMs > patientMs),
    lost: missing.filter(([, toMs]) => toMs <= patientMs),
  };
}
