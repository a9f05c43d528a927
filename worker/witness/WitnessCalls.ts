import type { SourceStatus } from '#shared/wire/PrimarySource.ts';
import type { WitnessFlashes, WitnessProof, WitnessStatus } from '#shared/wire/WitnessBody.ts';

/** What of `/status` is the witness's. */
export interface WitnessReport {
  /** Beside the other sources. */
  readonly source: SourceStatus;
  readonly witness: WitnessStatus;
}

/** They cross to another machine, so any of them may reject; each does where no source is the witness. */
export interface WitnessCalls {
  ensureAlarm(): Promise<void>;
  report(): Promise<WitnessReport>;
  flashes(): Promise<WitnessFlashes>;
  proof(): Promise<WitnessProof>;
}
