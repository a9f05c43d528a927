import { dayKey } from '#shared/time/utcDay.ts';

export interface Usage {
  readonly calls: number;
  readonly units: number;
  readonly refused: number;
  readonly streams: number;
}

export const NO_USAGE: Usage = { calls: 0, units: 0, refused: 0, streams: 0 };

export function addUsage(sum: Usage, more: Partial<Usage>): Usage {
  return {
    calls: sum.calls + (more.calls ?? 0),
    units: sum.units + (more.units ?? 0),
    refused: sum.refused + (more.refused ?? 0),
    streams: sum.streams + (more.streams ?? 0),
  };
}

const PREFIX = 'usage:';

type Storage = Pick<SyncKvStorage, 'get' | 'put' | 'delete' | 'list'>;

/** An account's usage by UTC day, in its meter's own storage until it is written to the database. */
export class UsageLedger {
  private readonly kv: Storage;

  constructor(kv: Storage) {
    this.kv = kv;
  }

  add(usage: Partial<Usage>, nowMs: number): void {
    const key = `${PREFIX}${dayKey(nowMs)}`;
    this.kv.put(key, addUsage(this.kv.get<Usage>(key) ?? NO_USAGE, usage));
  }

  /** Oldest first. */
  days(): readonly { readonly day: string; readonly usage: Usage }[] {
    const entries = [...this.kv.list<Usage>({ prefix: PREFIX })];
    return entries.map(([key, usage]) => ({ day: key.slice(PREFIX.length), usage }));
  }

  /** Deletes past days. To be called once they were written. */
  forgetBefore(nowMs: number): void {
    for (const { day } of this.days()) if (day < dayKey(nowMs)) this.kv.delete(`${PREFIX}${day}`);
  }
}
