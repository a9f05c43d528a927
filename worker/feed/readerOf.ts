import type { NumberedStrike, StrikeHint } from '#shared/strike.ts';
import type { StrikeSource } from '#worker/sources/port/StrikeSource.ts';
import { FailoverSource } from './FailoverSource.ts';
import { FeedEngine, type FeedEngineDeps } from './FeedEngine.ts';
import { FileEngine } from './FileEngine.ts';

/** Reads the primary source into the ledger, in whichever way that source is read. */
export interface StrikeReader {
  /** Works until there is nothing to do for a while. Returns when to run again. Never rejects. */
  run(): Promise<number>;
  /** A new viewer waits. */
  hasten(): void;
  callsPerMinute(nowMs: number): number;
  /** The strike of a shared link that is not in the archive. */
  find(id: string, hint: StrikeHint): Promise<NumberedStrike | 'unknown' | 'busy'>;
}

/** What reads the source, by the way it is read; with a backup that steps in where there is one. */
export function readerOf(
  primary: StrikeSource,
  backup: StrikeSource | undefined,
  deps: Omit<FeedEngineDeps, 'provider'>,
): StrikeReader {
  const { home } = deps.areas;
  if (primary.way === 'files') return new FileEngine({ ...deps, source: primary, home });
  if (backup?.way !== 'windows') return new FeedEngine({ ...deps, provider: primary });
  return new FeedEngine({ ...deps, provider: new FailoverSource({ ...deps, primary, backup, home }) });
}
