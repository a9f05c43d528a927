import type { LogEntry } from './logLine.ts';
import type { WatchLedger } from './WatchLedger.ts';

type RecipientEntry = Extract<LogEntry, { readonly type: 'recipient' }>;

/** Writes what everybody should know of a recipient into the logs of all areas of its book. Call inside a transaction. */
export function logRecipient(
  ledger: Pick<WatchLedger, 'areas' | 'logs'>,
  book: string,
  entry: Omit<RecipientEntry, 'type'>,
): void {
  for (const { id } of ledger.areas(book)) ledger.logs.append(book, id, entry.atMs, [{ type: 'recipient', ...entry }]);
}
