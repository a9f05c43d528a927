import type { Area, AreaChange, AreaState, FeedSnapshot, Gap, NearStrike } from '#shared/watch/Area.ts';
import { newAreaState, type Sighting, watchArea } from '#shared/watch/watchArea.ts';

export const START = 1_800_000_000_000;
export const MINUTE = 60_000;
export const HOLD_MS = 31 * MINUTE;
export const SOFIA: Area = {
  shape: { type: 'Point', coordinates: [23.32, 42.7] },
  ringsKm: [30, 16, 10],
  dwellMs: 30 * MINUTE,
  settleMs: MINUTE,
  least: 1,
};

let ordinals = 0;
/** A strike so many minutes after the start. */
export const strikeAt = (minute: number, km: number): NearStrike => ({
  ordinal: ++ordinals,
  atMs: START + minute * MINUTE,
  km,
  bearing: 90,
});

export const snapshotAt = (
  watermarkMs: number | null,
  providerNowMs: number,
  gapBoxes: readonly Gap[] = [],
): FeedSnapshot => ({
  epoch: 'a',
  seq: 0,
  watermarkMs,
  providerNowMs,
  gapBoxes,
  gapBoxesTruncated: false,
});

/** An area that is watched minute by minute, by a provider whose clock is ours. */
export class AreaPlay {
  state: AreaState = newAreaState();
  readonly changes: AreaChange[] = [];
  readonly area: Area;

  constructor(area: Area = SOFIA) {
    this.area = area;
  }

  step(sighting: Sighting): this {
    const stored = JSON.parse(JSON.stringify(this.state)) as AreaState;
    const { state, changes } = watchArea(this.area, stored, sighting);
    this.state = state;
    this.changes.push(...changes);
    return this;
  }

  /** So many minutes after the start everything is read up to `readTo`, ten seconds before by default. */
  at(
    minute: number,
    strikes: readonly NearStrike[] = [],
    readTo = minute - 1 / 6,
    gapBoxes: readonly Gap[] = [],
  ): this {
    const nowMs = START + minute * MINUTE;
    const snapshot = snapshotAt(START + readTo * MINUTE, nowMs, gapBoxes);
    return this.step({ strikes, snapshot, receivedMs: nowMs, replayed: true, nowMs });
  }

  /** Nothing is told; what was told last is as old as it is. */
  silent(minute: number, receivedMinute: number): this {
    const [nowMs, receivedMs] = [START + minute * MINUTE, START + receivedMinute * MINUTE];
    const snapshot = snapshotAt(receivedMs - 10_000, receivedMs);
    return this.step({ strikes: [], snapshot, receivedMs, replayed: true, nowMs });
  }

  /** The changes, as `kind from>to`. */
  get reportedTexts(): string[] {
    return this.changes.map(({ kind, from, to }) => `${kind} ${from}>${to}`);
  }
}
