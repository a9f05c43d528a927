import type { NumberedStrike, StrikeHint } from '#shared/strike.ts';
import type { SourceTraits } from '#worker/sources/port/SourceTraits.ts';
import type { StrikeSource } from '#worker/sources/port/StrikeSource.ts';
import { FailoverSource } from './FailoverSource.ts';
import { FeedEngine, type FeedEngineDeps } from './FeedEngine.ts';
import { FileEngine } from './FileEngine.ts';
import type { Reading } from './ledger/FactLedger.ts';

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

const IN_TIME_MS = 60_000;
const MISSED_FILES = 2;
/** Windows are asked for again and again: two minutes without any answer are an outage, however late the source is. */
const WINDOWS_DOWN_AFTER_MS = 120_000;

/** What may be said of home while `source` is read; `guards` as its traits have it. */
export function readingOf({ way, traits }: Pick<StrikeSource, 'way' | 'traits'>, guards: boolean): Reading {
  return { guards, lateDownAfterMs: isInTime(way, traits) ? null : downAfterMs(way, traits) };
}

function isInTime(way: StrikeSource['way'], { delayMs }: SourceTraits): boolean {
  return way === 'windows' && delayMs.worst <= IN_TIME_MS;
}

function downAfterMs(way: StrikeSource['way'], { delayMs }: SourceTraits): number {
  return way === 'windows' ? WINDOWS_DOWN_AFTER_MS : delayMs.worst + MISSED_FILES * delayMs.step;
}
