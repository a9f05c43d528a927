import type { SourceStatus } from '#shared/wire/PrimarySource.ts';
import type { FeedStatus } from '#shared/wire/Status.ts';
import { type ChosenSource, sourceStatus } from '#worker/sources/chosenSources.ts';
import type { Failover } from './plan/failover.ts';

/** The sources that may fill the map, as `/status` tells of them. Only of the one that does, the newest strike is told. */
export function statusOfSources(
  sources: readonly ChosenSource[],
  failover: Failover,
  { state, newestStrikeMs }: Pick<FeedStatus['feed'], 'state' | 'newestStrikeMs'>,
): SourceStatus[] {
  const hasBackup = sources.some(({ role }) => role === 'backup');
  const active = hasBackup ? failover.active : 'primary';
  return sources
    .filter(({ role }) => role !== 'witness')
    .map((source) => {
      if (source.role === active) return sourceStatus(source, { state, newestMs: newestStrikeMs });
      return sourceStatus(source, { state: idleState(failover, source.role), newestMs: null });
    });
}

/** A primary that answers again is `delayed` until it has done so for long enough. */
function idleState({ primaryGoodSinceMs, backupOkMs }: Failover, role: ChosenSource['role']): SourceStatus['state'] {
  if (role === 'backup') return backupOkMs === null ? 'down' : 'live';
  return primaryGoodSinceMs === null ? 'down' : 'delayed';
}
