import type { StrikeWindow } from '../provider/StrikeProvider.ts';
import type { OwedReason, OwedWindow } from './ledger/WindowLedger.ts';

/** One call to make, and where it stands. A `live` read belongs to a poll, an `owed` one to a row of owed windows. */
export interface Read {
  readonly regionKey: string;
  readonly window: StrikeWindow;
  /** The owed row that this read pays, where it pays one. */
  owedId: number | undefined;
  /** Why its window is owed, or would be. */
  readonly reason: OwedReason;
  /** Strikes from this instant on are as new as the provider tells them: their delay says something. */
  readonly timelyFromMs: number;
  /** Failures in a row of this very call. */
  failures: number;
  /** Not before this instant: the wait after a failure. */
  notBeforeMs: number;
  /** When the call was sent; undefined while it waits. */
  sentMs: number | undefined;
}

const UNSENT = { failures: 0, notBeforeMs: 0, sentMs: undefined };

export function liveRead(regionKey: string, window: StrikeWindow, timelyFromMs: number): Read {
  return { regionKey, window, owedId: undefined, reason: 'gap', timelyFromMs, ...UNSENT };
}

export function owedRead(owed: OwedWindow, window: StrikeWindow, owedId: number): Read {
  const { region, reason, failures } = owed;
  return { regionKey: region, window, owedId, reason, timelyFromMs: Number.POSITIVE_INFINITY, ...UNSENT, failures };
}
