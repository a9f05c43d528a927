import { isOfHome, type Read } from './Read.ts';

/** Calls under way. */
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

  /** One promise for each call, settled when it is over. */
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

  /** Ids of the owed windows that are being read. */
  owedIds(): number[] {
    return this.reads().flatMap((read) => read.owedId ?? []);
  }

  private reads(): Read[] {
    return [...this.calls.keys()].filter((read) => read !== 'past');
  }
}
