import { dayKey } from '#shared/time/utcDay.ts';
import { addUsage, NO_USAGE, type Usage } from './Usage.ts';

const PREFIX = 'usage:';

type Storage = Pick<SyncKvStorage, 'get' | 'put' | 'delete' | 'list'>;

/** What an account was used for, by UTC day, in its meter's own storage until it is written to the database. */
export class UsageLedger {
  private readonly kv: Storage;

  constructor(kv: Storage) {
    this.kv = kv;
  }

  add(usage: Partial<Usage>, nowMs: number): void {
    const key = `${PREFIX}${dayKey(nowMs)}`;
    this.kv.put(key, addUsage(this.kv.get<Usage>(key) ?? NO_USAGE, usage));
  }

  /** The days not forgotten yet, the oldest first. */
  days(): readonly { readonly day: string; readonly usage: Usage }[] {
    const entries = [...this.kv.list<Usage>({ prefix: PREFIX })];
    return entries.map(([key, usage]) => ({ day: key.slice(PREFIX.length), usage }));
  }

  /** Forgets days that are over. To be called once they were written. */
  forgetBefore(nowMs: number): void {
    for (const { day } of this.days()) if (day < dayKey(nowMs)) this.kv.delete(`${PREFIX}${day}`);
  }
}
