import type { AreaView, WatchlistView } from '#shared/watch/bodies.ts';
import type { LogLine } from './logLines.ts';
import type { WatchlistKeys } from './watchlistAddress.ts';

const OF_SITES = ['drill', 'escalated'];

/**
 * True if a place gets the page of a work site, with duty, drills, the log and further keys: if it is one, or if any of
 * that is in use. A private place gets one screen.
 */
export function needsSite(
  { kind }: Pick<AreaView, 'kind'>,
  { delegatedKeys, recipients = [] }: Pick<WatchlistView, 'delegatedKeys' | 'recipients'>,
  keys: WatchlistKeys,
  lines: readonly LogLine[],
): boolean {
  const isLogged = lines.some(({ entry }) => {
    const { event = '' } = entry as { readonly event?: string };
    return entry.type === 'note' || (entry.type === 'recipient' && OF_SITES.includes(event));
  });
  const isStepped = recipients.some(({ escalateAfterMin }) => escalateAfterMin !== undefined);
  const isLent = keys.duty !== undefined || delegatedKeys?.duty === true || delegatedKeys?.feed === true;
  return kind === 'site' || isLogged || isStepped || isLent;
}
