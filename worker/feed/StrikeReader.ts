import type { NumberedStrike, StrikeHint } from '#shared/strike.ts';

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
