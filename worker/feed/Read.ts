import { HOME_REGION } from '#shared/geo/regions.ts';
import type { StrikeWindow } from '#worker/sources/port/StrikeSource.ts';
import type { OwedReason, OwedWindow } from './ledger/WindowLedger.ts';

/** One call to the provider. A live read belongs to a poll, an owed one to a row of owed windows. */
export interface Read {
  readonly regionKey: string;
  readonly window: StrikeWindow;
  owedId: number | undefined;
  readonly reason: OwedReason;
  /** Strikes since this instant were read as soon as the provider had them, so they count in delay figures. */
  readonly timelyFromMs: number;
  /** In a row. */
  failures: number;
  notBeforeMs: number;
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

export function isOfHome({ regionKey }: Read): boolean {
  return regionKey === HOME_REGION;
}

export interface InFlight {
  readonly live: number;
  readonly owed: number;
  readonly foreign: number;
  /** Of home's past: 0 or 1. */
  readonly past: number;
}

/** The calls that were sent and not answered yet. */
export class ReadsUnderWay {
  private readonly calls = new Map<Read | 'past', Promise<void>>();

  /** Holds the read until `call`, which must not reject, is over. Returns true: it is under way. */
  add(read: Read | 'past', call: Promise<void>): true {
    this.calls.set(
      read,
      call.finally(() => this.calls.delete(read)),
    );
    return true;
  }

  get any(): boolean {
    return this.calls.size > 0;
  }

  get all(): Promise<void>[] {
    return [...this.calls.values()];
  }

  count(): InFlight {
    const reads = this.reads();
    const ofHome = reads.filter(isOfHome);
    const live = ofHome.filter((read) => read.owedId === undefined).length;
    const past = this.calls.size - reads.length;
    return { live, owed: ofHome.length - live, foreign: reads.length - ofHome.length, past };
  }

  owedIds(): number[] {
    return this.reads().flatMap((read) => read.owedId ?? []);
  }

  private reads(): Read[] {
    return [...this.calls.keys()].filter((read) => read !== 'past');
  }
}
